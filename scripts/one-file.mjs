// Bundles a built page into one HTML file that opens from disk: style, scripts and program inline, with a
// policy that allows each by its hash and forbids all connections.
// Usage: node scripts/one-file.mjs [DIST]; writes DIST/rack-or-rent.html and names it in the head of DIST/index.html
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const dist = process.argv[2] ?? "dist";
const names = readdirSync(dist);
const only = (pattern) => {
  const found = names.filter((name) => pattern.test(name));
  if (found.length !== 1) throw new Error(`${found.length} files in ${dist} match ${pattern}.`);
  return readFileSync(join(dist, found[0]));
};
const data = (id, bytes) => `<script type="application/gzip" id="${id}">${packed(bytes)}</script>`;
const packed = (bytes) => gzipSync(bytes, { level: 9 }).toString("base64");
const sum = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
function once(text, from, to) {
  const parts = text.split(from);
  if (parts.length !== 2) throw new Error(`${from} occurs ${parts.length - 1} times instead of once.`);
  return parts.join(to);
}

const style = [/^main-.*\.css$/, /^embed\.css$/].map((name) => only(name).toString()).join("");
const watch = only(/^watch\.js$/).toString();
const boot = only(/^boot\.js$/).toString();
const embed = inside(only(/^embed\.js$/).toString());
const address = /new URL\(["'][^"']*["'],\s*import\.meta\.url\)/;
const glue = inside(once(only(/^rack-or-rent-[^_]*\.js$/).toString(), address, "undefined"));
const icon = `data:image/svg+xml;base64,${only(/^icon\.svg$/).toString("base64")}`;

// A module as a function that returns its exports.
function inside(module) {
  const exported = [];
  let text = module.replace(/\bexport (?=(?:async )?(?:function|class) (\w+))/g, (_, name) => {
    exported.push(name);
    return "";
  });
  text = text.replace(/\bexport\s*\{([^}]*)\};?/, (_, names) => {
    exported.push(...names.split(",").map((each) => each.trim().replace(/^(\w+) as (\w+)$/, "$2: $1")));
    return "";
  });
  if (/\bimport\.meta\b|\bexport\s*(?:[{*]|(?:default|const|let|var|async|function|class)\b)|\bimport\s*["'{]/.test(text)) throw new Error("A module contains syntax that a plain script cannot.");
  return `(() => {\n${text}\nreturn { ${exported.join(", ")} };\n})()`;
}

const parts = `
const unpacked = async (id) => {
  const bytes = Uint8Array.from(atob(document.getElementById(id).textContent), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
};
globalThis.rackOrRentInside = { glue: () => ${glue}, embed: ${embed}, program: () => unpacked("program"), rest: () => unpacked("rest"), workerGlue: async (kind) => new TextDecoder().decode(await unpacked("worker-" + kind + "-glue")), workerProgram: (kind) => unpacked("worker-" + kind) };
`;
const start = `${parts}\n{\n${boot}\n}\n`;
const workers = ["worker-jobs", "worker-files", "worker-workbook"].flatMap((kind) => [
  data(kind, only(new RegExp(`^${kind}.*_bg\\.wasm$`))),
  data(`${kind}-glue`, only(new RegExp(`^${kind}[^_]*\\.js$`))),
]);
if (/<\/script/i.test(start + watch)) throw new Error("A script contains its own end tag.");

const policy = [
  "default-src 'none'",
  `script-src 'wasm-unsafe-eval' ${sum(watch)} ${sum(start)}`,
  `style-src ${sum(style)}`,
  "img-src data: blob:",
  "worker-src blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

let page = readFileSync(join(dist, "index.html"), "utf8");
page = page.replace(/(http-equiv="Content-Security-Policy" content=")[^"]*/, (_, before) => before + policy);
page = page.replace(/<link rel="(?:stylesheet|manifest|modulepreload|preload|icon)"[^>]*>/g, "");
page = page.replace(/<script[^>]*src="[^"]*"[^>]*><\/script>/g, "");
page = page.replace(/<meta name="(?:release|one-file|worker-jobs|worker-files|worker-workbook)"[^>]*>/g, "");
page = page.replace(/<meta name="app"[^>]*>/, '<meta name="app" content="" data-wasm="" data-rest="">');
page = page.replaceAll(/src="\.\/icon\.svg"/g, `src="${icon}"`);
page = once(page, "</head>", `<link rel="icon" href="${icon}">\n<style>${style}</style>\n</head>`);
if (/(?:src|href)="\.\//.test(page)) throw new Error("The file still refers to another file.");
page = once(page, "</body>", `${data("program", only(/^rack-or-rent-.*_bg\.wasm$/))}\n${data("rest", only(/^rack-or-rent-.*_rest\.wasm$/))}\n${workers.join("\n")}\n<script>${watch}</script>\n<script type="module">${start}</script>\n</body>`);
writeFileSync(join(dist, "rack-or-rent.html"), page);
// The page's frame snippets load it.
const index = readFileSync(join(dist, "index.html"), "utf8");
writeFileSync(join(dist, "index.html"), once(index, /<meta name="one-file" content="[^"]*">/, '<meta name="one-file" content="./rack-or-rent.html">'));
console.log(`${join(dist, "rack-or-rent.html")}: ${Buffer.byteLength(page).toLocaleString("en-US")} bytes`);
