// Which crates the page's code comes from: bytes of code by crate, before wasm-opt, from the names in cargo's own
// output. Usage: node scripts/weigh.mjs [file.wasm]; build first with make dist.
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const file = process.argv[2] ?? "target/wasm32-unknown-unknown/release/rack-or-rent.wasm";
const data = readFileSync(file);

function number(at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = data[at++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return [value, at];
  }
}
const bytes = (at) => {
  const [length, start] = number(at);
  return [data.subarray(start, start + length), start + length];
};

let imports = 0;
const bodies = [];
const names = new Map();
for (let at = 8; at < data.length; ) {
  const kind = data[at];
  const [length, start] = number(at + 1);
  const end = start + length;
  if (kind === 2) imports = countImports(start);
  if (kind === 10) {
    let [count, next] = number(start);
    while (count-- > 0) {
      const [body, after] = bytes(next);
      bodies.push(body);
      next = after;
    }
  }
  if (kind === 0) readNames(start, end);
  at = end;
}

function countImports(start) {
  let [count, at] = number(start);
  let functions = 0;
  const limits = (flags, next) => (flags & 1 ? number(number(next)[1])[1] : number(next)[1]);
  while (count-- > 0) {
    at = bytes(bytes(at)[1])[1];
    const kind = data[at++];
    if (kind === 0) { functions++; at = number(at)[1]; }
    else if (kind === 1) at = limits(data[at + 1], at + 2);
    else if (kind === 2) at = limits(data[at], at + 1);
    else at += 2;
  }
  return functions;
}

function readNames(start, end) {
  const [title, from] = bytes(start);
  if (title.toString() !== "name") return;
  for (let at = from; at < end; ) {
    const kind = data[at];
    const [length, inside] = number(at + 1);
    if (kind === 1) {
      let [count, next] = number(inside);
      while (count-- > 0) {
        const [index, after] = number(next);
        const [name, then] = bytes(after);
        names.set(index, name.toString());
        next = then;
      }
    }
    at = inside + length;
  }
}

// A symbol names every crate it is made of; it belongs to the first that is not the language's own.
const own = new Set(["core", "alloc", "std"]);
function crateOf(symbol) {
  if (symbol.startsWith("__wbindgen_describe")) return "(descriptions, gone after wasm-bindgen)";
  const found = [...symbol.matchAll(/Cs[0-9A-Za-z]*_(\d+)([a-z_0-9]+)/g)].map(([, length, rest]) => rest.slice(0, Number(length)));
  return found.find((crate) => crate === "rack_or_rent") ?? found.find((crate) => crate === "engine")
    ?? found.find((crate) => !own.has(crate)) ?? found[0] ?? "(exports and glue)";
}

const crates = new Map();
bodies.forEach((body, index) => {
  const crate = crateOf(names.get(index + imports) ?? "");
  const entry = crates.get(crate) ?? [];
  entry.push(body);
  crates.set(crate, entry);
});
const rows = [...crates].map(([crate, parts]) => {
  const all = Buffer.concat(parts);
  return [crate, all.length, gzipSync(all, { level: 9 }).length];
}).sort((a, b) => b[1] - a[1]);
console.log("crate".padEnd(42), "code".padStart(9), "gzip -9".padStart(9));
for (const [crate, raw, gzip] of rows) {
  if (raw >= 1_000) console.log(crate.padEnd(42), raw.toLocaleString("en-US").padStart(9), gzip.toLocaleString("en-US").padStart(9));
}
