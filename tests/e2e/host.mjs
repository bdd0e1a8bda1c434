// Host pages that embed the page in a frame, built from strings and served from their own origin.
import { createServer } from "node:http";
import { test } from "./harness.mjs";
import { until } from "./page.mjs";

/** As in servers/: the page in one file is served without the policy of the others. */
export const ONE_FILE = { answer: (path) => (path === "rack-or-rent.html" ? { headers: { "Content-Security-Policy": "frame-ancestors *" } } : undefined) };
export const FOR_ALL = { answer: (path) => ({ headers: { "Access-Control-Allow-Origin": "*", ...ONE_FILE.answer(path)?.headers } }) };

/**
 * Declares a test with a host beside the page's own server. `made(site)` returns the host's pages by name; `site.framed` is
 * the URL for frames with only `sandbox="allow-scripts"`: WebKit starts only the page in one file there.
 */
export function hosted(name, made, work, { options = FOR_ALL, headers, ...more } = {}) {
  test(name, async (given) => {
    const site = await given.site(options);
    site.framed = given.engine === "webkit" ? `${site.url}rack-or-rent.html` : site.url;
    const around = await host(made(site), headers);
    try {
      const it = await given.page({ site });
      await it.driver.get(around.url("page"));
      await work(it, { ...given, site, around });
    } finally {
      await around.close();
    }
  }, more);
}

/** Every host page records each message, with the number of the frame it came from (-1: none of its frames). */
const NOTES = `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Somebody's wiki</title><link rel="icon" href="data:,">
<script>
  window.heard = [];
  addEventListener("message", ({ source, data, origin }) => {
    const frames = [...document.querySelectorAll("iframe")];
    heard.push({ from: frames.findIndex((each) => each.contentWindow === source), data, origin });
  });
  window.post = (message, frame = 0) => document.querySelectorAll("iframe")[frame].contentWindow.postMessage(message, "*");
</script>`;

/** Serves pages until `close()`: `pages` by name, each the body of a document, all with `headers`. */
export async function host(pages, headers = {}) {
  const server = createServer((request, response) => {
    const name = new URL(request.url, "http://host").pathname.slice(1);
    const found = pages[name];
    response.writeHead(found === undefined ? 404 : 200, { "Content-Type": "text/html; charset=utf-8", ...headers });
    response.end(found === undefined ? "" : NOTES + found);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const close = () => new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  return { origin, url: (name) => `${origin}/${name}`, close };
}

/** A frame as in the snippets. */
export function frame(address, { sandbox = "allow-scripts", width = "100%", height = 600, more = "" } = {}) {
  const inside = sandbox === undefined || sandbox === null ? "" : ` sandbox="${sandbox}"`;
  return `<iframe src="${address.replaceAll("&", "&amp;")}" title="Rack or Rent" width="${width}" height="${height}" frameborder="0"${inside}${more}></iframe>`;
}

/** Runs `work` inside a frame of the page, then switches back. Browsers throttle frames that are out of sight. */
export async function inside(it, number, work, { look = true } = {}) {
  const frames = await it.all("iframe");
  if (look) await it.in((e) => e.scrollIntoView(), frames[number]);
  await it.driver.switchTo().frame(frames[number]);
  try {
    return await work();
  } finally {
    await it.driver.switchTo().defaultContent();
  }
}

/** Waits until a frame shows its answer and, if it is in view, its last line. */
export async function answered(it, number = 0, { look = true } = {}) {
  const last = look ? ".from" : '[data-view="verdict"], [data-view="earlier"]';
  await inside(it, number, () => until("the frame's answer", () => it.isVisible(last)), { look });
}

/** Waits for a matching message of a type, among those after the first `after`. */
export async function heard(it, type, fits = () => true, after = 0) {
  let found;
  await until(`a message ${type}`, async () => {
    const all = await it.in(() => window.heard);
    found = all.slice(after).map((each) => each.data).find((each) => each?.type === `rack-or-rent:${type}` && fits(each));
    return found;
  });
  return found;
}

/** Waits until the frames are silent for 700 ms: their heights have settled. */
export async function settled(it) {
  const count = () => it.in(() => window.heard.length);
  await until("the frames have settled", async () => {
    const before = await count();
    await new Promise((done) => setTimeout(done, 700));
    return (await count()) === before;
  });
}

let last = 0;

/** Sends a message to a frame and returns its answer. */
export async function ask(it, type, rest = {}, number = 0) {
  const id = `ask-${(last += 1)}`;
  await it.in((message, number) => window.post(message, number), { type: `rack-or-rent:${type}`, v: 1, id, ...rest }, number);
  let found;
  await until(`an answer to ${type}`, async () => {
    found = await it.in((id) => window.heard.map((each) => each.data).find((each) => each?.id === id), id);
    return found;
  });
  return found;
}
