// The server snippets on the real servers, if installed: every file with its type and headers, and the page itself.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Skip, test } from "../harness.mjs";
import { until } from "../page.mjs";
import { POLICY } from "../server.mjs";

const SERVERS = { nginx, Apache: apache };
const TYPES = [[/\.html$/, /^text\/html/], [/\.js$/, /^(text|application)\/javascript/], [/\.css$/, /^text\/css/], [/\.wasm$/, /^application\/wasm/], [/\.svg$/, /^image\/svg\+xml/], [/\.webmanifest$/, /^application\/manifest\+json/]];

for (const [name, start] of Object.entries(SERVERS)) {
  test(`The snippet for ${name} on ${name} itself: types, headers, what is kept for how long, and the page`, async ({ dist, page }) => {
    const root = await mkdtemp(join(tmpdir(), "rack-or-rent-"));
    const folder = join(root, "www", "rack-or-rent");
    let server;
    try {
      await cp(dist, folder, { recursive: true });
      await chmod(root, 0o755); // the server's workers run as another user
      const port = await free();
      server = await start({ root, folder, port });
      const origin = `http://127.0.0.1:${port}`;
      const url = `${origin}/rack-or-rent/`;
      await until(`${name} answers`, () => fetch(url).then((found) => found.ok, () => false));
      for (const file of ["", ...(await readdir(folder)).filter((each) => /\.(html|js|css|wasm|svg|webmanifest)$/.test(each))]) {
        const found = await fetch(url + file);
        const of = (header) => found.headers.get(header);
        assert.equal(found.status, 200, file);
        for (const [ending, type] of TYPES) if (ending.test(file || "index.html")) assert.match(of("content-type") ?? "", type, file);
        assert.equal(of("content-security-policy"), file === "rack-or-rent.html" ? "frame-ancestors *" : POLICY, file);
        assert.equal(of("x-content-type-options"), "nosniff", file);
        assert.equal(of("referrer-policy"), "no-referrer", file);
        assert.equal(of("access-control-allow-origin"), "*", file);
        assert.equal(of("cache-control"), /-[0-9a-f]{8,16}[^/]*\.(js|wasm|css)$/.test(file) ? "public, max-age=31536000, immutable" : "no-cache", file);
      }
      const missing = await fetch(`${url}nothing-here`);
      assert.equal(missing.status, 404);
      assert.equal(await missing.text(), await readFile(join(folder, "404.html"), "utf8"), "the page's own word about what is not there");
      const it = await page({ site: { origin, url, requests: [], close: async () => {} } });
      await it.open("#n=72");
      assert.equal(await it.fieldText("own.gpus"), "72");
      const before = await it.answer();
      // Two leading slashes name another host if the path is resolved by itself: the link must stay here, on any server.
      it.complaintsExpected = true; // the server's own 404
      await it.driver.get(`${url}index.html%23n=48`);
      await it.answered();
      assert.equal(await it.fieldText("own.gpus"), "48", "a link with %23 is mended");
      await raw(it, `${origin}//evil.example/..%2frack-or-rent/%23v=1&n=72`);
      await until("the address is mended", () => it.in(() => location.hash.includes("n=72")));
      assert.equal(await it.in(() => location.origin), origin);
      await it.driver.get(`${url}rack-or-rent.html#n=72`);
      await it.answered();
      const { own, rent, indifference } = (await it.answer()).figures;
      assert.deepEqual([own, rent, indifference], [before.figures.own, before.figures.rent, before.figures.indifference], "the page in one file");
    } finally {
      server?.kill();
      await rm(root, { recursive: true, force: true, maxRetries: 3 });
    }
  });
}

/** Navigates to a URL verbatim: drivers normalise paths. */
async function raw(it, address) {
  await it.in((address) => void setTimeout(() => location.assign(address)), address);
  await until("it goes there", async () => (await it.in(() => location.href).catch(() => "")).includes("evil.example"));
}

/** A free port. */
async function free() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Path of a program; skips the test without it. */
function program(name) {
  try {
    return execFileSync("sh", ["-c", `command -v ${name} || ls /usr/sbin/${name} 2>/dev/null`], { encoding: "utf8" }).trim();
  } catch {
    throw new Skip(`${name} is not on this machine`);
  }
}

async function nginx({ root, folder, port }) {
  const binary = program("nginx");
  const config = join(root, "nginx.conf");
  const kept = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((each) => `${each}_temp_path ${root}/${each};`).join(" ");
  // As on a Debian server: the type table in /etc, the snippet in a server block.
  await writeFile(config, `daemon off; pid ${root}/pid; error_log stderr; events {} http { ${kept} access_log off;
server { listen 127.0.0.1:${port}; root ${join(root, "www")}; include ${join(folder, "servers/nginx/rack-or-rent.conf")}; } }`);
  await writeFile(join(root, "mime.types"), await readFile("/etc/nginx/mime.types"));
  return spawn(binary, ["-c", config, "-p", root], { stdio: "ignore" });
}

async function apache({ root, folder, port }) {
  const binary = program("apache2");
  const modules = "/usr/lib/apache2/modules";
  const wanted = { mpm_event_module: "mod_mpm_event", authz_core_module: "mod_authz_core", headers_module: "mod_headers", mime_module: "mod_mime", dir_module: "mod_dir" };
  const config = join(root, "apache.conf");
  await mkdir(join(root, "run"));
  await writeFile(config, `${Object.entries(wanted).map(([name, file]) => `LoadModule ${name} ${modules}/${file}.so`).join("\n")}
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile ${root}/run/pid
DefaultRuntimeDir ${root}/run
ErrorLog ${root}/errors
TypesConfig /etc/mime.types
DirectoryIndex index.html
DocumentRoot ${join(root, "www")}
<Directory ${join(root, "www")}>
  AllowOverride FileInfo
  Require all granted
</Directory>
`);
  await cp(join(folder, "servers/apache/.htaccess"), join(folder, ".htaccess"));
  return spawn(binary, ["-f", config, "-D", "FOREGROUND"], { stdio: "ignore" });
}
