// Prepares a build for distribution: the list of files to cache for offline use, server snippets, licences, checksums.
// Safe to repeat. Usage: node scripts/finish.mjs [DIST] [ZIP]; with ZIP also writes a zip and its checksum.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
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

// The files that the page may request: its own scripts, styles, program and icon. The rest is for hosts and other programs.
const isKept = (path) => !path.includes("/") && /\.(js|wasm|css|svg)$/.test(path) && !["sw.js", "sw-off.js", "lost.js"].includes(path);

nameWorkers();
keepOffline();
snippets();
guides();
execFileSync(process.execPath, [join(HERE, "licences.mjs"), join(dist, "LICENSES.txt")], { stdio: "inherit" });
sums();
if (archive) pack(archive);

// Trunk gives the workers' files no hash: they get one of their contents, as the others have, and the page checks it.
function nameWorkers() {
  for (const kind of ["worker-jobs", "worker-files", "worker-workbook"]) {
    for (const name of [`${kind}.js`, `${kind}_bg.wasm`]) {
      if (!existsSync(join(dist, name))) continue; // named already
      const bytes = readFileSync(join(dist, name));
      const named = name.replace(kind, `${kind}-${sha256(bytes).slice(0, 16)}`);
      renameSync(join(dist, name), join(dist, named));
      const integrity = `sha256-${createHash("sha256").update(bytes).digest("base64")}`;
      const part = name.endsWith(".js") ? "glue" : "module";
      const place = new RegExp(`data-${part}="\\./${kind}[^"]*"( data-${part}-integrity="[^"]*")?`);
      change("index.html", place, `data-${part}="./${named}" data-${part}-integrity="${integrity}"`);
    }
  }
}

// The release hash covers every byte of the cached files, with the page's own release mark left empty.
function keepOffline() {
  const mark = /<meta name="release" content="[^"]*">/;
  change("index.html", mark, '<meta name="release" content="">');
  const files = filesOf(dist).filter(isKept);
  // Half of each hash is enough: it tells versions apart and is no security measure.
  const half = (bytes) => sha256(bytes).slice(0, 32);
  const list = () => [["./", half(read("index.html"))], ...files.map((path) => [`./${path}`, half(readFileSync(join(dist, path)))])];
  const release = sha256(JSON.stringify(list())).slice(0, 16);
  change("index.html", mark, `<meta name="release" content="${release}">`);
  change("sw.js", /^const VERSION = .*;$/m, `const VERSION = "${release}";`);
  change("sw.js", /^const FILES = .*;$/m, `const FILES = ${JSON.stringify(list())};`);
}

// Lists hashed names one by one for servers whose patterns cannot match them.
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

// The guides that the page refers to, for users who only have its folder.
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
