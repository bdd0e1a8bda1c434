import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";

test("A damaged link: each part that cannot be used is named, the rest applies, what is saved stays", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.enter("own.gpus", "48");
  await it.save("Mine");
  await it.written();
  const mine = await it.answer();
  const scenarios = async () => Object.fromEntries(Object.entries(await it.stored()).filter(([, value]) => value.includes("Mine")));
  const before = await scenarios();
  assert.ok(Object.keys(before).length > 0, "something is stored");

  await it.open("#v=1&util=8O%25&zzz=1&n=72&np=&kwh=1e999&site=moon&utm_source=mail&fbclid=x");
  const said = (await it.notices()).join("\n");
  for (const part of [/Utilization[^\n]*8O%/, /zzz/, /Node price/, /Electricity price[^\n]*1e999/, /Site[^\n]*moon/, /cut off/]) assert.match(said, part);
  assert.doesNotMatch(said, /utm_source|fbclid/, "trackers are skipped silently");
  assert.equal(await it.fieldText("own.gpus"), "72", "the rest applies");
  assert.match(await it.in(() => location.hash), /util=8O%25&zzz=1/, "the address stays as it came");
  await it.reload();
  assert.match((await it.notices()).join("\n"), /zzz/, "and says so again");
  assert.deepEqual(await it.saved(), ["Mine"]);
  assert.deepEqual(await scenarios(), before, "what is saved stays");
  await it.onSaved("Mine", "open");
  await until("the saved one opens", async () => (await it.fieldText("own.gpus")) === "48");
  assert.deepEqual((await it.answer()).figures, mine.figures);
});

const SVG = "<svg onload=window.hit=1><img src=x onerror=window.hit=1>";

test("Hostile names in a link stay text, also when saved and listed", async ({ page }) => {
  const it = await page();
  const escaped = [...SVG].map((c) => (/[A-Za-z0-9.-]/.test(c) ? c : `_${c.charCodeAt(0).toString(16)}`)).join("");
  for (const name of [escaped, encodeURIComponent(SVG), encodeURIComponent("\u202egnp.exe\u0000\u0007")]) {
    await it.open(`#v=1&name=${name}&gpu=${escaped}&q=${escaped}~2.5~0&in=${escaped}&end=1`);
    await it.click('[data-action="save"]');
    await it.openGroups();
    const found = await it.in(() => ({
      hit: window.hit,
      nodes: document.querySelectorAll("[onload], [onerror], img[src=x]").length,
      name: document.querySelector('[data-field="name"]').value,
    }));
    assert.equal(found.hit, null, "no script ran");
    assert.equal(found.nodes, 0, "no node was made from the link");
    assert.doesNotMatch(found.name, /[\u0000-\u001f\u202a-\u202e\u2066-\u2069]/, "no control or direction signs");
  }
  assert.ok((await it.saved()).some((name) => name.includes("<svg onload")), "the name is listed as text");
  assert.match(await it.text("body"), /<svg onload=window\.hit=1>/);
});

// What happens to links in transit: truncated, encoded again, repeated, far too long, broken.
const HOSTILE = [
  "#",
  "#=",
  "#&&&===;;;",
  "#v=999&n=8&end=1",
  "#v=-1&n=8&end=1",
  "#v=1&n=NaN&np=inf&w=-0&r=1e308&end=1",
  "#v=1&n=0&gpn=0&end=1",
  "#v=1&n=100000&gpn=1024&w=1e-300&end=1",
  "#v=1&n=8&n=16&n=24&end=1",
  `#v=1&n=${"9".repeat(100_000)}&end=1`,
  `#v=1&q=${"a~1~0~~".repeat(5000)}&end=1`,
  `#v=1&${"k=1&".repeat(20_000)}end=1`,
  `#v=1&name=${"%f0%9f%92%a9".repeat(400)}&end=1`,
  "#v=1&name=%ff%fe%c0%80%&n=%zz&end=1",
  "#v=1&gpu=javascript:alert(1)&book=../../etc/passwd&end=1",
  "?v=1&n=8&end=1#v=1&n=16&end=1",
  "?%00%0a%0d=%00&v=1&end=1",
  "#preset=constructor",
  "#preset=__proto__",
];

test("Hostile and broken links: always an answer, never a crash", async ({ page }) => {
  const it = await page();
  const failures = [];
  for (const link of HOSTILE) {
    try {
      await it.open(link);
      assert.equal(await it.isVisible('[data-view="stopped"]'), false, "the page stopped");
      assert.ok((await it.verdict()).length > 10);
    } catch (error) {
      failures.push(`${link.slice(0, 80)}: ${error.message}`);
    }
  }
  assert.deepEqual(failures, []);
});

// Forty links in addition to hostile.mjs, with reproducible random damage (xorshift), from good links and from strings that break careless code.
const PARTS = ["&", "=", "~", "~~", "%", "%00", "%ff", "%2", "_", "_zz", "_e2_80_ae", "#", "?", ";", "&amp;", "NaN", "1e308", "-0", "1e-400", "9".repeat(400), "%3Csvg%20onload=window.hit=1%3E", "_3cimg_20src_3dx_20onerror_3dwindow.hit_3d1_3e", "javascript:window.hit=1", "%E2%80%AE", "\u202e", "&end=1", "&next=2", "&set=5", "&v=9", "&n=", "&zeta=1", "&q=a~1~0", "&in=", "&preset=x", "&name="];
function damagedLinks(good, count) {
  let state = 20_261_122;
  const below = (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
  return Array.from({ length: count }, () => {
    let text = good[below(good.length)];
    for (let times = below(6); times >= 0; times--) {
      const at = below(text.length + 1);
      const part = PARTS[below(PARTS.length)];
      text = [() => text.slice(0, at), () => text.slice(0, at) + part + text.slice(at), () => text.slice(0, at) + part + text.slice(at + below(8)), () => text.slice(0, at) + text.slice(at + below(40)), () => text + text.slice(at)][below(5)]();
    }
    return `${below(4) === 0 ? "?" : "#"}${text}`.slice(0, 8000); // servers refuse longer queries
  });
}

test("Links damaged by chance, by loading: an answer, no script, no element, text that stays text", async ({ page, some }) => {
  const it = await page();
  await it.open();
  const { private: link } = await it.links();
  const good = [link.split("#")[1], "n=128&busy=0.6&q=Acme~2.35~0&kwh=0.1~t~0.05~0.2", "set=2&n=64&end=1&next=2&name=More&n=72&end=1"];
  const failures = [];
  for (const text of some(damagedLinks(good, 40))) {
    try {
      await it.open(text);
      const found = await it.in(() => ({
        hit: window.hit ?? null,
        nodes: document.querySelectorAll("[onload], [onerror], img[src=x], iframe, object, embed, a[href^='javascript']").length,
        stopped: [...document.querySelectorAll('[data-view="stopped"]')].some((each) => each.checkVisibility()),
        hidden: /[\u0000-\u0008\u202a-\u202e\u2066-\u2069]/.test(document.body.innerText),
      }));
      assert.deepEqual(found, { hit: null, nodes: 0, stopped: false, hidden: false });
    } catch (error) {
      failures.push(`${text.slice(0, 120)}: ${error.message}`);
    }
  }
  assert.deepEqual(failures, []);
});

test("A link of a later version opens with what is understood, and names the rest", async ({ page }) => {
  const it = await page();
  await it.open();
  const { private: link } = await it.links();
  await it.open(`#${link.split("#")[1].replace(/^v=\d+/, "v=9").replace(/&n=[0-9.]+/, "&n=72").replace("&end=1", "&zeta=3&theta=x&end=1")}`);
  const said = (await it.notices()).join("\n");
  for (const part of [/Created with format 9/, /"zeta" is unknown/, /"theta" is unknown/]) assert.match(said, part);
  assert.equal(await it.fieldText("own.gpus"), "72", "what is understood counts");
});

test("A link cut in the middle says so and is used up to there", async ({ page }) => {
  const it = await page();
  await it.open();
  const { private: link } = await it.links();
  for (const share of [0.3, 0.6, 0.95]) {
    await it.visit(link.slice(0, it.site.url.length + Math.round((link.length - it.site.url.length) * share)));
    assert.match((await it.notices()).join("\n"), /cut off/, `cut at ${share}`);
  }
});

test("%23 in place of # is understood", async ({ page }) => {
  const it = await page();
  const failures = [];
  for (const suffix of ["?%23v=1&n=72&end=1", "?utm_source=mail%23v=1&n=72&end=1", "#%23v=1&n=72&end=1", "index.html%23v=1&n=72&end=1", "%23v=1&n=72&end=1"]) {
    const inPath = !/^[?#]/.test(suffix);
    if (inPath) it.complaintsExpected = true; // the server's own 404
    try {
      await it.open(suffix);
      assert.equal(await it.fieldText("own.gpus"), "72");
    } catch (error) {
      failures.push(`${suffix}${inPath ? " (answered with 404.html, as static hosts do)" : ""}: ${error.message}`);
    }
  }
  assert.deepEqual(failures, []);
});

test("Whatever the path of a mended link, it stays with the host that it names", async ({ dist }) => {
  const script = await readFile(join(dist, "lost.js"), "utf8");
  /** Where a page at this URL is redirected; undefined if it stays. */
  const sent = (href) => {
    let to;
    const { origin, pathname, search } = new URL(href);
    runInNewContext(script, { URL, location: { href, origin, pathname, search, replace: (address) => { to = new URL(address, href).href; } } });
    return to;
  };
  const host = "https://host.example";
  assert.equal(sent(`${host}/rack-or-rent/%23v=1&n=72`), `${host}/rack-or-rent/#v=1&n=72`);
  assert.equal(sent(`${host}/a/index.html%23v=1?n=72`), `${host}/a/#v=1&n=72`);
  assert.equal(sent(`${host}/rack-or-rent/nothing`), undefined);
  const starts = ["//evil.example/", "///evil.example/", "/\\evil.example/", "\\\\evil.example/", "//evil.example:99/", "//user@evil.example/", "//%65vil.example/", "/%2f/evil.example/", "//javascript:alert(1)/", "//[::1]/", "/.//evil.example/", "/x/..//evil.example/", "/\t/evil.example/", "//\n/evil.example/", "/%5C/evil.example/", "//evil.example@", "//?", "//"];
  const ends = ["..%2frack-or-rent/%23v=1", "%23v=1", "%23//evil.example", "%23%23", "..%2f..%2f%23?x=1", "a/%2e%2e/%23v=1", "%23v=1#//evil.example"];
  let mended = 0;
  for (const start of starts) {
    for (const end of ends) {
      const to = sent(host + start + end);
      if (to === undefined) continue;
      mended += 1;
      assert.equal(new URL(to).origin, host, start + end);
      assert.doesNotMatch(new URL(to).pathname, /^[/\\]{2}/, start + end);
      assert.equal(sent(to), undefined, `${start + end} is mended once`);
    }
  }
  assert.ok(mended > starts.length * 5, `${mended} mended`);
});
