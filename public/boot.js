// Starts the program: loads the glue and the WebAssembly that the build names in <meta name="app">, and covers the
// figures when anything in the page fails.
const meta = document.querySelector('meta[name="app"]');
// Where the page is one file, its parts stand in it (scripts/one-file.mjs).
const inside = globalThis.rackOrRentInside;
const at = (path) => new URL(path, document.baseURI);
const byId = (id) => document.getElementById(id);

const embedded = /(?:[?#&;]|%23)embed(?:=|%3D)1\b/i.test(location.href);

let started = false;
globalThis.rackOrRentStarting = true;

function stop(reason) {
  if (!started) return;
  const cover = byId("stopped");
  document.documentElement.classList.add("stopped");
  byId("stopped-link").value = location.href;
  byId("stopped-report").value = `${reason}\n${navigator.userAgent}`;
  cover.hidden = false;
  cover.focus();
}

// Selected and copied at once, while the press counts as one: the clipboard's promise may come too late for that.
function copyReport() {
  const report = byId("stopped-report");
  const link = byId("stopped-link").value;
  if (!report.value.startsWith(link)) report.value = `${link}\n${report.value}`;
  report.select();
  if (!document.execCommand("copy")) navigator.clipboard?.writeText(report.value).catch(() => {});
}

// A size that follows in the next frame is no fault, though browsers report it as one.
addEventListener("error", (event) => { if (event.message && !event.message.startsWith("ResizeObserver loop")) stop(event.message); });
addEventListener("unhandledrejection", (event) => stop(String(event.reason)));
addEventListener("rack-or-rent:stopped", (event) => stop(String(event.detail)));
byId("stopped-reload").addEventListener("click", () => location.reload());
byId("stopped-copy").addEventListener("click", copyReport);

// The program's later parts, in the order in which they join it. The second is fetched once the first answer stands;
// work that was kept here, and links, need it for that answer already. The third is fetched when somebody asks for what it
// does. What else calls a part too early waits.
const LATER = ["more", "asked"].map((part) => at(meta.dataset.wasm.replace("_bg.wasm", `_${part}.wasm`)));
const fetched = [];
let exports; // of all parts that joined; nothing where the program is in one piece

globalThis.rackOrRentJoined = (found) => { exports = found; };

// The next part joins.
function join() {
  const joined = exports.l.value;
  exports = { ...exports, ...new WebAssembly.Instance(fetched[joined], { p: exports }).exports };
  exports.l.value = joined + 1;
}

// What a stand-in calls whose part is not there: at once, however long that takes.
globalThis.rackOrRentMore = () => {
  const joined = exports.l.value;
  if (!fetched[joined]) {
    if (joined) console.warn("Needed unasked: scripts/asked.txt");
    globalThis.rackOrRentWaited = true;
    const request = new XMLHttpRequest();
    request.open("GET", LATER[joined], false);
    request.overrideMimeType("text/plain; charset=x-user-defined");
    request.send();
    fetched[joined] = new WebAssembly.Module(Uint8Array.from(request.responseText, (letter) => letter.charCodeAt(0) & 255));
  }
  join();
};

// Carries out what is to change in an element of the page: pairs of a step, by the numbers of `Step` in src/ui/draw.rs,
// and its place or length. Words are told apart by their length alone and become texts, values and attributes, never
// markup. Gives the elements that live parts are drawn in, or nothing where the page does not hold what it should.
globalThis.rackOrRentDraw = (host, given, words) => {
  const steps = given.slice(); // a field that goes away may call the program, whose memory may move then
  const above = [];
  const lives = [];
  let [at, before, instead, name, read] = [host, null, null, "", 0];
  const put = (made) => {
    if (instead) at.replaceChild(made, instead);
    else at.insertBefore(made, before);
    before = instead = null;
  };
  const enter = (made) => {
    above.push([at, before, instead]);
    [at, before, instead] = [made, null, null];
  };
  const set = (value) => {
    const kind = at.localName;
    if (kind === "input" && name === "checked") at.checked = value === "true";
    else if (kind === "input" && name === "value") at.value = value;
    else if (kind === "option" && name === "selected") at.selected = value === "true";
    else at.setAttribute(name, value);
  };
  try {
    for (let n = 0; n < steps.length; n += 2) {
      const many = steps[n + 1];
      const said = () => words.slice(read, (read += many));
      switch (steps[n]) {
        case 0: // Has
          if (at.childNodes.length < many) return undefined;
          break;
        case 1: // Into
          enter(at.childNodes[many]);
          if (at?.nodeType !== 1) return undefined;
          break;
        case 2: // Out
          [at, before, instead] = above.pop();
          break;
        case 3: // Remove
          if (!at.childNodes[many]) return undefined;
          at.childNodes[many].remove();
          break;
        case 4: // Before
          before = at.childNodes[many] ?? null;
          break;
        case 5: // Instead
          instead = at.childNodes[many];
          if (!instead) return undefined;
          break;
        case 6: // Text
          put(document.createTextNode(said()));
          break;
        case 7: // Words
          if (!before) return undefined;
          if (before.nodeType === 3) before.nodeValue = said();
          else before.replaceWith(said());
          before = null;
          break;
        case 8: { // Only
          const first = at.firstChild;
          if (first?.nodeType === 3 && !first.nextSibling) first.nodeValue = said();
          else at.textContent = said();
          break;
        }
        case 9: // Html
          enter(document.createElement(said()));
          break;
        case 10: // Svg
          enter(document.createElementNS("http://www.w3.org/2000/svg", said()));
          break;
        case 11: { // Made
          const made = at;
          [at, before, instead] = above.pop();
          put(made);
          break;
        }
        case 12: // Name
          name = said();
          break;
        case 13: // Set
          set(said());
          break;
        case 14: // Unset
          at.removeAttribute(said());
          break;
        case 15: { // Live
          const made = document.createElement("div");
          made.className = said();
          lives.push(made);
          put(made);
          break;
        }
        case 16: // Empty
          at.textContent = "";
      }
    }
  } catch {
    return undefined; // somebody moves nodes while they change
  }
  return lives;
};

// While somebody types or drags, what stands below the answer stays where it is: the answer takes no less room than it had.
// Some lines of room that are left over stay until the keyboard goes elsewhere, more goes in a pause.
const SPARE = 72; // pixels
let settles;

function settle(spare) {
  const answer = byId("answer");
  if (!answer?.style.minHeight) return;
  const held = answer.offsetHeight;
  answer.toggleAttribute("style", false); // removing it leaves an empty one in Chromium
  if (held - answer.offsetHeight <= spare) answer.style.minHeight = `${held}px`;
}

addEventListener("input", () => {
  clearTimeout(settles);
  settles = setTimeout(settle, 600, SPARE);
  const answer = byId("answer");
  if (answer) answer.style.minHeight = `${answer.offsetHeight}px`;
}, true);
// The style leaves out what is out of sight while a field has the keyboard.
const inField = (target) => byId("app").toggleAttribute("data-in-field", Boolean(target?.matches?.('[type="text"]')));
addEventListener("focusin", ({ target }) => inField(target));
addEventListener("focusout", ({ relatedTarget }) => {
  settle(-1);
  inField(relatedTarget);
});

async function fetchPart(part) {
  if (inside) {
    fetched[part] = await WebAssembly.compile(await inside.later[part]());
    return;
  }
  if (part === 0) style();
  const response = await fetch(LATER[part]);
  if (!response.ok) throw new Error(`${LATER[part].pathname}: ${response.status}`);
  fetched[part] ??= await WebAssembly.compile(await response.arrayBuffer());
}

async function joinUpTo(parts) {
  while (exports && exports.l.value < parts) {
    const joined = exports.l.value;
    if (!fetched[joined]) await fetchPart(joined);
    if (exports.l.value === joined) join();
  }
}

// Promises to say whether the third part is there. What failed is tried again when somebody asks again.
let asked;
globalThis.rackOrRentAsked = () => (asked ??= joinUpTo(2).then(() => true, () => {
  asked = undefined;
  return false;
}));

// Asked for just as the page's preload asks, so that one request serves both in all engines: WebKit never finds one
// with `crossorigin` again. A frame without an origin may not read what it gets that way.
function fetchFirst() {
  return fetch(at(meta.dataset.wasm), self.origin === "null" ? {} : { mode: "no-cors", credentials: "include" });
}

// The style of what the second part draws, right behind the first: later rules win.
let styled;
function style() {
  const first = document.querySelector('link[rel="stylesheet"]');
  styled ??= meta.dataset.parts !== "3" ? Promise.resolve() : new Promise((done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = first.getAttribute("href").replace(".css", "_more.css");
    link.onload = link.onerror = done;
    first.after(link);
  });
  return styled;
}

// The parts that are needed before the first answer, so that it does not wait for one after the other.
function early() {
  if (inside) return Promise.all([fetchPart(0), fetchPart(1)]);
  const needed = meta.dataset.parts === "3" && neededAtOnce();
  return Promise.all(Array.from({ length: needed }, (_, part) => fetchPart(part).catch(() => {})));
}

// Keeps the page for where there is no network, and tells of a new version; not in frames.
function addOffline() {
  if (inside || embedded) return;
  const script = document.createElement("script");
  script.src = at("offline.js").href;
  document.head.append(script);
}

// How many: a price book of somebody's own is read by the third.
function neededAtOnce() {
  if (embedded) return 1;
  let kept = [];
  try {
    kept = Object.keys(localStorage).filter((key) => key.startsWith("rack-or-rent/"));
  } catch { /* no storage */ }
  if (kept.some((key) => key.endsWith("/own-book"))) return 2;
  return kept.length > 0 || /=|[#?]./.test(location.href) ? 1 : 0; // a link, or what was one
}

async function addMore() {
  try {
    await joinUpTo(1);
    await style();
    dispatchEvent(new Event("rack-or-rent:more"));
  } catch (error) {
    byId("more-missing").hidden = false;
    addEventListener("online", addMore, { once: true });
    console.info(String(error));
  }
}

try {
  const parts = early();
  const embed = embedded && (inside ? inside.embed : await import(at("embed.js")));
  if (embed) await embed.prepare(inside);
  const glue = inside ? inside.glue : await import(at(meta.content));
  await parts;
  await glue.default({ module_or_path: inside ? await inside.first() : fetchFirst() });
  globalThis.rackOrRent = glue;
  started = true;
  globalThis.rackOrRentStarted = true;
  byId("static").hidden = true;
  if (embed) embed.begin();
  // After the first frame; a page that nobody sees has none.
  let begun = false;
  const once = () => { if (!begun) { begun = true; addMore().then(addOffline); } };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, 2000);
} catch (error) {
  globalThis.rackOrRentFailed = String(error);
  dispatchEvent(new Event("rack-or-rent:failed"));
}
