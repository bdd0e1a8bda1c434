// The rooms below the answer: one is open, Back leads to the one before without losing an edit, links may name one.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "../harness.mjs";
import { until } from "../page.mjs";

const ROOMS = ["plans", "demand", "costs", "risk", "decide", "sources"];
/** A section of each room. */
const SECTIONS = { plans: "#ways", demand: "#demand", costs: "#costs", risk: "#moving", decide: "#memo", sources: "#offers" };

/** Which rooms show something, by what is laid out and by what is hidden from everybody. */
const open = (it) => it.in(() => [...document.querySelectorAll(".room")].filter((room) => room.getClientRects().length > 0 && !room.hidden).map((room) => room.dataset.room));
const current = (it) => it.in(() => [...document.querySelectorAll('.room-bar a[aria-current="page"]')].map((each) => each.closest("li").dataset.roomLink));
const press = (it, room) => it.in((room) => document.querySelector(`[data-room-link="${room}"] a`).click(), room);
const focused = (it) => it.in(() => document.activeElement.id);

test("One room is open: its link says so, its heading has the focus, its sections stand, the others do not", async ({ page }) => {
  const it = await page();
  await it.open();
  assert.deepEqual(await open(it), ["plans"]);
  assert.deepEqual(await current(it), ["plans"]);
  for (const room of [...ROOMS.slice(1), "plans"]) {
    await press(it, room);
    await until(`the focus is on the heading of ${room}`, async () => (await focused(it)) === `room-${room}`);
    assert.deepEqual(await open(it), [room]);
    assert.deepEqual(await current(it), [room]);
    assert.ok(await it.in((css) => document.querySelector(css).getClientRects().length > 0, SECTIONS[room]), room);
  }
});

test("Back leads to the room before and keeps what was edited; a reload stays in the room", async ({ page }) => {
  const it = await page();
  await it.open("#n=96&end=1");
  await press(it, "risk");
  await until("it is open", async () => (await open(it)).join() === "risk");
  const before = await it.answer();
  await it.enter("own.node_price_usd", "333000");
  await it.nextAnswer(before);
  const after = await it.answer();
  await it.in(() => (window.sameVisit = true));
  await it.in(() => history.back());
  await until("the room before is open", async () => (await open(it)).join() === "plans");
  assert.equal(await it.in(() => window.sameVisit), true, "without a reload");
  assert.deepEqual((await it.answer()).figures, after.figures);
  await it.written();
  assert.match(await it.in(() => location.hash), /333000/);
  await it.in(() => history.forward());
  await until("and the next again", async () => (await open(it)).join() === "risk");
  await it.written();
  await it.reload();
  assert.deepEqual(await open(it), ["risk"]);
  assert.match(await it.in(() => location.hash), /333000/);
});

test("A link opens the room, or the section, that it names; the address does not keep it, and a link to a room can be copied", async ({ page }) => {
  const it = await page();
  await it.open("#open=sources&n=96&end=1");
  assert.deepEqual(await open(it), ["sources"]);
  await it.written();
  assert.doesNotMatch(await it.in(() => location.hash), /open=/);
  await it.open("#section=break-evens&n=96&end=1");
  assert.deepEqual(await open(it), ["risk"]);
  await until("the section is in view", () => it.in(() => {
    const { top } = document.querySelector("#break-evens").getBoundingClientRect();
    return top >= 0 && top < innerHeight;
  }));
  await it.in(() => {
    navigator.clipboard.writeText = (text) => {
      window.copied = text;
      return Promise.resolve();
    };
  });
  await it.click('[data-action="link-to-risk"]');
  const link = await until("a link is copied", () => it.in(() => window.copied ?? null));
  assert.match(link, /#open=risk&v=\d+&.*&end=1$/);
  await it.open(link.slice(link.indexOf("#")));
  assert.deepEqual(await open(it), ["risk"]);
  assert.deepEqual(await it.notices(), []);
  await it.open("#open=nowhere&section=nothing&end=1");
  assert.deepEqual(await open(it), ["plans"]);
}, { engines: ["chromium"], because: "only there a page may have its clipboard replaced" });

test("Figures, tiles and notices lead into the room that they are about", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.in(() => document.querySelector('.answer .figures button[data-opens="own"]').click());
  await until("it is open", () => it.in(() => document.querySelector("#opened [data-go]") !== null));
  await it.in(() => document.querySelector("#opened [data-go]").click());
  await until("its section is in view", () => it.in(() => {
    const { top, height } = document.querySelector("#costs-heading").getBoundingClientRect();
    return height > 0 && top >= 0 && top < innerHeight;
  }));
  assert.deepEqual(await open(it), ["costs"]);
});

test("On a phone the form is a room: it is closed at first, its link and every link to a field open it", async ({ page }) => {
  const it = await page({ size: [390, 844] });
  await it.open();
  const form = () => it.in(() => document.querySelector(".inputs").getClientRects().length > 0);
  assert.equal(await form(), false);
  await press(it, "inputs");
  await until("the form stands", form);
  assert.deepEqual(await open(it), []);
  await press(it, "plans");
  await until("the plans stand", async () => (await open(it)).join() === "plans");
  assert.equal(await form(), false);
  await it.in(() => document.querySelector('#flips [data-row-link="own.node_price_usd"]').click());
  await until("the keyboard is in the field", () => it.in(() => document.activeElement.dataset.field === "own.node_price_usd"));
  assert.ok(await form());
  assert.equal(await it.in(() => document.documentElement.scrollWidth <= innerWidth), true, "nothing makes the page wider than the screen");
});

test("The bar of rooms stays in sight, but not on a window too low for it", async ({ page }) => {
  const it = await page({ size: [1280, 720] });
  await it.open();
  const top = () => it.in(() => {
    scrollTo(0, document.documentElement.scrollHeight / 2);
    return document.querySelector(".room-bar").getBoundingClientRect().top;
  });
  assert.ok(Math.abs(await top()) <= 1);
  await it.resize(1280, 480);
  assert.ok((await top()) < -50);
});

test("A search starts when it comes into sight, and its progress stands beside the short answer", async ({ page }) => {
  const it = await page();
  await it.open();
  assert.equal(await it.in(() => document.querySelectorAll("[data-break-even]").length), 0, "nobody has looked");
  await it.in(() => {
    window.progress = [];
    new MutationObserver(() => {
      const running = document.querySelector(".glance [data-running]");
      if (running) window.progress.push(running.dataset.running);
    }).observe(document.body, { childList: true, subtree: true });
  });
  await press(it, "risk");
  await it.in(() => document.querySelector("#break-evens").scrollIntoView());
  await until("its rows", () => it.in(() => document.querySelectorAll("[data-break-even]").length > 0));
  assert.ok(await it.in(() => window.progress.includes("Break-evens")), "its progress was shown");
});

test("What a press says while the answer is out of sight stands at the foot", async ({ page }) => {
  const it = await page({ size: [1280, 600] });
  await it.open();
  await it.in(() => document.querySelector("#scenarios").scrollIntoView());
  await until("the answer is out of sight", () => it.in(() => document.querySelector(".glance") !== null));
  assert.equal(await it.in(() => document.querySelector('[data-view="notices-at-the-foot"]')), null);
  const folder = await mkdtemp(join(tmpdir(), "rooms-"));
  await writeFile(join(folder, "file.json"), "no scenario");
  await (await it.one('[data-action="open-file"]')).sendKeys(join(folder, "file.json"));
  await until("it says that this is no scenario", () => it.isVisible('[data-view="notices-at-the-foot"] .notice'));
  await rm(folder, { recursive: true });
});

test("Where two plans are too close to call, the line at the foot names both and takes neither", async ({ page }) => {
  const it = await page();
  await it.open("?preset=bill-8m");
  assert.equal(await it.text('[data-view="badge"]'), "too close");
  await it.in(() => document.querySelector("#scenarios").scrollIntoView());
  await until("the answer is out of sight", () => it.in(() => document.querySelector(".glance") !== null));
  await until("it says so", async () => /^Too close to call\. Either owning 80 GPUs or renting from /.test((await it.text(".glance")).replaceAll("\n", " ")));
});

test("Demand in words wraps on a phone, and how busy machines are is nothing to enter then", async ({ page }) => {
  const it = await page({ size: [390, 844] });
  await it.open("#wl=Service~-~24~~Training~runs~256~504~4~-~1");
  assert.ok(await it.in(() => document.documentElement.scrollWidth <= innerWidth), "nothing scrolls sideways");
  await it.room("inputs");
  await it.openGroups();
  for (const row of ["work.busy_share", "work.utilization"]) {
    assert.equal(await it.in((row) => [...document.querySelectorAll(`[data-field="${row}"]`)].some((each) => each.checkVisibility()), row), false, row);
  }
});

/** The sections that a link may name, for ever, by their rooms. */
const NAMED = {
  plans: ["notes", "ways", "two-plans", "other-sizes", "flips", "quote-check"],
  demand: ["measured", "demand"],
  costs: ["plan-costs", "costs", "over-time", "gpu-count"],
  risk: ["how-likely", "plan-map", "moving", "break-evens"],
  sources: ["offers", "own-book", "assumptions", "method"],
};

test("Every section that a link may name stands in the room that the link opens", async ({ page }) => {
  const it = await page();
  for (const [room, sections] of Object.entries(NAMED)) {
    for (const section of sections) {
      await it.open(`#section=${section}&n=64&end=1`);
      assert.deepEqual(await open(it), [room], section);
      assert.equal(await it.in((id) => document.getElementById(id)?.closest(".room")?.dataset.room, section), room, section);
    }
  }
});

test("The sentence of a steady year says which GPUs it is about where another plan leads, and is not there where nobody chose them", async ({ page }) => {
  const it = await page();
  await it.open("#wl=Service~-~24~~Training~runs~256~504~4~-~1");
  await it.caughtUp();
  await it.room("sources");
  assert.equal(await it.in(() => document.querySelector('[data-view="steady-year"]')), null);
  await it.open("#so=64&sc=0&wl=Service~-~24~~Training~runs~256~504~4~-~1");
  assert.match(await it.text('[data-view="steady-year"]'), /On that basis owning 64 GPUs for all of the work, a plan of its own, costs \$/);
  await it.open();
  assert.match(await it.text('[data-view="steady-year"]'), /On that basis this scenario costs \$/);
});

test("The button that prints does so once every room stands, whatever was opened before", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.in(() => {
    window.printed = [];
    window.print = () => window.printed.push([...document.querySelectorAll(".room .room-head h2")].map((heading) => heading.id));
  });
  await until("the button is there", () => it.in(() => document.querySelector('[data-action="print"]') !== null));
  await it.in(() => document.querySelector('[data-action="print"]').click());
  await until("it prints", () => it.in(() => window.printed.length > 0));
  assert.deepEqual(await it.in(() => window.printed), [ROOMS.map((room) => `room-${room}`)]);
});

test("In a frame of one room the answer stands in short above that room, and nothing else does", async ({ page }) => {
  const it = await page();
  for (const room of ROOMS) {
    await it.go(`#embed=1&view=${room}&n=64&busy=0.6`);
    await until(`${room} stands`, () => it.in((css) => document.querySelector(css)?.getClientRects().length > 0, SECTIONS[room]));
    assert.deepEqual(await it.in(() => [...document.querySelectorAll(".room")].map((each) => each.dataset.room)), [room]);
    assert.ok(await it.isVisible('[data-view="verdict"]'), `${room}: the answer`);
    assert.deepEqual(await it.in(() => [".inputs", ".room-bar", ".starts", "header.bar"].filter((css) => document.querySelector(css))), [], room);
    assert.equal(await it.in(() => document.documentElement.scrollWidth <= innerWidth), true, `${room}: no scrolling sideways`);
  }
});
