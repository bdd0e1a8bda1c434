// The page embedded in other pages: sandboxed, from another origin, several on one page, without storage.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Key } from "selenium-webdriver";
import { test } from "../harness.mjs";
import { FOR_ALL, ONE_FILE, answered, ask, frame, heard, hosted, inside, settled } from "../host.mjs";
import { until } from "../page.mjs";

const VIEWS = ["answer", "chart", "full"];
const THEMES = ["light", "dark"];
const axe = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The answer's figures that a page or frame shows, by name. */
const figures = (it) => it.in(() => Object.fromEntries([...document.querySelectorAll(":is(.answer, .notes) [data-figure]")].map((e) => [e.dataset.figure, e.dataset.value])));

for (const [what, file, options] of [
  ["the page of many files, sent to all origins", "", FOR_ALL],
  ["the page in one file, sent to nobody in particular", "rack-or-rent.html", ONE_FILE],
]) {
  hosted(
    `Embed: in sandbox="allow-scripts" alone, from another origin: ${what}: every view shows and computes`,
    (site) => ({ page: VIEWS.map((view) => frame(`${site.url}${file}#embed=1&view=${view}`)).join("\n") }),
    async (it, { engine }) => {
      for (const [number, view] of VIEWS.entries()) {
        await answered(it, number);
        await inside(it, number, async () => {
          assert.equal(await it.isVisible("header.bar"), false, `${view}: no bar`);
          assert.equal(await it.in(() => document.querySelectorAll("#scenarios, #share, .own-book").length), 0, `${view}: nothing that needs storage`);
          await until(`${view}: a way to the whole page`, () => it.isVisible('.from a[target="_blank"]'));
          assert.deepEqual(await it.notices(), [], view);
          assert.equal(await it.isVisible('[data-view="cost-curve"]'), view !== "answer", view);
          assert.equal(await it.isVisible(".inputs"), view === "full", view);
        });
      }
      await inside(it, 1, async () => {
        const before = await it.text(".slider .figure");
        const slider = await it.one("#busy-slider");
        // WebKit's driver cannot focus it inside a frame.
        if (engine === "webkit") await slider.click();
        else await slider.sendKeys(Key.ARROW_LEFT, Key.ARROW_LEFT);
        await until("the slider moves the answer", async () => (await it.text(".slider .figure")) !== before);
      });
      await inside(it, 2, async () => {
        const before = await it.answer();
        await it.enter("work.busy_share", "12");
        await it.nextAnswer(before);
        assert.equal(await it.isVisible('[data-view="stopped"]'), false);
      });
    },
    { options, ...(file ? {} : { engines: ["chromium", "firefox"], because: "WebKit starts only the page in one file in a frame without an origin, and the other says so" }) },
  );
}

hosted(
  "Embed: two frames with different links on one page show different figures, those of the whole page",
  (site) => ({ page: frame(`${site.framed}#embed=1&view=answer&n=64&busy=0.6`) + frame(`${site.framed}?embed=1&view=answer&n=64&busy=0.2`, { sandbox: null }) }),
  async (it, { site, page }) => {
    await answered(it, 0);
    await answered(it, 1);
    const settled = async () => {
      await it.caughtUp();
      return figures(it);
    };
    const found = [await inside(it, 0, settled), await inside(it, 1, settled)];
    assert.notDeepEqual(found[0], found[1]);
    const whole = await page({ site });
    for (const [number, busy] of ["0.6", "0.2"].entries()) {
      await whole.open(`#n=64&busy=${busy}`);
      await whole.caughtUp();
      assert.deepEqual(found[number], await figures(whole), busy);
    }
  },
);

test("Embed: a frame of the same origin neither reads nor writes what is stored: rubbish, work, and a storage that is full", async ({ page }) => {
  const it = await page();
  await it.open("#n=96");
  await it.save("Mine");
  await it.driver.get(`${it.site.origin}/empty`);
  await it.in(() => {
    localStorage.setItem("rack-or-rent/v1/scenario/rubbish", "{{{");
    localStorage.setItem("rack-or-rent/v1/own-book", "rubbish");
    localStorage.setItem("other-page", "\ud800");
    for (let n = 0, text = "x".repeat(1 << 20); text.length > 0; ) {
      try {
        localStorage.setItem(`other-page/${n}`, text);
        n += 1;
      } catch {
        text = text.slice(0, text.length / 2);
      }
    }
  });
  const before = await it.allStored();
  await it.before(`const real = Object.getOwnPropertyDescriptor(globalThis, "localStorage"); globalThis.reached = 0; Object.defineProperty(globalThis, "localStorage", { configurable: true, get() { globalThis.reached += 1; return real.get.call(globalThis); } });`);
  for (const suffix of ["?embed=1&view=full", "#embed=1&view=full&n=72"]) {
    await it.open(suffix);
    assert.equal(await it.fieldText("own.gpus"), suffix.includes("n=72") ? "72" : "64", "its own link, or the defaults");
    await it.enter("own.gpus", "120");
    await until("the address follows", async () => (await it.in(() => location.hash)).includes("&n=120&"));
    await it.in(() => dispatchEvent(new Event("pagehide")));
    assert.equal(await it.in(() => globalThis.reached), 0, "nobody reaches for the storage");
    assert.equal(await it.in(() => document.cookie), "");
    assert.deepEqual(await it.notices(), []);
  }
  await it.driver.get(`${it.site.origin}/empty`);
  assert.deepEqual(await it.allStored(), before);
});

test("Embed: its keys survive the rewriting of the address and a reload, and are in no link to share", async ({ page }) => {
  const it = await page();
  for (const suffix of ["?embed=1&view=full&theme=dark&utm_source=x", "#view=full&theme=dark&embed=1&n=72", "?n=72&embed=1&theme=dark&view=full", "%23embed=1&view=full&theme=dark".replace("%23", "#")]) {
    await it.open(suffix);
    await it.enter("own.gpus", "104");
    await until(`the address follows: ${suffix}`, async () => (await it.in(() => location.hash)).includes("&n=104&"));
    assert.match(await it.in(() => location.hash), /^#embed=1&view=full&theme=dark&background=paper&v=\d/);
    assert.equal(await it.in(() => location.search), "");
    const before = await it.answer();
    await it.reload();
    assert.deepEqual(await it.answer(), before);
    assert.equal(await it.fieldText("own.gpus"), "104");
    assert.deepEqual(await it.notices(), []);
    assert.deepEqual(await it.in(() => ({ ...document.documentElement.dataset })), { view: "full", theme: "dark", background: "paper", embed: "" });
    const whole = await it.in(() => document.querySelector('[data-view="whole-page"]').href);
    assert.match(whole, /#v=\d/);
    assert.doesNotMatch(whole, /embed|view=|theme=/);
  }
});

test("Embed: without a page around it a case from a link is marked as not checked, in every view and after a change", async ({ page }) => {
  const it = await page();
  const marks = () => it.in(() => [...document.querySelectorAll('[data-view="unchecked"]')].filter((e) => e.checkVisibility()).map((e) => e.innerText.trim()));
  for (const view of VIEWS) {
    for (const sign of ["#", "?"]) {
      await it.open(`${sign}embed=1&view=${view}&n=72&name=Case`);
      const found = await marks();
      assert.equal(found.length, 1, `${view} behind ${sign}`);
      assert.match(found[0], /^Opened from a link and not verified/);
    }
  }
  await it.open("#embed=1&view=full&n=72");
  await it.enter("own.gpus", "104");
  await until("the address follows", async () => (await it.in(() => location.hash)).includes("&n=104&"));
  assert.equal((await marks()).length, 1, "after a change");
  await it.reload();
  assert.equal((await marks()).length, 1, "after a reload");
  await it.open("#embed=1&view=answer");
  assert.deepEqual(await marks(), [], "the page's own case comes from no link");
});

hosted(
  "Embed: with a page around it no case is marked as opened from a link",
  (site) => ({ page: VIEWS.map((view) => frame(`${site.framed}#embed=1&view=${view}&n=72&name=Case`)).join("") }),
  async (it) => {
    for (const [number, view] of VIEWS.entries()) {
      await answered(it, number);
      await inside(it, number, async () => {
        assert.equal(await it.in(() => document.querySelectorAll('[data-view="unchecked"], .notice.quiet').length), 0, view);
      });
    }
  },
);

test("Embed: the way to the whole page opens the same case in full, in a window of its own", async ({ page }) => {
  const it = await page();
  await it.open("#embed=1&view=answer&n=72&busy=0.5&name=Ours");
  const shown = await figures(it);
  assert.equal(await it.text(".case"), "Ours");
  const link = await it.one('[data-view="whole-page"]');
  assert.equal(await link.getAttribute("target"), "_blank");
  assert.match(await link.getAttribute("rel"), /noopener/);
  await it.visit(await link.getAttribute("href"));
  assert.ok(await it.isVisible("header.bar"));
  assert.deepEqual(await figures(it), shown);
});

test("Embed: the answer above a chart says how sure it is, what is wrong, and what it stands on", async ({ page }) => {
  const it = await page();
  const said = async (view) => {
    await it.open(`#embed=1&view=${view}&v=2&n=32&w=40000&end=1`);
    await it.caughtUp();
    const all = (css) => it.in((css) => [...document.querySelectorAll(css)].map((e) => e.innerText), css);
    return { badges: await all(".badges .badge"), warnings: await it.in(() => [...document.querySelectorAll("[data-view=warnings] li")].map((e) => e.firstChild.textContent.trim())), assumed: await all("p.assumed") };
  };
  const answer = await said("answer");
  assert.ok(answer.badges.includes("see the warning") && answer.warnings.length > 0, JSON.stringify(answer));
  assert.deepEqual(await said("chart"), answer);
});

test("Embed: words of the address that are not known count as none", async ({ page }) => {
  const it = await page();
  for (const [suffix, expected] of [
    ["#embed=1&view=%3Csvg%3E&theme=pink", { view: "full", theme: "auto", background: "paper", embed: "" }],
    ["#embed=1&view=chart&background=none&theme=light", { view: "chart", theme: "light", background: "none", embed: "" }],
    ["?embed%3D1%26view%3Danswer", { view: "answer", theme: "auto", background: "paper", embed: "" }],
    ["#embed=0&view=answer&n=72", {}],
    ["#n=72&name=embed_3d1", {}],
  ]) {
    await it.open(suffix);
    assert.deepEqual(await it.in(() => ({ ...document.documentElement.dataset })), expected, suffix);
    assert.equal(await it.isVisible("header.bar"), !("embed" in expected), suffix);
  }
});

test("Embed: themes hold against what the device prefers; without one they follow it; the ground can be left out", async ({ page }) => {
  const it = await page();
  const ground = () => it.in(() => getComputedStyle(document.body).backgroundColor);
  await it.open();
  await it.prefersDark(false);
  const light = await ground();
  await it.prefersDark(true);
  await until("it turns dark", async () => (await ground()) !== light);
  const dark = await ground();
  for (const view of VIEWS) {
    for (const prefers of [true, false]) {
      await it.prefersDark(prefers);
      for (const [theme, expected] of [["light", light], ["dark", dark], ["auto", prefers ? dark : light]]) {
        await it.open(`#embed=1&view=${view}&theme=${theme}`);
        await until(`${view} ${theme}, device prefers dark: ${prefers}`, async () => (await ground()) === expected);
      }
    }
  }
  await it.open("#embed=1&view=answer&background=none");
  assert.equal(await ground(), "rgba(0, 0, 0, 0)");
});

for (const view of VIEWS) {
  for (const theme of THEMES) {
    test(`axe finds nothing (WCAG 2.2 A and AA): embed, ${view}, ${theme}, wide and 320 px`, async ({ page }) => {
      const it = await page();
      for (const width of [768, 320]) {
        await it.resize(width, 600);
        await it.open(`#embed=1&view=${view}&theme=${theme}&n=64&name=Case`);
        if (view === "chart") await it.openAllFolds();
        await it.caughtUp();
        await it.in(await axe);
        const found = await it.driver.executeAsyncScript((done) => {
          const values = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
          axe.run(document, { runOnly: { type: "tag", values }, resultTypes: ["violations"] }).then(({ violations }) => done(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join(", ")}`)));
        });
        assert.deepEqual(found, [], `${width} px`);
      }
    });
  }
}

/** A host that follows its frame's height, as in docs/embed.md. */
const FOLLOWS = `<script>addEventListener("message", ({ data, source }) => { const frame = document.querySelector("iframe"); if (source === frame.contentWindow && data.type === "rack-or-rent:size" && data.v === 1) frame.height = data.height; });</script>`;

for (const width of [320, 390, 768, 1200]) {
  hosted(
    `Embed: at ${width} px nothing scrolls sideways, and the height settles within three messages`,
    (site) => Object.fromEntries([["page", ""]].concat(VIEWS.flatMap((view) => [
      [view, frame(`${site.framed}#embed=1&view=${view}`, { width }) + FOLLOWS],
      [`${view}-fixed`, frame(`${site.framed}#embed=1&view=${view}`, { width })],
    ]))),
    async (it, { around }) => {
      for (const view of VIEWS) {
        await it.driver.get(around.url(`${view}-fixed`));
        await answered(it);
        const fixed = await inside(it, 0, () => it.in(() => [document.documentElement.scrollWidth, innerWidth, innerHeight]));
        assert.ok(fixed[0] <= width, `${view} at 600 px of height: ${fixed}`);
        assert.equal(fixed[2], 600);
        await it.driver.get(around.url(view));
        await answered(it);
        const sizes = () => it.in(() => window.heard.map((each) => each.data).filter((each) => each.type === "rack-or-rent:size"));
        await heard(it, "size");
        await settled(it);
        const all = await sizes();
        assert.ok(all.length <= 3 + (view === "full" ? 2 : 0), `${view}: ${JSON.stringify(all)}`); // parts below the answer appear later
        for (const each of all) assert.deepEqual(Object.keys(each).sort(), ["height", "type", "v"]);
        const fits = await inside(it, 0, () => it.in(() => [document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]));
        assert.ok(fits[0] <= 0 && fits[1] <= 0, `${view}: no scroll bars: ${fits}`);
      }
    },
  );
}

hosted(
  "Embed: a frame takes neither the keyboard nor the host's place, and asks for nothing outside its folder",
  (site) => ({ page: `<h1>Wiki</h1><p><input id="search" autofocus></p>${"<p>Text.</p>".repeat(60)}${VIEWS.map((view) => frame(`${site.framed}#embed=1&view=${view}&n=72`)).join("")}` }),
  async (it, { site, engine }) => {
    for (const number of VIEWS.keys()) await answered(it, number, { look: false });
    await ask(it, "load", { link: "n=80" }, 1);
    assert.equal(await it.in(() => document.activeElement.id), "search");
    assert.equal(await it.in(() => scrollY), 0);
    for (const number of VIEWS.keys()) assert.equal(await inside(it, number, () => it.in(() => document.activeElement.tagName), { look: false }), "BODY");
    const folder = new URL(site.url).pathname;
    assert.deepEqual(site.requests.filter((each) => !each.path.startsWith(folder) || each.status !== 200).map((each) => each.url), []);
    if (engine !== "webkit") assert.ok(site.requests.some((each) => each.path.endsWith("/embed.js")) && site.requests.some((each) => each.path.endsWith("/embed.css")));
    assert.ok(!site.requests.some((each) => each.path.endsWith("/sw.js")), "no service worker");
  },
);

test("Embed: in a wide frame the whole page has its form beside the answer, which is as wide as on the page itself", async ({ page }) => {
  const it = await page();
  const widths = async (suffix) => {
    await it.open(suffix);
    await it.caughtUp();
    return it.in(() => [".lead", ".use", ".proof", ".inputs"].map((css) => Math.round(document.querySelector(css).getBoundingClientRect().width)));
  };
  assert.deepEqual(await widths("#embed=1&n=64&end=1"), await widths("#n=64&end=1"));
});

test("Embed: opened by itself it registers no service worker either", async ({ page, site }) => {
  const at = await site();
  const it = await page({ site: at });
  await it.open("?embed=1&view=answer");
  await new Promise((done) => setTimeout(done, 1500)); // nothing must happen: the whole page would request its worker within this time
  assert.equal(await it.in(() => navigator.serviceWorker.getRegistrations().then((all) => all.length)), 0);
  assert.ok(!at.requests.some((each) => each.path.endsWith("/sw.js")));
});

hosted(
  "Embed: in sandbox=\"\", without scripts, the frame says what it is and has a link",
  (site) => ({ page: frame(`${site.url}?embed=1&view=answer`, { sandbox: "" }) }),
  async (it) => {
    await until("the frame is there", () => inside(it, 0, async () => (await it.all("#static")).length > 0));
    await inside(it, 0, async () => {
      const words = await (await it.one("#static")).getText();
      assert.match(words, /Rent cloud GPUs, own a cluster/);
      assert.match(words, /JavaScript is disabled here/);
      const link = await it.one("#static noscript a");
      assert.ok(await link.isDisplayed());
      assert.equal(await link.getText(), "Open in a separate page");
    });
    it.complaintsExpected = true; // the browser reports each blocked script
  },
);

hosted(
  "Embed: where the server keeps its files from sandboxed frames, the frame says so",
  (site) => ({ page: frame(`${site.url}?embed=1&view=answer`) }),
  async (it) => {
    it.complaintsExpected = true; // blocked by CORS
    await inside(it, 0, () => until("the reason shows", async () => /Access-Control-Allow-Origin: \*, or use the single-file version, rack-or-rent.html/.test(await it.text("#why"))));
  },
  { options: {}, engines: ["chromium", "firefox"], because: "WebKit does not even run the script there that says so; the page itself does" },
);

hosted(
  "Embed: where files and clipboard are closed, charts are shown as text and as a picture to take",
  (site) => ({ page: frame(`${site.framed}#embed=1&view=chart&n=64&name=Case`) }),
  async (it, { engine }) => {
    await answered(it);
    await inside(it, 0, async () => {
      const more = await it.one('[data-view="cost-curve"] summary');
      await it.in((e) => e.scrollIntoView({ block: "center" }), more);
      await more.click();
      await until("the buttons show", () => it.isVisible('[data-export]'));
      for (const [kind, begins] of [["svg", "<svg"], ["csv", "\ufeff"], ["tsv", ""], ["md", "|"]]) {
        await it.click(`[data-export="${kind} cost-curve"]`);
        const box = `#exported-text`;
        const shows = async () => (await it.in((css) => document.querySelector(css)?.getAttribute("aria-label") ?? "", box)).endsWith(`.${kind}`);
        // Firefox and WebKit let a frame copy after a user action: then the text need not be shown.
        const copied = async () => ["tsv", "md"].includes(kind) && (await it.text(".spoken[role=status]")) === "Table copied";
        await until(`${kind} shows or is copied`, async () => (await shows()) || copied());
        if (!(await shows())) {
          assert.notEqual(engine, "chromium");
          continue;
        }
        const text = await it.in((css) => document.querySelector(css).value, box);
        assert.ok(text.startsWith(begins) && text.length > 200, `${kind}: ${text.slice(0, 40)}`);
        assert.match(await it.text('[data-view="exported"]'), /often cannot save files/);
        await it.click('[data-view="exported"] [data-action="copy-exported-text"]');
        await until(`${kind}: copied or selected`, async () => /copied|selected/.test(await it.text('[data-view="exported"] .copied')));
        const selected = await it.in(() => document.activeElement.id === "exported-text" && document.activeElement.selectionEnd > 200);
        assert.ok(selected || (await it.text('[data-view="exported"] .copied')) === "copied");
      }
      await it.click('[data-export="png cost-curve"]');
      await until("the picture shows", () => it.in(() => (document.querySelector('[data-view="exported"] img')?.naturalWidth ?? 0) > 600));
      await it.click('[data-action="put-away"]');
      await until("it is put away", async () => !(await it.isVisible('[data-view="exported"]')));
    });
    it.complaintsExpected = true; // Chromium reports the clipboard's refusal
  },
);
