// Makes a released page lighter without changing what it does; Trunk runs it before it hands a build over (Trunk.toml):
// scripts become short by terser, comments and indents leave styles and workers, hashes leave the names by which glue and
// program call each other, and what neither of them calls leaves both.
import { Buffer } from "node:buffer";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listed, marked, split } from "./split.mjs";

/** Streams of wasm-streams: Leptos links it, and nothing makes one. */
const UNUSED = /intounderlying/i;
/** scripts/finish.mjs writes constants into workers, line by line. */
const isWorker = (name) => /^sw\b/.test(name);

const [isLater, isAsked] = ["later", "asked"].map((name) => listed(readFileSync(`scripts/${name}.txt`, "utf8")));

const folder = process.env.TRUNK_STAGING_DIR;
if (!folder) throw new Error("Trunk runs this: TRUNK_STAGING_DIR is not set.");
if (process.env.TRUNK_PROFILE === "release") {
  const names = readdirSync(folder);
  const program = names.find((name) => name.endsWith("_bg.wasm"));
  styleInTwo(names.find((name) => /^main-.*\.css$/.test(name)));
  for (const name of readdirSync(folder).filter((each) => /\.(js|css)$/.test(each))) change(name, (text) => withoutComments(name, text));
  if (program) {
    const glue = program.replace("_bg.wasm", ".js");
    changeBytes(program, (bytes) => relisted(bytes, (name) => (UNUSED.test(name) ? undefined : name)));
    change(glue, withoutUnused);
    if (process.env.MARK_CALLS) mark(program);
    else inParts(program);
    const short = shortNames(readFileSync(join(folder, program)));
    change(glue, (text) => text.replace(/\w+/g, (word) => short.get(word) ?? word));
    changeBytes(program, (bytes) => relisted(bytes, (name) => short.get(name) ?? name));
  }
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".js") && !isWorker(each))) change(name, shortened);
}

// A script in as few letters as it takes. Top-level names may change in modules alone: scripts share them.
function shortened(text) {
  const module = /^(?:import|export|await)\b/m.test(text);
  // No function here is made with `new`: an arrow is one too. Scripts stay in the words of old browsers, to which they say so.
  const how = module ? ["--module", "--ecma", "2020", "--compress", "unsafe_arrows,passes=2"] : ["--compress"];
  return execFileSync("terser", [...how, "--mangle"], { input: text, encoding: "utf8" });
}

function withoutUnused(text) {
  const classes = /^export class (\w+) \{\n[^]*?\n\}\nif \(Symbol\.dispose\).*\n/gm;
  const registries = /^const (\w+)Finalization = [^;]*;\n/gm;
  const gone = (all, name) => (UNUSED.test(name) ? "" : all);
  const left = text.replace(classes, gone).replace(registries, gone);
  if (UNUSED.test(left)) throw new Error(`The glue still names ${UNUSED.exec(left)[0]}.`);
  return left;
}

// What the first answer does not need, by the names of functions: explanations, comparison, saving. What somebody must ask
// for before it is needed at all: pictures, tables and files, price books of one's own.
function inParts(program) {
  const { first, second, third } = split(readFileSync(join(folder, program)), isLater, isAsked);
  writeFileSync(join(folder, program), first);
  for (const [which, part, { bytes, moved, entries, data }] of [["second", "more", second], ["third", "asked", third]]) {
    writeFileSync(join(folder, program.replace("_bg.wasm", `_${part}.wasm`)), bytes);
    console.log(`${which} part: ${moved} functions, ${entries} of them called from before it, and ${data} bytes of constants`);
  }
  const glue = program.replace("_bg.wasm", ".js");
  change(glue, (text) => replaced(text, "wasm = instance.exports;", "wasm = instance.exports; globalThis.rackOrRentJoined?.(wasm);"));
  change("index.html", (text) => replaced(text, "data-wasm=", 'data-parts="3" data-wasm='));
}

// What no first answer shows stands behind a mark in the style: boot.js fetches it with the second part of the program.
function styleInTwo(name) {
  const [first, later] = replaced(readFileSync(join(folder, name), "utf8"), "/* Later:", "\0/* Later:").split("\0");
  writeFileSync(join(folder, name), first);
  writeFileSync(join(folder, name.replace(".css", "_more.css")), later);
}

// For scripts/called.mjs: the program whole, with flags, and the names of its functions beside it.
function mark(program) {
  const { bytes, functions } = marked(readFileSync(join(folder, program)), (name) => isLater(name) || isAsked(name));
  writeFileSync(join(folder, program), bytes);
  writeFileSync(join(folder, "functions.json"), JSON.stringify(functions));
  change(program.replace("_bg.wasm", ".js"), (text) => replaced(text, "wasm = instance.exports;", "wasm = instance.exports; globalThis.rackOrRentCalled = wasm;"));
}

function replaced(text, old, next) {
  if (text.split(old).length !== 2) throw new Error(`"${old}" does not stand once where it should.`);
  return text.replace(old, next);
}

function change(name, how) {
  changeBytes(name, (bytes) => how(bytes.toString("utf8")));
}

function changeBytes(name, how) {
  const path = join(folder, name);
  writeFileSync(path, how(readFileSync(path)));
}

// Only whole lines are touched: what stands inside a line may be a text. A text over several lines must stay whole.
function withoutComments(name, text) {
  const script = name.endsWith(".js");
  if (script && text.split("\n").some((line) => line.split("`").length % 2 === 0)) {
    throw new Error(`${name} holds a text over several lines, which this would change.`);
  }
  const lines = text.replace(/^[ \t]*\/\*[^]*?\*\/[ \t]*$/gm, "").split("\n").map((line) => line.trim());
  return lines.filter((line) => line && !(script && line.startsWith("//"))).join("\n");
}

// `__wbg_set_e4b9a833d288759a` as `__wbg_set`, another of that name as `__wbg_set2`.
function shortNames(bytes) {
  const module = new WebAssembly.Module(bytes);
  const all = [...WebAssembly.Module.imports(module), ...WebAssembly.Module.exports(module)].map((each) => each.name);
  const taken = new Set(all);
  const short = new Map();
  for (const name of all.filter((each) => /_[0-9a-f]{16}/.test(each))) {
    const base = name.replace(/_[0-9a-f]{16}/g, "");
    let next = base;
    for (let count = 2; taken.has(next); count++) next = base + count;
    taken.add(next);
    short.set(name, next);
  }
  return short;
}

// The program with other names in its lists of imports (section 2) and exports (section 7), without the exports for which
// there is none.
function relisted(bytes, rename) {
  let at = 8;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  const text = () => {
    const length = number();
    return bytes.toString("utf8", at, (at += length));
  };
  const leb = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...leb(Math.floor(value / 128))]);
  const written = (name) => {
    const utf8 = Buffer.from(name);
    return [...leb(utf8.length), ...utf8];
  };
  const parts = [bytes.subarray(0, 8)];
  while (at < bytes.length) {
    const kind = bytes[at++];
    const length = number();
    const [start, end] = [at, at + length];
    let content = bytes.subarray(start, end);
    if (kind === 2 || kind === 7) {
      const count = number();
      const entries = [];
      for (let entry = 0; entry < count; entry++) {
        const from = kind === 2 ? written(text()) : [];
        const name = text();
        const what = [bytes[at++], ...leb(number())];
        const next = rename(name);
        if (next !== undefined) entries.push([...from, ...written(next), ...what]);
        if (kind === 2 && (what[0] !== 0 || next === undefined)) throw new Error(`${name} is imported and no function, or wanted nowhere: this cannot change it.`);
      }
      content = Buffer.from([...leb(entries.length), ...entries.flat()]);
    }
    parts.push(Buffer.from([kind, ...leb(content.length)]), content);
    at = end;
  }
  return Buffer.concat(parts);
}
