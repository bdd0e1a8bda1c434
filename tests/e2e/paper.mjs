// Paper: sizes, and what a PDF of the page has.
import { inflateSync } from "node:zlib";

export const PAPERS = { A4: [21, 29.7], Letter: [21.59, 27.94] }; // cm
/** Pixels of a 96th of an inch between the margins of A4, which is the narrower paper: 210 mm less twice 12. */
export const A4_PIXELS = Math.floor((186 / 25.4) * 96);
/** Smallest letters on paper, in points, less what rounding takes. */
export const SMALLEST = 8 - 0.01;

/** The compressed streams of a PDF that can be unpacked, as text. */
function streamsOf(pdf) {
  const found = [];
  for (const { index, 0: begin } of pdf.toString("latin1").matchAll(/stream\r?\n/g)) {
    const from = index + begin.length;
    try {
      found.push(inflateSync(pdf.subarray(from, pdf.indexOf("endstream", from))).toString("latin1"));
    } catch {
      // Not a compressed stream.
    }
  }
  return found;
}

/** Pages of a PDF: objects of type Page, which may be in compressed streams. */
export function pagesOf(pdf) {
  const text = [pdf.toString("latin1"), ...streamsOf(pdf)].join("\n");
  return text.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

/** Sizes of the letters of a PDF in points: the font's size as the matrices of the text and of the page scale it. */
export function sizesOf(pdf) {
  const sizes = [];
  const times = ([a, b, c, d], [e, f, g, h]) => [a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h];
  for (const stream of streamsOf(pdf).filter((text) => /\bBT\b/.test(text))) {
    let page = [1, 0, 0, 1];
    let text = page;
    let size = 0;
    const kept = [];
    let numbers = [];
    // Strings are skipped: their contents are no operators.
    for (const [token] of stream.matchAll(/<[0-9A-Fa-f\s]*>|\((?:\\[^]|[^\\)])*\)|[^\s<>()[\]]+/g)) {
      if (/^[-+]?\d*\.?\d+$/.test(token)) {
        numbers.push(Number(token));
        continue;
      }
      const matrix = numbers.slice(-6, -2);
      if (token === "q") kept.push(page);
      else if (token === "Q") page = kept.pop() ?? [1, 0, 0, 1];
      else if (token === "cm") page = times(matrix, page);
      else if (token === "BT") text = [1, 0, 0, 1];
      else if (token === "Tm") text = matrix;
      else if (token === "Tf") size = numbers.at(-1);
      else if (token === "Tj" || token === "TJ") {
        const [, , c, d] = times(text, page);
        sizes.push(size * Math.hypot(c, d));
      }
      if (!/^[</(]/.test(token)) numbers = [];
    }
  }
  return sizes;
}

/** Texts on paper whose letters are smaller than so many points, with their size; sizes are those of the page as it is laid out. */
export const smallTexts = (it, points) => it.in((points) => {
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const around = node.parentElement;
    const box = around.getBoundingClientRect();
    if (node.data.trim() === "" || !around.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || box.width < 2) continue;
    const scale = around.closest("svg")?.getScreenCTM().a ?? 1;
    const size = Number.parseFloat(getComputedStyle(around).fontSize) * scale * 0.75;
    if (size < points) found.push(`${size.toFixed(1)}: ${node.data.trim().slice(0, 40)}`);
  }
  return found;
}, points);
