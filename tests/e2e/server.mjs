// A local static server for a built page. It serves the page from a folder with a space in its name, under the strict
// policy, records every request, and can be made to misbehave.
import { createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { readFile, stat } from "node:fs/promises";
import { extname, join, normalize, sep } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

/** The folder the page is served from. */
export const FOLDER = "/a%20b/c/";

/** The policy, as a header. `frame-ancestors` works in a header only. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors *",
].join("; ");

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
  ".csv": "text/csv",
  ".txt": "text/plain; charset=utf-8",
};

/**
 * Serves a folder until `close()`.
 *
 * - `policy`: another value of Content-Security-Policy.
 * - `answer(path)`: overrides for a file: `{ status }`, `{ type }`, `{ headers }`, `{ held }` (a promise to wait for),
 *   `{ body }` (another text), `{ drop }` (as if there were no server), `{ from, path }` (the file in another folder, or another file), or nothing.
 * - `dist`: a function instead of a folder, called at each request for the folder with the files.
 * - `folder`: a path other than `FOLDER`.
 * - `tls`: `{ key, cert }`, to serve over https.
 * - `host`: a host name for the URL; for browsers that use this server as their proxy.
 * - `compress`: send brotli, as a real host does; files are compressed once, on the first request.
 */
export async function serve(dist, { policy = POLICY, answer = () => undefined, compress = false, folder: prefix = FOLDER, tls, host } = {}) {
  const requests = [];
  const packed = new Map();
  const server = (tls ? createSecureServer : createServer)({ ...tls, maxHeaderSize: 1 << 20 }, async (request, response) => {
    const { pathname } = new URL(request.url, "http://page");
    // An empty page of the same origin, outside the page's folder, to prepare the storage. The page never requests it.
    if (pathname === "/empty") {
      response.writeHead(200, { "Content-Type": "text/html" });
      return response.end("<!DOCTYPE html><title>empty</title><link rel=icon href='data:,'>");
    }
    const entry = { method: request.method, path: pathname, url: request.url, status: 0 };
    requests.push(entry);
    const send = (status, headers, body) => {
      entry.status = status;
      response.writeHead(status, headers);
      response.end(request.method === "HEAD" ? undefined : body);
    };
    const folder = typeof dist === "function" ? dist() : dist;
    const found = await locate(folder, prefix, pathname);
    const special = found && answer(found.path);
    if (special?.drop) return request.socket.destroy();
    await special?.held;
    if (special?.body !== undefined) found.bytes = Buffer.from(special.body);
    if (special?.from) found.bytes = await readFile(join(special.from, special.path ?? found.path));
    if (!found || special?.status === 404) {
      const fallback = await locate(folder, prefix, `${prefix}404.html`);
      const headers = { "Content-Type": TYPES[".html"], "Content-Security-Policy": policy };
      return send(404, headers, fallback ? fallback.bytes : "<!DOCTYPE html><title>404</title>");
    }
    const headers = {
      "Content-Type": special?.type ?? TYPES[extname(found.path)] ?? "application/octet-stream",
      "Content-Security-Policy": policy,
      "Cache-Control": "no-store",
      ...special?.headers,
    };
    if (!compress || !/\bbr\b/.test(request.headers["accept-encoding"] ?? "")) return send(200, headers, found.bytes);
    if (!packed.has(found.path)) packed.set(found.path, brotli(found.bytes));
    send(200, { ...headers, "Content-Encoding": "br" }, packed.get(found.path));
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address();
  const origin = host ? `http://${host}` : `${tls ? "https" : "http"}://127.0.0.1:${port}`;
  return {
    origin,
    url: origin + prefix,
    port,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

async function locate(dist, prefix, pathname) {
  if (!pathname.startsWith(prefix)) return undefined;
  let path;
  try {
    path = normalize(decodeURIComponent(pathname.slice(prefix.length)) || "index.html");
  } catch {
    return undefined;
  }
  if (path === ".." || path.startsWith(`..${sep}`) || path.includes("\0")) return undefined;
  const file = join(dist, path);
  try {
    if (!(await stat(file)).isFile()) return undefined;
    return { path, bytes: await readFile(file) };
  } catch {
    return undefined;
  }
}

function brotli(bytes) {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
}
