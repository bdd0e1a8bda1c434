// Splits a release of the page into two parts: what the first answer needs, and what only the functions reach that in_the_second_part declares (src/state/second_part.rs). Then
// minifies its scripts and style, and bundles it into one file.
// Trunk runs it after its own build and before it publishes the folder (Trunk.toml), because it has no such step itself:
// wasm-split goes by the linker's relocations, which wasm-bindgen removes. So the program is processed here once more.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const { TRUNK_PROFILE: profile, TRUNK_STAGING_DIR: staging, TRUNK_SOURCE_DIR: source } = process.env;
if (!staging) throw new Error("Trunk runs this script.");
if (profile === "release") {
  split();
  minify();
  // The snippets of the section "Share" load the one file, so every release has it, also the one that "make run" serves.
  execFileSync(process.execPath, [join(source, "scripts/one-file.mjs"), staging], { stdio: "pipe" });
}

function split() {
  const work = mkdtempSync(join(tmpdir(), "split-"));
  // What the tools print is shown if they fail: wasm-opt remarks on names of data, which it removes.
  const run = (program, ...parameters) => execFileSync(program, parameters, { cwd: work, stdio: "pipe" });
  const { target_directory: target } = JSON.parse(execFileSync("cargo", ["metadata", "--no-deps", "--format-version", "1", "--offline"], { cwd: source }));
  run("wasm-split-cli", join(target, "wasm32-unknown-unknown/release/rack-or-rent.wasm"), work, "--out-name", "page");
  run("wasm-bindgen", "--target", "web", "--no-typescript", "--keep-lld-exports", "--no-demangle", "--out-name", "page", "--out-dir", join(work, "bound"), "page.wasm");
  const parts = readdirSync(work).filter((name) => /^(split|chunk)_.*\.wasm$/.test(name));
  if (parts.length !== 1) throw new Error(`${parts.length} second parts instead of one: ${parts}`);

  const optimised = (path) => {
    // By name: functions that are alike stand together, and compress better. The lowest kilobyte is the far end of the stack, which the linker puts
    // first: nothing else is there.
    const smaller = (from, to, ...more) => run("wasm-opt", "-Oz", "--low-memory-unused", ...more, "--enable-bulk-memory", "--enable-nontrapping-float-to-int", "--enable-reference-types", "--enable-sign-ext", "--enable-mutable-globals", "--enable-multivalue", "--strip-debug", "--strip-producers", from, "-o", to);
    smaller(path, join(work, "once.wasm"), "--reorder-functions-by-name");
    smaller(join(work, "once.wasm"), join(work, "out.wasm")); // a second time it finds a little more
    return readFileSync(join(work, "out.wasm"));
  };
  const first = named("_bg.wasm", optimised("bound/page_bg.wasm"));
  const rest = named("_rest.wasm", optimised(parts[0]));
  const glue = named(".js", minified(joined(readFileSync(join(work, "bound/page.js"), "utf8"), readFileSync(join(work, "__wasm_split.js"), "utf8")).replaceAll("page_bg.wasm", first.name), "js"));
  rmSync(work, { recursive: true });

  // Trunk writes its hash without leading zeros.
  const old = readdirSync(staging).filter((name) => /^rack-or-rent-[0-9a-f]{8,16}(_bg\.wasm|\.js)$/.test(name));
  const [oldGlue, oldFirst] = [old.find((name) => name.endsWith(".js")), old.find((name) => name.endsWith(".wasm"))];
  for (const name of old) rmSync(join(staging, name));
  for (const { name, bytes } of [first, rest, glue]) writeFileSync(join(staging, name), bytes);
  const index = join(staging, "index.html");
  const html = readFileSync(index, "utf8").replaceAll(oldGlue, glue.name).replaceAll(oldFirst, first.name);
  const integrity = `sha256-${createHash("sha256").update(rest.bytes).digest("base64")}`;
  writeFileSync(index, once(html, 'data-rest=""', `data-rest="./${rest.name}" data-rest-integrity="${integrity}"`));
}

// What the page loads by itself: what others read and copy stays as it is written. Not
// with Trunk's own minifier, which fails on the glue.
function minify() {
  for (const name of readdirSync(staging).filter((name) => /^(boot|watch|offline|embed)\.js$|^(main-.*|embed)\.css$/.test(name))) {
    const path = join(staging, name);
    writeFileSync(path, minified(readFileSync(path, "utf8"), name.split(".").at(-1)));
  }
}

function minified(text, kind) {
  const how = kind === "css" ? ["--minify-whitespace"] : ["--minify", "--target=es2022"];
  return execFileSync("esbuild", [`--loader=${kind}`, "--log-level=warning", ...how], { input: text, encoding: "utf8" });
}

function named(end, bytes) {
  return { name: `rack-or-rent-${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}${end}`, bytes };
}

function once(text, from, to) {
  const pieces = text.split(from);
  if (pieces.length !== 2) throw new Error(`${from} occurs ${pieces.length - 1} times instead of once.`);
  return pieces.join(to);
}

// The splitter's loader is a module of its own that imports the glue, which imports it: here it becomes a part of the glue.
// It asks the page for the program (public/boot.js), because the page may be one file.
function joined(glue, loader) {
  const [, name] = /^import \* as (\w+) from "\.\/__wasm_split\.js";?$/m.exec(glue) ?? [];
  if (!name) throw new Error("The glue does not import the loader.");
  let inside = once(loader, 'import { initSync } from "./page.js";', "");
  const fetching = /\(\) => \{\s*const src = fetch\([^;]*;\s*src\.catch\([^;]*;\s*return async \(imports\) => \(WebAssembly\.instantiateStreaming\(src, imports\)\);\s*\}/g;
  inside = inside.replace(fetching, () => "() => (imports) => globalThis.rackOrRentRest(imports)");
  const exported = [...inside.matchAll(/^export const (\w+) =/gm)].map(([, each]) => each);
  inside = inside.replaceAll("export const ", "const ");
  if (exported.length === 0 || /\bfetch\(|\bimport\b(?!s)|\bexport\b/.test(inside)) throw new Error("The splitter's loader is not as expected.");
  // An attempt to start that failed may have left listeners and timers behind: they then call into nothing.
  const abandon = "export function abandon() { wasm = new Proxy({}, { get: () => () => undefined }); }";
  if (!/^let (?:\w+, )*wasm\b/m.test(glue)) throw new Error("The glue holds its program elsewhere.");
  return `${glue}\n${abandon}\n`.replace(/^import \* as \w+ from "\.\/__wasm_split\.js";?$/m, () => `const ${name} = (() => {\n${inside}\nreturn { ${exported.join(", ")} };\n})();`);
}
