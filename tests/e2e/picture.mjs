// Coarse pictures of the page for storing and comparing: the mean colour of each cell of 16 by 16 pixels. Another
// machine's fonts change a cell little; another colour or position changes many.
import { Buffer } from "node:buffer";
import { deflateRawSync, inflateRawSync, inflateSync } from "node:zlib";

const CELL = 16;
const SHRUNK = 0.25; // the browser itself scales it down
const TALLEST = 2400;
const STEP = 8; // colour resolution of the stored pictures

/** A part of the page as drawn: its position, and its cells. Undefined if it is not visible. */
export async function picture(page, css) {
  const box = await page.in((css) => {
    const e = [...document.querySelectorAll(css)].find((each) => each.checkVisibility());
    const { left, top, width, height } = e?.getBoundingClientRect() ?? {};
    return width > 0 && height > 0 ? [left + scrollX, top + scrollY, width, height].map(Math.round) : null;
  }, css);
  if (!box) return null;
  const [x, y, width, height] = box;
  const clip = { x, y, width, height: Math.min(height, TALLEST), scale: SHRUNK };
  const { data } = await page.devtools("Page.captureScreenshot", { format: "png", clip, captureBeyondViewport: true });
  const image = decoded(Buffer.from(data, "base64"));
  const side = CELL * SHRUNK;
  const [columns, rows] = [Math.max(1, Math.floor(image.width / side)), Math.max(1, Math.floor(image.height / side))];
  const cells = Buffer.alloc(columns * rows * 3);
  for (let cell = 0; cell < columns * rows; cell += 1) {
    const [left, top] = [(cell % columns) * side, Math.floor(cell / columns) * side];
    for (let colour = 0; colour < 3; colour += 1) {
      let sum = 0;
      let count = 0;
      for (let v = top; v < Math.min(top + side, image.height); v += 1) {
        for (let u = left; u < Math.min(left + side, image.width); u += 1, count += 1) sum += image.pixels[(v * image.width + u) * image.channels + colour];
      }
      cells[cell * 3 + colour] = Math.round(sum / count);
    }
  }
  return { box, columns, rows, cells };
}

/** The stored form of a picture. */
export function packed(found) {
  if (!found) return null;
  return { box: found.box, columns: found.columns, rows: found.rows, cells: deflateRawSync(found.cells.map((each) => Math.floor(each / STEP)), { level: 9 }).toString("base64") };
}

function unpacked(kept) {
  if (!kept) return null;
  return { ...kept, cells: inflateRawSync(Buffer.from(kept.cells, "base64")).map((each) => each * STEP + STEP / 2) };
}

/**
 * The visible differences, in words; empty if there are none. A part may be 6 % longer, as with other fonts; 3 % of the
 * cells may have another colour, and the mean of all may shift by 2.5 of 255.
 */
export function difference(kept, found) {
  const [was, is] = [unpacked(kept), unpacked(packed(found))];
  if (!was || !is) return was === is ? "" : was ? "is not there any more" : "was not there";
  const [a, b] = [was.box, is.box];
  if (Math.abs(a[0] - b[0]) > 4 || Math.abs(a[2] - b[2]) > 4) return `stands at ${b[0]}, ${b[2]} wide; was at ${a[0]}, ${a[2]} wide`;
  if (Math.abs(a[1] - b[1]) > 12 + a[1] * 0.06) return `begins at ${b[1]}, was at ${a[1]}`;
  if (Math.abs(a[3] - b[3]) > 12 + a[3] * 0.06) return `is ${b[3]} tall, was ${a[3]}`;
  const columns = Math.min(was.columns, is.columns);
  let other = 0;
  let sum = 0;
  for (let row = 0; row < is.rows; row += 1) {
    const before = Math.min(was.rows - 1, Math.floor((row * was.rows) / is.rows));
    for (let column = 0; column < columns; column += 1) {
      let most = 0;
      for (let colour = 0; colour < 3; colour += 1) {
        const apart = Math.abs(is.cells[(row * is.columns + column) * 3 + colour] - was.cells[(before * was.columns + column) * 3 + colour]);
        sum += apart;
        most = Math.max(most, apart);
      }
      if (most > 32) other += 1;
    }
  }
  const count = is.rows * columns;
  const [share, mean] = [other / count, sum / count / 3];
  return share > 0.03 || mean > 2.5 ? `looks different: ${(share * 100).toFixed(1)} % of its cells, ${mean.toFixed(1)} of 255 in the mean` : "";
}

/** Pixels of a PNG in the form that browsers write: 8 bits, not interlaced. */
function decoded(png) {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const channels = { 2: 3, 6: 4 }[png[25]];
  if (png[24] !== 8 || !channels || png[28] !== 0) throw new Error("this PNG is of another kind");
  const parts = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const pixels = Buffer.alloc(stride * height);
  for (let row = 0; row < height; row += 1) {
    const filter = raw[row * (stride + 1)];
    for (let n = 0; n < stride; n += 1) {
      const left = n >= channels ? pixels[row * stride + n - channels] : 0;
      const up = row > 0 ? pixels[(row - 1) * stride + n] : 0;
      const corner = row > 0 && n >= channels ? pixels[(row - 1) * stride + n - channels] : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
      pixels[row * stride + n] = (raw[row * (stride + 1) + 1 + n] + guess) & 255;
    }
  }
  return { width, height, channels, pixels };
}

function paeth(left, up, corner) {
  const guess = left + up - corner;
  const [a, b, c] = [left, up, corner].map((each) => Math.abs(guess - each));
  return a <= b && a <= c ? left : b <= c ? up : corner;
}
