// Draws a display list on a canvas; host.py documents it.

const WIDTH = 720; // of the stage, px
const HEIGHT = 640;

function draw(canvas, ground, items, ends) {
  const scale = window.devicePixelRatio || 1;
  if (canvas.width !== Math.round(WIDTH * scale)) {
    canvas.width = Math.round(WIDTH * scale);
    canvas.height = Math.round(HEIGHT * scale);
  }
  const pen = canvas.getContext("2d");
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.fillStyle = ground;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.setTransform(scale, 0, 0, scale, (WIDTH / 2) * scale, (HEIGHT / 2) * scale);
  let at = 0;
  for (const [kind, ...item] of items) {
    if (kind === "s") at = drawSegments(pen, ends, at, ...item);
    else DRAWERS[kind](pen, ...item);
  }
}

function drawSegments(pen, ends, at, width, groups) {
  pen.lineWidth = width;
  for (const [color, count] of groups) {
    pen.strokeStyle = color;
    pen.beginPath();
    for (const stop = at + 4 * count; at < stop; at += 4) {
      pen.moveTo(ends[at], -ends[at + 1]);
      pen.lineTo(ends[at + 2], -ends[at + 3]);
    }
    pen.stroke();
  }
  return at;
}

function paint(pen, fill, line, width) {
  if (fill) {
    pen.fillStyle = fill;
    pen.fill();
  }
  if (line) {
    pen.strokeStyle = line;
    pen.lineWidth = width;
    pen.stroke();
  }
}

const DRAWERS = {
  p(pen, points, fill, line, width) {
    pen.beginPath();
    for (let k = 0; k < points.length; k += 2) pen.lineTo(points[k], -points[k + 1]);
    pen.closePath();
    paint(pen, fill, line, width);
  },

  d(pen, x, y, radius, fill, line, width) {
    pen.beginPath();
    pen.arc(x, -y, radius, 0, 2 * Math.PI);
    paint(pen, fill, line, width);
  },

  t(pen, x, y, text, color, size, align) {
    pen.font = `${size}px "DejaVu Sans", system-ui, sans-serif`;
    pen.textAlign = align;
    pen.fillStyle = color;
    pen.fillText(text, x, -y);
  },
};
