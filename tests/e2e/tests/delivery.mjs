// Distribution files beside the page: checksums, server snippets, licences, the zip.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { test } from "../harness.mjs";
import { ROOT } from "../native.mjs";
import { POLICY } from "../server.mjs";
import { filesOf, zip } from "../../../scripts/zip.mjs";

const SNIPPETS = ["nginx/rack-or-rent.conf", "apache/.htaccess", "iis/web.config", "netlify/_headers", "cloudflare/_headers"];

test("The sums are those of every file", async ({ dist }) => {
  const lines = (await readFile(join(dist, "SHA256SUMS"), "utf8")).trim().split("\n").map((line) => line.split("  "));
  assert.deepEqual(lines.map(([, path]) => path), filesOf(dist).filter((path) => path !== "SHA256SUMS"));
  for (const [sum, path] of lines) assert.equal(createHash("sha256").update(await readFile(join(dist, path))).digest("hex"), sum, path);
});

test("The snippets for servers carry the policy, name the hashed files, and forbid guessing", async ({ dist }) => {
  const html = await readFile(join(dist, "index.html"), "utf8");
  const meta = html.match(/Content-Security-Policy" content="([^"]*)"/)[1];
  assert.equal(`${meta}; frame-ancestors *`, POLICY, "one policy, in the page and in headers");
  const hashed = (await readdir(dist)).filter((name) => /-[0-9a-f]{8,16}[^/]*\.(js|wasm|css)$/.test(name));
  assert.ok(hashed.length >= 3);
  for (const name of SNIPPETS) {
    const text = await readFile(join(dist, "servers", name), "utf8");
    assert.ok(text.includes(POLICY), name);
    for (const word of ["nosniff", "no-referrer"]) assert.ok(text.includes(word), `${name}: ${word}`);
    assert.match(text, /Access-Control-Allow-Origin(:|" value=|) ?"?\*/, `${name}: sandboxed frames may read the files`);
    assert.match(text, /no-cache|DisableCache/, name);
    assert.match(text, /31536000|365\.00/, name);
    if (/^(nginx|apache|iis)/.test(name)) assert.match(text, /application\/wasm/, name);
    else assert.ok(hashed.every((each) => text.includes(`\n/${each}\n`)), name);
  }
  // Only the hashes in its own policy allow its inline scripts.
  const exempt = { nginx: /location = \S*rack-or-rent\.html \{[^}]*"frame-ancestors \*"/, apache: /<Files "rack-or-rent\.html">\s*Header always set Content-Security-Policy "frame-ancestors \*"/, iis: /path="rack-or-rent\.html">[^]*?value="frame-ancestors \*"/, cloudflare: /^\/rack-or-rent\.html\n {2}! Content-Security-Policy$/m };
  for (const name of SNIPPETS) {
    const text = await readFile(join(dist, "servers", name), "utf8");
    const [server] = name.split("/");
    if (server === "netlify") assert.doesNotMatch(text.split(/^(?=\/)/m).filter((rule) => /^\/(\*|rack-or-rent)/.test(rule)).join(""), /Content-Security-Policy/, "rules that match the one file");
    else assert.match(text, exempt[server], name);
  }
  const iis = await readFile(join(dist, "servers/iis/web.config"), "utf8");
  assert.ok(hashed.every((each) => iis.includes(`<location path="${each}">`)));
  const patterns = await Promise.all(["nginx/rack-or-rent.conf", "apache/.htaccess"].map((name) => readFile(join(dist, "servers", name), "utf8")));
  for (const text of patterns) {
    const pattern = new RegExp(text.match(/"(-\[0-9a-f\]\{8,16\}.*\$)"/)[1]);
    assert.ok(hashed.every((each) => pattern.test(each)) && !["index.html", "sw.js", "boot.js"].some((each) => pattern.test(each)));
  }
});

test("The worker keeps all that the page names, and only what is there", async ({ dist }) => {
  const worker = await readFile(join(dist, "sw.js"), "utf8");
  const files = JSON.parse(worker.match(/^const FILES = (.*);$/m)[1]);
  const html = await readFile(join(dist, "index.html"), "utf8");
  const kept = new Map(files);
  for (const [path, sum] of kept) assert.equal(createHash("sha256").update(await readFile(join(dist, path === "./" ? "index.html" : path))).digest("hex").slice(0, 32), sum, path);
  assert.ok(html.includes(`<meta name="release" content="${worker.match(/^const VERSION = "(\w+)";$/m)[1]}">`));
  for (const [, , name] of html.matchAll(/\s(href|src|content|data-wasm)="(?:\.\/)?([\w.-]+\.(?:js|css|wasm))"/g)) assert.ok(kept.has(`./${name}`), name);
  for (const name of (await readdir(dist)).filter((each) => each.endsWith(".wasm"))) assert.ok(kept.has(`./${name}`), name);
});

test("The manifest names files that are there, all relative", async ({ dist }) => {
  const manifest = JSON.parse(await readFile(join(dist, "site.webmanifest"), "utf8"));
  for (const { src, sizes, type } of manifest.icons) {
    assert.match(src, /^\.\//);
    const bytes = await readFile(join(dist, src));
    if (type === "image/png") assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, sizes, src);
  }
  assert.deepEqual([manifest.start_url, manifest.scope, manifest.id], ["./", "./", "./"]);
});

test("The licences of all packages in the program are told", async ({ dist }) => {
  const text = await readFile(join(dist, "LICENSES.txt"), "utf8");
  for (const name of ["leptos", "wasm-bindgen", "serde", "libm", "zmij", "csv-core", "serde-wasm-bindgen"]) assert.match(text, new RegExp(`^${name} \\d`, "m"), name);
  assert.doesNotMatch(text, /^proptest /m, "tests do not ship");
});

test("A zip of the page is the same each time, and no path of this machine stands in what ships", async ({ dist }) => {
  assert.ok(zip(dist, "page").equals(zip(dist, "page")));
  const home = process.env.HOME ?? "/root";
  for (const path of filesOf(dist)) {
    const text = (await readFile(join(dist, path))).toString("latin1");
    for (const folder of [ROOT, `${home}/`, process.env.CARGO_HOME, "/.cargo/", "/usr/lib/rustlib"].filter((each) => each && each !== "/")) assert.ok(!text.includes(folder), `${path} holds ${folder}`);
  }
});
