// Makes a build ready to be handed out: the list of files that are kept for use without a network, snippets for servers,
// licences, sums. May be repeated. Usage: node scripts/finish.mjs [DIST] [ZIP]; with ZIP also a zip of it and its sum.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { filesOf, zip } from "./zip.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const [dist = "dist", archive] = process.argv.slice(2);
if (!existsSync(join(dist, "index.html"))) throw new Error(`No page in ${dist}: run 'make dist'.`);
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
const read = (path) => readFileSync(join(dist, path), "utf8");
const write = (path, text) => writeFileSync(join(dist, path), text);
function change(path, from, to) {
  const text = read(path);
  if (!from.test(text)) throw new Error(`${path} has no place for ${from}`);
  write(path, text.replace(from, () => to));
}
const isHashed = (path) => /-[0-9a-f]{8,16}[^/]*\.(js|wasm|css)$/.test(path);

// What the page may ask for in use: its own scripts, styles, program and drawing. The rest is for hosts and other programs.
const isKept = (path) => !path.includes("/") && /\.(js|wasm|css|svg)$/.test(path) && !["sw.js", "sw-off.js", "lost.js"].includes(path);

keepOffline();
snippets();
guides();
execFileSync(process.execPath, [join(HERE, "licences.mjs"), join(dist, "LICENSES.txt")], { stdio: "inherit" });
sums();
if (archive) pack(archive);

// The release stands for every byte of what is kept, the page without its own mark.
function keepOffline() {
  const mark = /<meta name="release" content="[^"]*">/;
  change("index.html", mark, '<meta name="release" content="">');
  const files = filesOf(dist).filter(isKept);
  // Half of each sum: they tell versions apart, nobody is kept out by them.
  const half = (bytes) => sha256(bytes).slice(0, 32);
  const list = () => [["./", half(read("index.html"))], ...files.map((path) => [`./${path}`, half(readFileSync(join(dist, path)))])];
  const release = sha256(JSON.stringify(list())).slice(0, 16);
  change("index.html", mark, `<meta name="release" content="${release}">`);
  change("sw.js", /^const VERSION = .*;$/m, `const VERSION = "${release}";`);
  change("sw.js", /^const FILES = .*;$/m, `const FILES = ${JSON.stringify(list())};`);
}

// Hashed names are written out where a server's patterns are weak.
function snippets() {
  rmSync(join(dist, "servers"), { recursive: true, force: true });
  cpSync(join(HERE, "../servers"), join(dist, "servers"), { recursive: true });
  const hashed = filesOf(dist).filter((path) => isHashed(path) && !path.includes("/"));
  const forever = "public, max-age=31536000, immutable";
  const headers = ["# Files with a hash in their name never change.", ...hashed.map((path) => `/${path}\n  Cache-Control: ${forever}`)].join("\n");
  for (const host of ["netlify", "cloudflare"]) change(`servers/${host}/_headers`, /^# hashed files$/m, headers);
  const locations = hashed.map((path) => `  <location path="${path}">
    <system.webServer><staticContent><clientCache cacheControlMode="UseMaxAge" cacheControlMaxAge="365.00:00:00" cacheControlCustom="immutable" /></staticContent></system.webServer>
  </location>`);
  change("servers/iis/web.config", /^ *<!-- hashed files -->$/m, locations.join("\n"));
}

// The guides that the page names, for whoever has its folder alone.
function guides() {
  for (const name of ["api.md", "embed.md", "format.md"]) cpSync(join(HERE, "../docs", name), join(dist, "docs", name));
}

function sums() {
  const lines = filesOf(dist).filter((path) => path !== "SHA256SUMS").map((path) => `${sha256(readFileSync(join(dist, path)))}  ${path}`);
  write("SHA256SUMS", `${lines.join("\n")}\n`);
}

function pack(file) {
  mkdirSync(dirname(file), { recursive: true });
  const bytes = zip(dist, basename(file, ".zip"));
  writeFileSync(file, bytes);
  writeFileSync(join(dirname(file), "SHA256SUMS"), `${sha256(bytes)}  ${basename(file)}\n`);
  console.log(`${file}: ${bytes.length.toLocaleString("en-US")} bytes, SHA-256 ${sha256(bytes)}`);
}
