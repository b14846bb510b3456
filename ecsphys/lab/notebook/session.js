// Asks Python, for all views of a widget; host.py documents questions and answers.

const PATIENCE = 3000; // ms after which an answer counts as lost
const MAX_DT = 0.1; // s that pass at most between two questions

/** Asks Python on behalf of all views of one widget, so that its time passes once. */
class Session {
  constructor(model) {
    this.model = model;
    this.name = crypto.getRandomValues(new Uint32Array(2)).join("-");
    this.views = new Set();
    this.inputs = [];
    this.hello = true;
    this.moves = false;
    this.answer = null; // not yet shown
    this.asked = null; // when the open question was asked, ms
    this.last = null; // when the last question was asked, if time has passed since
    this.frame = 0;
    this.timer = 0;
    this.onMessage = (answer, buffers) => this.hear(answer, buffers);
    model.on("msg:custom", this.onMessage);
  }

  end() {
    this.model.off("msg:custom", this.onMessage);
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
  }

  add(view) {
    this.views.add(view);
    this.hello = true;
    this.wake();
  }

  remove(view) {
    this.views.delete(view);
    if (this.views.size === 0) {
      this.model.send({ leave: true });
      this.moves = false;
      this.asked = null;
    }
  }

  /** Note what the visitor did; of moves that follow each other only the last counts. */
  push(...input) {
    const before = this.inputs.at(-1);
    const again = before && before[0] === input[0];
    if (again && (input[0] === "drag" || (input[0] === "set" && before[1] === input[1]))) this.inputs.pop();
    this.inputs.push(input);
    this.wake();
  }

  wake() {
    if (!this.frame) this.frame = requestAnimationFrame((now) => this.tick(now));
  }

  get visible() {
    return [...this.views].some((view) => view.visible);
  }

  tick(now) {
    this.frame = 0;
    const waits = this.asked !== null && now - this.asked < PATIENCE;
    const flows = this.moves && this.visible;
    if (!waits && this.views.size && (this.inputs.length || this.hello || flows)) this.ask(now, flows);
    if (this.answer) {
      for (const view of this.views) view.show(this.answer);
      this.answer = null;
    }
  }

  ask(now, flows) {
    const dt = this.last === null ? 0 : Math.min((now - this.last) / 1000, MAX_DT);
    this.model.send({ from: this.name, dt, hello: this.hello, inputs: this.inputs });
    this.inputs = [];
    this.hello = false;
    this.asked = now;
    this.last = flows ? now : null;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.wake(), PATIENCE);
  }

  hear(answer, buffers) {
    if (answer.to === this.name) {
      this.asked = null;
      clearTimeout(this.timer);
    }
    answer.ends = new Float32Array(bytesOf(buffers[0]));
    if (answer.exhibit) this.exhibit = answer.exhibit;
    this.moves = Boolean(!answer.error && this.exhibit?.moves && !answer.paused);
    this.answer = { ...answer, exhibit: answer.exhibit ?? this.answer?.exhibit };
    this.wake();
  }
}

function bytesOf(view) {
  return view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength);
}
