// The page inside another page (embed=1): appearance, no storage, and messages to and from the page around it.
// docs/embed.md lists them. Loaded only with embed=1.
const VERSION = 1;
const OURS = "rack-or-rent:";
const HEARD = ["hello", "load", "export"];
const SAID = ["ready", "size", "change", "exported", "error"];
const CHOICES = { view: ["full", "answer", "chart", "plans", "demand", "costs", "risk", "decide", "sources"], theme: ["auto", "light", "dark"], background: ["paper", "none"] };
// Bounds of one message: more than the largest scenario needs.
const MOST_VALUES = 20000;
const MOST_LETTERS = 2000000;
const DEEPEST = 32;
const LONGEST_ID = 64;
const PATIENCE = 250; // milliseconds for the embedding page to apply a height
const SHARPNESS = 2; // PNG pixels per SVG unit, as in src/browser/download.rs

const root = document.documentElement;
const around = parent === self ? undefined : parent;

/** Call before the program starts. `styled`: the style is already in the page. */
export function prepare(styled) {
  const chosen = choices();
  for (const [name, way] of Object.entries(chosen)) root.dataset[name] = way;
  root.dataset.embed = "";
  document.getElementById("app").dataset.embed = ["embed=1", ...Object.entries(chosen).map((pair) => pair.join("="))].join("&");
  // Storage throws on access, as in a sandbox, because the frames of many pages would share it.
  const closed = { configurable: true, get() { throw new DOMException("A frame stores nothing", "SecurityError"); } };
  for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(globalThis, name, closed);
  addEventListener("rack-or-rent:says", (event) => said(JSON.parse(event.detail)));
  addEventListener("rack-or-rent:stopped", () => refuse("page", undefined, [], "The program stopped, so its figures are hidden"));
  addEventListener("rack-or-rent:failed", () => refuse("page", undefined, [], "The program did not start"));
  return styled ? undefined : style();
}

/** Call once the program runs. */
export function begin() {
  if (!around) return;
  addEventListener("message", (event) => {
    if (event.source === around) hear(event.data);
  });
  const release = document.querySelector('meta[name="release"]');
  say({ type: "ready", release: release ? release.content : "", view: root.dataset.view, formats: ["json", "link", "svg", "png", "csv"] });
  let last = 0;
  let late = 0;
  const measure = () => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height === last) return;
    say({ type: "size", height: (last = height) });
    clearTimeout(late);
    late = setTimeout(() => {
      late = 0;
      fit();
    }, PATIENCE);
  };
  // If the frame applies the reported heights, hide the scroll bar until it does: a scroll bar takes up width, lines wrap,
  // and the measured height would be too large.
  const fit = () => root.classList.toggle("fits", innerHeight >= last);
  fit();
  addEventListener("resize", () => late || fit());
  new ResizeObserver(measure).observe(document.body);
}

// The choices in the URL, even if another program encoded its characters. An unknown value counts as absent.
function choices() {
  let text = location.href.replaceAll("%23", "#");
  if (!text.includes("=")) text = text.replaceAll(/%3D/gi, "=").replaceAll("%26", "&");
  const one = (name) => text.match(new RegExp("[?#&;]" + name + "=(\\w+)"))?.[1];
  return Object.fromEntries(Object.entries(CHOICES).map(([name, ways]) => [name, ways.includes(one(name)) ? one(name) : ways[0]]));
}

function style() {
  return new Promise((done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = "./embed.css";
    link.onload = link.onerror = done;
    document.head.append(link);
  });
}

// The embedding page may have any origin, including "null". It receives the figures only after it has asked.
function say(message) {
  around?.postMessage({ ...message, type: OURS + message.type, v: VERSION }, "*");
}

function refuse(about, id, fields, message) {
  say({ type: "error", about, ...(id === undefined ? {} : { id }), errors: [{ fields, severity: "error", message }] });
}

async function said(message) {
  if (message.type === "change") root.dataset.followed = "";
  if (message.type === "exported" && message.format === "png") {
    try {
      message.data = await png(message.data);
    } catch {
      return refuse("export", message.id, ["format"], "This browser cannot create a PNG here; request svg instead");
    }
  }
  say(message);
}

// Ignores other programs' messages, and echoes of this page's own.
function hear(asked) {
  const type = isObject(asked) ? asked.type : undefined;
  if (typeof type !== "string" || !type.startsWith(OURS)) return;
  const about = type.slice(OURS.length, OURS.length + 40);
  if (SAID.includes(about)) return;
  const { id, v, link, scenario, format, chart } = asked;
  const named = (typeof id === "string" && id.length <= LONGEST_ID) || Number.isFinite(id);
  const no = (field, message) => refuse(about, named ? id : undefined, [field], message);
  if (!HEARD.includes(about)) return no("type", `must be one of ${HEARD.join(", ")}`);
  if (v !== VERSION) return no("v", `must be ${VERSION}, the version of these messages`);
  if (id !== undefined && !named) return no("id", `must be a number or a text of at most ${LONGEST_ID} characters`);
  const text = plain({ type: about, id, link, scenario, format, chart });
  if (text === undefined) return no(scenario === undefined ? "type" : "scenario", "is too long, too deeply nested, or not plain data");
  dispatchEvent(new CustomEvent("rack-or-rent:asked", { detail: text }));
}

const isObject = (value) => typeof value === "object" && value !== null;

// Plain data of bounded size as JSON; undefined for anything else.
function plain(value) {
  let values = 0;
  let letters = 0;
  const open = [[value, 0]];
  while (open.length > 0) {
    const [each, depth] = open.pop();
    if (typeof each === "string") letters += each.length;
    else if (isObject(each)) {
      const isList = Array.isArray(each);
      if (depth === DEEPEST || !(isList || Object.getPrototypeOf(each) === Object.prototype)) return undefined;
      if (isList && each.length > MOST_VALUES) return undefined;
      for (const key of Object.keys(each)) {
        values += 1;
        letters += key.length;
        open.push([each[key], depth + 1]);
      }
    } else if (typeof each === "bigint") return undefined;
    if (values > MOST_VALUES || letters > MOST_LETTERS) return undefined;
  }
  return JSON.stringify(value);
}

async function png(svg) {
  const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    await new Promise((done, failed) => {
      image.onload = done;
      image.onerror = failed;
      image.src = address;
    });
    const canvas = document.createElement("canvas");
    canvas.width = image.width * SHARPNESS;
    canvas.height = image.height * SHARPNESS;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL();
  } finally {
    URL.revokeObjectURL(address);
  }
}
