// What a page shows of an exhibit: the canvas, controls, numbers, code. Python joins draw.js, session.js and this
// file to one module.

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const TURNS = { "[": [1, 0], "]": [-1, 0], "{": [0, -1], "}": [0, 1] };
const LIFTS = { PageUp: 1, PageDown: -1 }; // with shift
const LOOKS = { Home: [-5, 0, 0], End: [5, 0, 0], PageUp: [0, 5, 0], PageDown: [0, -5, 0], "+": [0, 0, 1], "-": [0, 0, -1] };
const SPACE_HELP =
  "Shift and Page Up or Page Down lift and lower it, { } tilt it; Home, End, Page Up, Page Down, + and - move the camera.";
const NUDGE = 1; // px of one press of an arrow key; ten times as much with shift
const TURN = Math.PI / 180; // of one press of a bracket

function make(tag, className, text) {
  const element = document.createElement(tag);
  // JupyterLab cuts and adds cells at single letters, unless the element that has the focus itself says no.
  element.dataset.lmSuppressShortcuts = "true";
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

/** One place in the page that shows the exhibit. */
class View {
  constructor(session, element) {
    this.session = session;
    this.visible = true;
    this.root = make("div", "ecsphys-lab");
    this.build();
    element.append(this.root);
    this.sight = new IntersectionObserver((entries) => {
      this.visible = entries.at(-1).isIntersecting;
      this.session.wake();
    });
    this.sight.observe(this.canvas);
    session.add(this);
  }

  remove() {
    this.sight.disconnect();
    this.session.remove(this);
    this.root.remove();
  }

  build() {
    this.canvas = make("canvas");
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute("role", "application");
    this.title = make("div", "title");
    this.text = make("p");
    this.choice = make("select", "catalog");
    this.choice.setAttribute("aria-label", "exhibit");
    this.choice.onchange = () => this.session.push("open", this.choice.value);
    this.controls = make("div", "controls");
    this.numbers = make("table");
    this.buttons = make("div", "buttons");
    this.error = make("pre", "error");
    this.error.setAttribute("role", "alert");
    this.code = make("div", "code");
    this.copied = make("textarea");
    this.copied.readOnly = true;
    this.copied.setAttribute("aria-label", "copied text");
    const side = make("div", "side");
    side.append(this.choice, this.title, this.text, this.controls, this.numbers, this.buttons, this.copied);
    const main = make("div", "main");
    main.append(this.canvas, side);
    this.root.append(main, this.error, this.code);
    for (const part of [this.choice, this.error, this.code, this.copied]) part.hidden = true;
    this.listen();
  }

  listen() {
    const { canvas, session } = this;
    canvas.onpointerdown = (event) => {
      if (event.button !== 0) return;
      canvas.setPointerCapture(event.pointerId);
      this.pointer = event.pointerId;
      session.push("press", ...this.place(event));
    };
    canvas.onpointermove = (event) => {
      if (event.pointerId === this.pointer) session.push("drag", ...this.place(event));
    };
    canvas.onpointerup = canvas.onpointercancel = (event) => {
      if (event.pointerId !== this.pointer) return;
      this.pointer = undefined;
      session.push("release");
    };
    canvas.onwheel = (event) => {
      if (event.deltaY === 0 || document.activeElement !== canvas) return; // until it is clicked, the page scrolls
      event.preventDefault();
      session.push("scroll", ...this.place(event), -Math.sign(event.deltaY));
    };
    canvas.onkeydown = (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || !this.exhibit) return;
      if (this.press(event)) event.preventDefault();
    };
  }

  place(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width - 0.5) * WIDTH;
    const y = (0.5 - (event.clientY - box.top) / box.height) * HEIGHT;
    return [x, y];
  }

  /** Do what a key stands for; return whether it stands for something. */
  press({ key, shiftKey }) {
    const { session } = this;
    const letters = [...this.exhibit.controls, ...this.exhibit.buttons].map((control) => control.key);
    const { space } = this.exhibit;
    if (ARROWS[key]) session.push("nudge", ...ARROWS[key].map((way) => way * NUDGE * (shiftKey ? 10 : 1)), 0);
    else if (TURNS[key]) session.push("turn", ...TURNS[key].map((way) => way * TURN));
    else if (space && shiftKey && LIFTS[key]) session.push("nudge", 0, 0, LIFTS[key] * NUDGE * 10);
    else if (space && LOOKS[key]) session.push("look", ...LOOKS[key]);
    else if (key === "Tab") return !shiftKey && this.selectNext();
    else if (letters.includes(key)) session.push("key", key);
    else if (key === " ") session.push("pause");
    else if (key === ".") session.push("step");
    else return false;
    return true;
  }

  /** Select the next handle; after the last one, Tab leaves the canvas as it leaves any other element. */
  selectNext() {
    const next = this.exhibit.handles.indexOf(this.selected) + 1;
    this.selected = this.exhibit.handles[next] ?? null;
    if (this.selected !== null) this.session.push("select", this.selected);
    return this.selected !== null;
  }

  show(answer) {
    if (answer.exhibit) this.open(answer.exhibit);
    this.error.hidden = !answer.error;
    this.error.textContent = answer.error ?? "";
    if (answer.error) return;
    this.selected = answer.selected;
    draw(this.canvas, this.exhibit.ground, answer.items, answer.ends);
    this.showNumbers(answer.numbers);
    for (const [name, value] of Object.entries(answer.values)) this.setters[name](value);
    this.switches.pause?.setAttribute("aria-pressed", answer.paused);
    this.switches.slow?.setAttribute("aria-pressed", answer.slow);
    if (answer.code) this.showCode(answer.code);
    if (answer.copy) this.copy(answer.copy);
  }

  open(exhibit) {
    this.exhibit = exhibit;
    this.title.textContent = exhibit.title;
    this.text.textContent = exhibit.text;
    const help = "Tab selects what the arrow keys move and [ ] turn; Space pauses, a full stop steps.";
    const camera = exhibit.space ? ` ${SPACE_HELP}` : "";
    this.canvas.setAttribute("aria-label", `${exhibit.title}. ${help}${camera}`);
    this.code.hidden = this.copied.hidden = true;
    this.listExhibits(exhibit);
    this.makeControls(exhibit);
    this.makeButtons(exhibit);
  }

  listExhibits({ catalog, name }) {
    this.choice.hidden = catalog.length === 0;
    this.choice.replaceChildren(
      ...catalog.map(([section, exhibits]) => {
        const group = make("optgroup");
        group.label = section;
        group.append(...exhibits.map(([value, title]) => new Option(title, value)));
        return group;
      }),
    );
    this.choice.value = name;
  }

  makeControls({ controls, buttons }) {
    this.setters = {};
    this.controls.replaceChildren(
      ...controls.map((control) => {
        const row = make("label", control.kind);
        row.append(make("span", "", control.label), ...MAKERS[control.kind](this, control));
        return row;
      }),
      ...buttons.map(({ name, label, key }) =>
        this.button(key ? `${label} (${key})` : label, () => this.session.push("click", name)),
      ),
    );
  }

  makeButtons({ moves }) {
    const time = moves ? ["pause", "step", "slow"] : [];
    const ask = (kind) => [kind, this.button(kind, () => this.session.push(kind))];
    this.switches = Object.fromEntries([...time, "restart", "reset"].map(ask));
    const code = this.button("code", () => {
      if (this.code.hidden) this.session.push("code");
      else this.code.hidden = true;
    });
    const state = this.button("copy state", () => this.session.push("state"));
    const test = this.button("copy test", () => this.session.push("test"));
    this.buttons.replaceChildren(...Object.values(this.switches), code, state, test);
  }

  button(label, action) {
    const button = make("button", "", label);
    button.type = "button";
    button.onclick = action;
    return button;
  }

  showNumbers(numbers) {
    while (this.numbers.rows.length > numbers.length) this.numbers.deleteRow(-1);
    numbers.forEach((pair, k) => {
      const row = this.numbers.rows[k] ?? this.numbers.insertRow();
      pair.forEach((text, column) => {
        const cell = row.cells[column] ?? row.insertCell();
        if (cell.textContent !== text) cell.textContent = text;
      });
    });
  }

  showCode(listings) {
    this.code.hidden = false;
    this.code.replaceChildren(
      ...listings.flatMap(({ path, first_line, text }) => [
        make("div", "path", `${path}, line ${first_line}`),
        make("pre", "", text),
      ]),
    );
  }

  /** Put a text into the clipboard, and show it: outside of https and localhost there is no clipboard. */
  copy(text) {
    this.copied.hidden = false;
    this.copied.value = text;
    this.copied.rows = Math.min(text.split("\n").length + 1, 20);
    this.copied.select();
    navigator.clipboard?.writeText(text).catch(() => {});
  }
}

// Each returns the elements of a control, and gives the view a function that shows a value.
const MAKERS = {
  slider(view, { name, step }) {
    const range = make("input");
    const value = make("output");
    Object.assign(range, { type: "range", min: 0, max: 1, step });
    let held = false; // while it is dragged, Python's answers lag behind the mouse
    range.onpointerdown = () => (held = true);
    range.onpointerup = range.onpointercancel = () => (held = false);
    range.oninput = () => view.session.push("set", name, range.valueAsNumber);
    view.setters[name] = ([share, text]) => {
      if (!held) range.value = share;
      value.textContent = text;
    };
    return [range, value];
  },

  toggle(view, { name }) {
    const box = make("input");
    box.type = "checkbox";
    box.onchange = () => view.session.push("set", name, box.checked);
    view.setters[name] = (value) => (box.checked = value);
    return [box];
  },

  choice(view, { name, options }) {
    const select = make("select");
    select.append(...options.map((option) => new Option(option)));
    select.onchange = () => view.session.push("set", name, select.value);
    view.setters[name] = (value) => (select.value = value);
    return [select];
  },
};

export default () => {
  let session;
  return {
    initialize({ model }) {
      session = new Session(model);
      return () => session.end();
    },
    render({ el }) {
      const view = new View(session, el);
      return () => view.remove();
    },
  };
};
