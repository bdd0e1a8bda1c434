// Prints the file sizes of a built page, and fails over a limit. Usage: node scripts/size.mjs [dist]
// Warns if one of them grew by more than 3 % over scripts/sizes.txt; UPDATE=1 updates those figures.
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

// Bytes, brotli 11: what the page loads before its first answer, everything until it is complete, and each worker module.
// Uncompressed: the one file.
const LIMITS = { first: 572_000, page: 1_125_000, worker: 600_000, "one-file": 4_500_000 };
const GROWTH = 0.03; // per change, before a warning
const RECORDED = new URL("sizes.txt", import.meta.url);

const dist = process.argv[2] ?? "dist";
if (!existsSync(join(dist, "index.html"))) {
  console.error(`No page in ${dist}: run 'make dist' first.`);
  process.exit(1);
}

// The files that a file loads by itself: paths relative to the page's folder.
function references(path, text) {
  const found = [];
  if (path.endsWith(".html")) {
    for (const [tag] of text.matchAll(/<(?:link|script|img|meta)\b[^>]*>/g)) {
      if (tag.includes('name="one-file"')) continue; // named for frames, not loaded
      for (const [, value] of tag.matchAll(/\s(?:href|src|content|data-wasm)="([^"]+)"/g)) found.push(value);
    }
  } else if (/\.m?js$/.test(path)) {
    for (const [, value] of text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"']+)["']/g)) found.push(value);
  } else if (path.endsWith(".css")) {
    for (const [, value] of text.matchAll(/(?:url\(|@import)\s*["']?([^"')]+)/g)) found.push(value);
  }
  return found.map((value) => posix.normalize(posix.join(posix.dirname(path), value.replace(/[?#].*$/, ""))));
}

const first = new Set(["index.html"]);
for (const path of first) {
  if (!/\.(html|m?js|css)$/.test(path)) continue;
  for (const next of references(path, readFileSync(join(dist, path), "utf8"))) {
    const isFile = existsSync(join(dist, next)) && readdirSync(join(dist, dirname(next))).includes(posix.basename(next));
    if (isFile && posix.extname(next)) first.add(next);
  }
}
const all = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => posix.relative(dist, posix.join(entry.parentPath ?? entry.path, entry.name)))
  .sort();

function weigh(path) {
  const bytes = readFileSync(join(dist, path));
  return {
    path,
    raw: bytes.length,
    gzip: gzipSync(bytes, { level: 9 }).length,
    brotli: brotliCompressSync(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }).length,
  };
}
const sum = (rows, path) =>
  rows.reduce((total, row) => ({ path, raw: total.raw + row.raw, gzip: total.gzip + row.gzip, brotli: total.brotli + row.brotli }), {
    path, raw: 0, gzip: 0, brotli: 0,
  });

const needed = all.filter((path) => first.has(path)).map(weigh);
// The engine without the page, for other programs: visitors of the page do not load it.
const module = all.filter((path) => path.startsWith("api/") && /\.(js|wasm)$/.test(path)).map(weigh);
// For the host of the page: no browser requests it.
const forHosts = (path) => /^(servers\/|embed\/|docs\/|rack-or-rent\.html$|LICENSES\.txt$|SHA256SUMS$|sw-off\.js$)/.test(path);
const whenAsked = (path) => path.endsWith("_asked.wasm");
const ofWorker = (path) => /worker[^/]*\.(js|wasm)$/.test(path);
const rest = all.filter((path) => !first.has(path) && !path.startsWith("api/") && !forHosts(path));
const workers = rest.filter(ofWorker).map(weigh);
const later = rest.filter((path) => !whenAsked(path) && !ofWorker(path)).map(weigh);
const asked = rest.filter(whenAsked).map(weigh);
const total = sum(needed, "up to the first answer");
const whole = sum([...needed, ...later], "the whole page");
const rows = [...needed, total, ...later, ...(later.length ? [whole] : []), ...asked, ...workers];
const width = Math.max(...rows.map((row) => row.path.length));
const line = (name, ...figures) =>
  console.log(name.padEnd(width) + figures.map((figure) => figure.toLocaleString("en-US").padStart(12)).join(""));

line("bytes", "raw", "gzip -9", "brotli -11");
for (const row of rows) {
  if (row === total) console.log("-".repeat(width + 36));
  line(row.path, row.raw, row.gzip, row.brotli);
  if (row === total && later.length) console.log("\nloaded after the first answer:");
  if (row === whole && asked.length) console.log("\nloaded on first use:");
}
if (module.length) {
  console.log("\nthe engine as a JavaScript module, without the page:");
  for (const row of module) line(row.path, row.raw, row.gzip, row.brotli);
}
if (!needed.some((row) => row.path.endsWith(".wasm"))) {
  console.error("The page refers to no wasm file: the table must be wrong.");
  process.exit(1);
}

const bytes = (figure) => figure.toLocaleString("en-US");
const oneFile = existsSync(join(dist, "rack-or-rent.html")) ? [["one-file", "rack-or-rent.html", weigh("rack-or-rent.html").raw]] : [];
const limited = [["first", total.path, total.brotli], ["page", whole.path, whole.brotli], ...workers.map((row) => ["worker", row.path, row.brotli]), ...oneFile];
const recorded = Object.fromEntries(readFileSync(RECORDED, "utf8").trim().split("\n").map((line) => line.split(" ")));
console.log("");
for (const [kind, name, size] of limited) {
  const limit = LIMITS[kind];
  console.log(`${name}: ${bytes(size)} bytes, limit ${bytes(limit)}`);
  const before = Number(recorded[kind] ?? NaN);
  if (size > before * (1 + GROWTH)) console.warn(`Warning: ${name} grew by ${((size / before - 1) * 100).toFixed(1)} % from ${bytes(before)} bytes. If intended: UPDATE=1 scripts/size`);
  if (size > limit) {
    console.error(`${name}: over the limit by ${bytes(size - limit)} bytes.`);
    process.exitCode = 1;
  }
}
if (process.env.UPDATE) writeFileSync(RECORDED, `${limited.filter(([kind]) => kind !== "worker").map(([kind, , size]) => `${kind} ${size}`).join("\n")}\n`);
