// Files of clusters and bills: chosen or dropped, read, questioned, shown, and put into the scenario.
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { Key } from "selenium-webdriver";
import { test } from "../harness.mjs";
import { evaluate, printed } from "../native.mjs";
import { until } from "../page.mjs";

const SECTION = '[data-view="measured"]';
const FILE = '[data-view="measured-file"]';
const SAMPLES = fileURLToPath(new URL("../../measured/", import.meta.url));
const sample = (name) => join(SAMPLES, name);

/** Chooses files and waits until they are read; returns the section's text. */
async function choose(it, ...paths) {
  const before = (await it.all(FILE)).length;
  await (await it.one('[data-action="measure-files"]')).sendKeys(paths.join("\n"));
  await isRead(it, before + paths.length);
  return it.text(SECTION);
}

/** Waits until so many files stand there, each with what came of it. */
async function isRead(it, files) {
  await until("the files are read", () => it.in((css, files) => {
    const cards = [...document.querySelectorAll(css)];
    const done = cards.filter((card) => card.querySelector("ul, [data-error]") !== null);
    return cards.length === files && done.length === files && document.querySelector('[data-view="measure-progress"]') === null;
  }, FILE, files));
}

/** Writes a file, and returns its path and a function that removes it. */
async function written(name, contents) {
  const folder = await mkdtemp(join(tmpdir(), "measured-"));
  const path = join(folder, name);
  await writeFile(path, contents);
  return [path, () => rm(folder, { recursive: true })];
}

/** The numbers of a table's row, by its name. */
const row = (it, table, name) => it.in((table, name) => {
  const rows = [...document.querySelectorAll(`[data-view="${table}"] tbody tr`)];
  const found = rows.find((row) => row.querySelector("th").innerText.trim() === name);
  return found ? [...found.querySelectorAll("td")].map((cell) => Number(cell.querySelector("[data-value]")?.dataset.value ?? "NaN")) : null;
}, table, name);

test("A list of Slurm jobs becomes a demand, a statement and, with one press, a workload with its cheapest plan", async ({ page }) => {
  const it = await page();
  await it.open();
  const said = await choose(it, sample("sacct.txt"));
  assert.match(said, /sacct\.txt/);
  // Hours of the sample by hand: 8 + 9 + 8 + 52.1022 + 96 + 18.4856 + 20 + 384.
  const used = await it.in(() => Number(document.querySelector('[data-view="measured-used"] [data-value]').dataset.value));
  assert.ok(Math.abs(used - 595.5878) < 0.001, `${used}`);
  const [january] = await row(it, "measured-months", "2026-01 (in part)") ?? await row(it, "measured-months", "2026-01");
  assert.ok(Math.abs(january - 32) < 1e-6, `${january}: the job over the month's end has 32 of its 384 hours in January`);
  assert.match(await it.text('[data-view="measured-findings"]'), /Jobs that do not state their number of GPUs: 1\./);
  assert.match(await it.text(`${FILE}`), /Rows that are steps of jobs: 3\./);

  await it.click('[data-action="use-measured"]');
  assert.match(await it.in(() => document.querySelector('[data-view="workload"] input').value), /^Measured: sacct\.txt/);
  await it.caughtUp();
  const report = JSON.parse(await evaluate(await it.savedFile('[data-action="save-file"]')));
  assert.equal(await it.in(() => document.querySelector('[data-view="verdict"]').dataset.plan), report.recommended);
  assert.deepEqual(await it.in(() => [...document.querySelectorAll("#ways tbody tr")].map((row) => row.dataset.plan)), report.plans.map((plan) => plan.kind));
  assert.match(await it.text('[data-view="not-replayed"]'), /not on a job-by-job replay/);
  await it.click('[data-action="undo"]');
  assert.equal((await it.all('[data-view="workload"]')).length, 0, "one step");
});

test("How much of the demand is jobs that never started stands beside the answer, also where the link or a frame opens", async ({ page }) => {
  // By hand: 8 GPUs for 10 hours, and as many from the start on for a job without a limit that never started: half.
  const [path, remove] = await written("sacct.txt", `JobID|State|Submit|Start|End|Elapsed|Timelimit|ReqTRES|AllocTRES
1|COMPLETED|2026-02-03T08:00:00|2026-02-03T08:00:00|2026-02-03T18:00:00|10:00:00|12:00:00||gres/gpu=8
2|PENDING|2026-02-03T08:00:00|Unknown|Unknown|00:00:00||gres/gpu=8|
`);
  try {
    const it = await page();
    await it.open();
    await choose(it, path);
    await it.click('[data-action="use-measured"]');
    await it.caughtUp();
    const share = () => it.in(() => Number(document.querySelector('[data-view="unstarted"] [data-value]').dataset.value));
    assert.equal(await share(), 0.5);
    const link = await it.in(() => location.hash);
    for (const hash of [link, `${link}&embed=1&view=answer`]) {
      await it.open(hash);
      await it.caughtUp();
      assert.equal(await share(), 0.5, hash.slice(-30));
    }
  } finally {
    await remove();
  }
});

test("Partials that the program read elsewhere and merged open as the file does", async ({ page }) => {
  const folder = await mkdtemp(join(tmpdir(), "partials-"));
  const at = (name) => join(folder, name);
  try {
    const [head, ...rows] = readFileSync(sample("sacct.txt"), "utf8").trimEnd().split("\n");
    const halves = [rows.slice(0, 9), rows.slice(9)];
    for (const [place, half] of halves.entries()) {
      await writeFile(at(`${place}.txt`), `${[head, ...half].join("\n")}\n`);
      await writeFile(at(`${place}.partial`), await printed(["measure", "--partial", at(`${place}.txt`)]));
    }
    await writeFile(at("merged.partial"), await printed(["merge", at("1.partial"), at("0.partial")]));
    const shown = async (path) => {
      const it = await page();
      await it.open();
      await choose(it, path);
      const used = await it.in(() => Number(document.querySelector('[data-view="measured-used"] [data-value]').dataset.value));
      const months = await it.in(() => [...document.querySelectorAll('[data-view="measured-months"] tbody tr')].map((row) => row.innerText));
      await it.click('[data-action="use-measured"]');
      await it.caughtUp();
      return { used, months, verdict: await it.verdict() };
    };
    const whole = await shown(sample("sacct.txt"));
    assert.deepEqual(await shown(at("merged.partial")), whole);
    assert.ok(whole.months.length >= 2, whole.months.join());
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("Several files are one record; what cannot be read says why, and the rest counts", async ({ page }) => {
  const it = await page();
  await it.open();
  const stored = await it.in(() => Object.keys(localStorage).sort());
  const [zip, done] = await written("usage.xlsx", Buffer.from("PK\u0003\u0004 and more"));
  const said = await choose(it, sample("focus.csv"), sample("cur.csv"), zip);
  await done();
  assert.match(said, /usage\.xlsx[\s\S]*zip archive or a spreadsheet/);
  assert.match(said, /1 rows? skipped: a time that does not exist or cannot be read \(lines? 9\)/);
  const p5 = await row(it, "bill-machines", "p5.48xlarge");
  assert.equal(p5[0], 2, "two machine-hours, not three");
  await it.openAllFolds();
  assert.equal((await it.all(FILE)).length, 3);
  await it.in((css) => [...document.querySelectorAll(`${css} [data-action="remove-file"]`)].at(-1).click(), FILE);
  await isRead(it, 2);
  assert.deepEqual(await it.in(() => Object.keys(localStorage).sort()), stored, "nothing of them is stored");
});

test("Compressed files are read as they are, and the same job in two files counts once", async ({ page }) => {
  const it = await page();
  await it.open();
  const [packed, done] = await written("sacct.txt.gz", gzipSync(readFileSync(sample("sacct.txt"))));
  const said = await choose(it, sample("sacct.txt"), packed);
  await done();
  const used = await it.in(() => Number(document.querySelector('[data-view="measured-used"] [data-value]').dataset.value));
  assert.ok(Math.abs(used - 595.5878) < 0.001, `${used}`);
  assert.match(said, /Entries that are also in another file and count once: \d+\./);
});

test("Samples without times ask for their interval; an unknown table asks what its columns hold", async ({ page }) => {
  const it = await page();
  await it.open();
  const [bare, removeBare] = await written("gpus.csv", "0, 97, 68012, 81559\n1, 3, 9000, 81559\n".repeat(60));
  await choose(it, bare);
  assert.match(await it.text(FILE), /Enter the seconds between two samples/);
  const field = await it.one('[data-action="file-interval"]');
  await field.sendKeys("60", "\uE007");
  await until("it is read", async () => /120 rows read/.test(await it.text(FILE)));
  await removeBare();
  await it.click('[data-action="remove-file"]');

  const table = "when;ended;cards;who\n2026-03-01T00:00:00Z;2026-03-01T10:00:00Z;8;ada\n2026-03-01T12:00:00Z;2026-03-01T14:00:00Z;4;bob\n";
  const [other, removeOther] = await written("jobs.csv", table);
  await choose(it, other);
  const selects = await it.all('[data-view="columns"] select');
  assert.equal(selects.length, 4);
  const meanings = ["time or start", "end", "number of GPUs", "user"];
  for (const [at, meaning] of meanings.entries()) await it.pick(selects[at], meaning);
  await it.click('[data-action="read-columns"]');
  await until("the table is read", () => it.in((css) => [...document.querySelectorAll(css)].some((card) => /2 rows read/.test(card.innerText)), FILE));
  await removeOther();
  // 8 GPUs for 10 hours and 4 for 2.
  await it.openAllFolds();
  assert.equal((await row(it, "measured-by-user", "ada"))[0], 80);
  assert.equal((await row(it, "measured-by-user", "bob"))[0], 8);
});

test("Times without a zone are those of the reader's clock, or of a zone that is chosen, with its summer time", async ({ page }) => {
  const it = await page();
  await it.browser.reader("en-US", "America/New_York");
  await it.open();
  const lines = ["JobID|User|State|Start|End|Elapsed|AllocTRES", "1|ada|COMPLETED|2026-07-01T00:00:00|2026-07-01T10:00:00|10:00:00|gres/gpu:h100=2,gres/gpu=2"];
  const [path, done] = await written("jobs.txt", `${lines.join("\n")}\n`);
  await choose(it, path);
  // WebKit keeps the zone of the machine, which may be UTC.
  assert.match(await it.text(FILE), /(are read as those of [A-Z]\S+, with its summer time|read as UTC)/);
  await it.pick(await it.one('[data-action="file-zone"]'), "Asia/Tokyo");
  await until("the zone is taken", async () => /those of Asia\/Tokyo, with its summer time/.test(await it.text(FILE)));
  await it.openAllFolds();
  assert.deepEqual(await row(it, "measured-months", "2026-07 (in part)").then((cells) => cells?.[0]), 20, "the month begins in Tokyo");
  await it.pick(await it.one('[data-action="file-zone"]'), "UTC+2");
  await until("the offset is taken", async () => /read as 2 hours from UTC/.test(await it.text(FILE)));
  await done();
});

test("Files that name GPUs by their index alone count as hosts where they differ, and their host can be named", async ({ page }) => {
  const it = await page();
  await it.open();
  const log = (percent) => "timestamp, index, name, utilization.gpu [%]\n" + Array.from({ length: 60 }, (_, minute) => `2026/02/03 00:${String(minute).padStart(2, "0")}:00.000, 0, NVIDIA H100 80GB HBM3, ${percent} %\n`).join("");
  const [one, removeOne] = await written("node1.csv", log(100));
  const [two, removeTwo] = await written("node2.csv", log(0));
  const said = await choose(it, one, two);
  assert.match(said, /they count as those of 2 hosts/);
  const [first] = await it.all('[data-action="file-host"]');
  await first.sendKeys("gpu01", "\uE007");
  await until("the host is taken", async () => !/they count as those of/.test(await it.text(SECTION)));
  assert.equal(await it.in(() => document.querySelector('[data-action="file-host"]')?.value), "gpu01", "what was entered can be changed");
  await removeOne();
  await removeTwo();
});

test("A table that is too wide to choose columns of is refused in words; nothing is drawn of it", async ({ page }) => {
  const it = await page();
  await it.open();
  const wide = (columns) => `${Array.from({ length: columns }, (_, at) => `c${at}`).join(",")}\n${"1,".repeat(columns - 1)}1\n`;
  for (const columns of [51, 2_000, 100_000]) {
    const [path, done] = await written("wide.csv", wide(columns));
    await choose(it, path);
    await done();
    assert.match(await it.text(FILE), /Unknown table format, and it has more than 50 columns/);
    assert.equal((await it.all('[data-view="columns"] select')).length, 0);
    await it.click('[data-action="remove-file"]');
  }
  const [path, done] = await written("fifty.csv", wide(50));
  await choose(it, path);
  await done();
  assert.equal((await it.all('[data-view="columns"] select')).length, 50);
});

test("A name of a GPU that is not known is asked for once and remembered", async ({ page, site }) => {
  const at = await site();
  const it = await page({ site: at });
  await it.open();
  const lines = ["JobID|User|State|Start|End|Elapsed|AllocTRES", "1|ada|COMPLETED|2026-02-03T09:00:00|2026-02-03T11:00:00|02:00:00|gres/gpu:bigcard=4,gres/gpu=4"];
  const [path, done] = await written("jobs.txt", `${lines.join("\n")}\n`);
  await choose(it, path);
  const select = await it.one('[data-action="name-gpu"]');
  await it.pick(select, "H100 80 GB SXM");
  await isRead(it, 1);
  await it.reload();
  await choose(it, path);
  await done();
  assert.equal(await it.in(() => document.querySelector('[data-action="name-gpu"]').selectedOptions[0].text), "H100 80 GB SXM", "it is remembered");
});

/** A list of Slurm jobs on a GPU with a name of its own: four of them for two hours. */
const jobsOn = (gpu) => `JobID|User|State|Start|End|Elapsed|AllocTRES\n1|ada|COMPLETED|2026-02-03T09:00:00|2026-02-03T11:00:00|02:00:00|gres/gpu:${gpu}=4,gres/gpu=4\n`;

test("Names of GPUs explained in two windows are both remembered", async ({ page, site }) => {
  const at = await site();
  const it = await page({ site: at });
  await it.open();
  const [bigcard, removeBig] = await written("big.txt", jobsOn("bigcard"));
  const [oldcard, removeOld] = await written("old.txt", jobsOn("oldcard"));
  const first = await it.driver.getWindowHandle();
  await it.driver.switchTo().newWindow("tab");
  const second = await it.driver.getWindowHandle();
  await it.open(); // before the first window explains anything
  for (const [window, path, printed, gpu] of [[first, bigcard, "bigcard", "H100 80 GB SXM"], [second, oldcard, "oldcard", "A100 80 GB SXM"]]) {
    await it.driver.switchTo().window(window);
    await choose(it, path);
    // Names explained in the other window are listed too.
    const select = await it.in((printed) => [...document.querySelectorAll('[data-action="name-gpu"]')].find((each) => each.parentElement.innerText.includes(printed)), printed);
    await it.pick(select, gpu);
    await isRead(it, 1);
  }
  const names = async () => Object.keys(JSON.parse((await it.stored())["rack-or-rent/v1/gpu-names"] ?? "{}"));
  await until("both names are stored", async () => (await names()).join() === "bigcard,oldcard");
  await it.driver.close();
  await it.driver.switchTo().window(first);
  await removeBig();
  await removeOld();
});

test("Damaged answers about GPUs in the storage count for nothing, are said and set aside", async ({ page }) => {
  const it = await page();
  await it.driver.get(`${it.site.origin}/empty`);
  const damaged = '{"ml.p9.large":["h100-sxm",1e308],"ml.p8.large":["h100-sxm",8]}';
  await it.in((damaged) => {
    localStorage.setItem("rack-or-rent/v1/machines", damaged);
    localStorage.setItem("rack-or-rent/v1/gpu-names", '{"bigcard":7}');
  }, damaged);
  await it.open();
  const notices = await it.notices();
  assert.equal(notices.filter((text) => /not readable by this version: 2/.test(text)).length, 1, JSON.stringify(notices));
  const stored = await it.stored();
  assert.deepEqual(JSON.parse(stored["rack-or-rent/v1/machines"]), { "ml.p8.large": ["h100-sxm", 8] });
  assert.equal(stored["rack-or-rent/v1/gpu-names"], undefined);
  assert.ok(Object.values(stored).includes(damaged), "nothing is lost");
  const [bill, done] = await written("bill.csv", readFileSync(sample("focus.csv"), "utf8"));
  await choose(it, bill);
  await done();
  assert.doesNotMatch(await it.text(SECTION), /∞|NaN/);
});

test("Where nothing can be stored, a named GPU counts, and it is said that the name is not kept", async ({ page }) => {
  const it = await page();
  await it.open();
  const [path, done] = await written("jobs.txt", jobsOn("bigcard"));
  await choose(it, path);
  await it.in(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
  });
  await it.pick(await it.one('[data-action="name-gpu"]'), "H100 80 GB SXM");
  await isRead(it, 1);
  await done();
  assert.equal((await it.notices()).filter((text) => /cannot store which GPUs you named/.test(text)).length, 1);
  assert.equal(await it.in(() => document.querySelector('[data-action="name-gpu"]').selectedOptions[0].text), "H100 80 GB SXM");
});

test("The name of a file cannot turn text around", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.in((css) => {
    const data = new DataTransfer();
    const jobs = "JobID|State|Start|End|AllocTRES\n7|COMPLETED|2026-02-03T09:00:00|2026-02-03T11:00:00|gres/gpu=4\n";
    data.items.add(new File([jobs], "jobs\u202etxt.exe\u2066\u0007"));
    data.items.add(new File(["PK\u0003\u0004"], "\u202e\u200f"));
    document.querySelector(css).dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, '[data-view="drop"]');
  await isRead(it, 2);
  const names = await it.in((css) => [...document.querySelectorAll(`${css} bdi`)].map((e) => e.textContent), FILE);
  assert.deepEqual(names, ["jobstxt.exe", "file without a name"]);
  await it.click('[data-action="use-measured"]');
  await until("the workload is there", async () => (await it.all('[data-view="workload"]')).length > 0);
  const control = /[\u0000-\u0008\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
  assert.doesNotMatch(await it.in(() => document.body.innerText + document.querySelector('[data-view="workload"] input').value), control);
  assert.doesNotMatch(JSON.stringify(await it.stored()), control);
});

test("Files are dropped, and an example can be tried", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.in((css) => {
    const data = new DataTransfer();
    data.items.add(new File(["JobID|State|Start|End|AllocTRES\n7|COMPLETED|2026-02-03T09:00:00|2026-02-03T11:00:00|gres/gpu=4\n"], "dropped.txt"));
    document.querySelector(css).dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, '[data-view="drop"]');
  await isRead(it, 1);
  assert.match(await it.text('[data-view="measured-used"]'), /^8 GPU-hours allocated to jobs/);
  await it.in(() => document.querySelectorAll('[data-action="example"]').forEach((button) => button.click()));
  await isRead(it, 5);
  const cards = await it.in((css) => [...document.querySelectorAll(css)].map((card) => card.querySelector("[data-error]")?.innerText ?? ""), FILE);
  assert.deepEqual(cards, ["", "", "", "", ""]);
});

test("What counts as idle can be changed", async ({ page }) => {
  const it = await page();
  await it.open();
  await it.in(() => [...document.querySelectorAll('[data-action="example"]')][1].click());
  await isRead(it, 1);
  assert.match(await it.text('[data-view="measured-findings"]'), /allocated but idle/);
  await it.openAllFolds();
  const [, minutes] = await it.all('[data-action="threshold"]');
  await it.in((field) => {
    field.value = "100000";
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }, minutes);
  await until("nothing is idle for as long", async () => !/allocated but idle/.test(await it.text('[data-view="measured-findings"]')));
});

test("The bill stands beside the model, and the queries can be copied", async ({ page }) => {
  const it = await page();
  await it.open();
  await choose(it, sample("focus.csv"));
  assert.match(await it.text('[data-view="reconciled"]'), /The bill covers no full month of the scenario/);
  // The sample's machine has no type: eight GPUs, as its text says, are 43.76 / 8 = 5.47 a GPU-hour.
  await it.pick(await it.one('[data-action="machine-gpu"]'), "H100 80 GB SXM");
  await it.click('[data-action="name-machine"]');
  await until("its hours count", async () => /8 GPU-hours, each \$5\.47 for its GPU, unused commitments included/.test(await it.text('[data-view="measured-findings"]')));
  await it.openAllFolds();
  assert.equal((await it.all('[data-view="query"]')).length, 8);
});

/** Lets an action happen, waits until the result is current, and returns the marks of earlier results that stood there meanwhile. */
async function marksOf(it, action) {
  await it.in((css) => {
    const section = document.querySelector(css);
    self.marks = new Set();
    const note = () => section.querySelectorAll('[data-view="earlier-files"]').forEach((mark) => self.marks.add(mark.innerText));
    self.marking = new MutationObserver(note);
    self.marking.observe(section, { childList: true, subtree: true, characterData: true });
  }, SECTION);
  await action();
  await isCurrent(it);
  return it.in(() => {
    self.marking.disconnect();
    return [...self.marks];
  });
}

/** Waits until nothing is read and the result is current. */
const isCurrent = (it) => until("the result is current", () => it.in(() => document.querySelector('[data-view="measure-progress"], [data-view="earlier-files"]') === null));

/** The cells of the table of months. */
const months = (it) => it.in(() => [...document.querySelectorAll('[data-view="measured-months"] tbody [data-value]')].map((cell) => cell.dataset.value).join());

/** Enters a number in one of the thresholds. */
const threshold = async (it, place, number) => it.in((field, number) => {
  field.value = number;
  field.dispatchEvent(new Event("change", { bubbles: true }));
  return field.value;
}, (await it.all('[data-action="threshold"]'))[place], number);

test("A price, a threshold and a name are asked of what was read: no file is read again", async ({ page }) => {
  const it = await page();
  await it.open();
  const [jobs, removeJobs] = await written("jobs.txt", readFileSync(sample("sacct.txt"), "utf8").replaceAll("h100", "bigcard"));
  await choose(it, jobs);
  await removeJobs(); // who reads it now finds nothing
  const before = await months(it);
  await marksOf(it, async () => it.pick(await it.one('[data-action="name-gpu"]'), "H100 80 GB SXM"));
  const named = await months(it);
  assert.notEqual(named, before, "its hours have a price now");
  await marksOf(it, async () => it.pick(await it.one('[data-action="priced-at"]'), "your cost per busy GPU-hour"));
  assert.notEqual(await months(it), named, "they have another");
  await it.openAllFolds();
  await marksOf(it, () => threshold(it, 1, "45"));
  assert.equal((await it.all(`${FILE} [data-error]`)).length, 0);
  // What has to be read again is missed: the file is really gone.
  await it.pick(await it.one('[data-action="file-zone"]'), "UTC+2");
  await until("it is missed", async () => /It changed; choose it again\./.test(await it.text(FILE)));
});

test("A number that counts as idle is read and written in the reader's own format", async ({ page }) => {
  const it = await page();
  await it.browser.reader("de-DE", "Europe/Berlin");
  await it.open();
  await it.in(() => [...document.querySelectorAll('[data-action="example"]')][1].click());
  await isRead(it, 1);
  await it.openAllFolds();
  const german = await it.in(() => (0.5).toLocaleString()) === "0,5";
  assert.equal(await threshold(it, 0, german ? "2,5" : "2.5"), german ? "2,5" : "2.5");
  await isCurrent(it);
  assert.equal(await threshold(it, 0, "much"), german ? "2,5" : "2.5", "what is no number changes nothing");
});

test("What belongs to other files is marked at once, and does not enter the scenario", async ({ page }) => {
  const it = await page();
  await it.open();
  await choose(it, sample("sacct.txt"), sample("focus.csv"));
  const marks = await marksOf(it, () => it.in((css) => {
    document.querySelectorAll(`${css} [data-action="remove-file"]`)[1].click();
  }, FILE));
  assert.deepEqual(marks, ["These results are for earlier files."]);
  assert.equal((await it.all('[data-view="bill-months"]')).length, 0, "nothing of the bill is left");
  const [zip, done] = await written("usage.xlsx", Buffer.from("PK\u0003\u0004 and more"));
  await choose(it, zip);
  await done();
  await it.click('[data-action="use-measured"]');
  assert.match(await it.in(() => document.querySelector('[data-view="workload"] input').value), /^Measured: sacct\.txt$/, "the file that was not read is not named");
  await it.in((css) => document.querySelectorAll(`${css} [data-action="remove-file"]`).forEach((button) => button.click()), FILE);
  await until("nothing is left", async () => (await it.all('[data-view="measured-results"]')).length === 0);
});

test("What a busy hour costs follows the price of the machines; until then the result is marked", async ({ page }) => {
  const it = await page();
  await it.open();
  const [jobs, done] = await written("jobs.txt", jobsOn("bigcard"));
  await choose(it, jobs);
  await done();
  await marksOf(it, async () => it.pick(await it.one('[data-action="name-gpu"]'), "H100 80 GB SXM"));
  await marksOf(it, async () => it.pick(await it.one('[data-action="priced-at"]'), "your cost per busy GPU-hour"));
  const before = await months(it);
  const price = await it.fieldNumber("own.node_price_usd");
  const marks = await marksOf(it, async () => {
    await it.enter("own.node_price_usd", String(3 * price));
    await until("the costs are others", async () => await months(it) !== before);
  });
  assert.deepEqual(marks, ["These results are for earlier prices, inputs or thresholds."]);
  // At the price of the list the machines play no part.
  await marksOf(it, async () => it.pick(await it.one('[data-action="priced-at"]'), "the usual on-demand price of each GPU"));
  const list = await months(it);
  assert.deepEqual(await marksOf(it, async () => {
    await it.enter("own.node_price_usd", String(price));
    await it.settled();
  }), []);
  assert.equal(await months(it), list);
});

test("A file that is chosen twice is said to be there; one of its name and size that was written later replaces it", async ({ page }) => {
  const it = await page();
  await it.open();
  const jobs = (gpus) => `JobID|State|Start|End|AllocTRES\n7|COMPLETED|2026-02-03T09:00:00|2026-02-03T11:00:00|gres/gpu=${gpus}\n`;
  const [path, done] = await written("jobs.txt", jobs(4));
  await utimes(path, new Date(2026, 1, 1), new Date(2026, 1, 1));
  await choose(it, path);
  const again = async () => (await it.one('[data-action="measure-files"]')).sendKeys(path);
  const remark = (words) => until("it is said", async () => (await it.all('[data-view="measure-remark"]')).length === 1 && words.test(await it.text('[data-view="measure-remark"]')));
  await again();
  await remark(/^jobs\.txt has already been added\.$/);
  await isCurrent(it);
  await writeFile(path, jobs(8));
  await utimes(path, new Date(2026, 1, 2), new Date(2026, 1, 2));
  await again();
  await remark(/^jobs\.txt replaces the file of the same name added earlier\.$/);
  await isCurrent(it);
  await done();
  assert.equal((await it.all(FILE)).length, 1);
  assert.match(await it.text('[data-view="measured-used"]'), /^16 GPU-hours allocated to jobs/, "eight GPUs for two hours");
});

test("A JSON that was cut says where; a file that changed asks to be chosen again, and the others count", async ({ page }) => {
  const it = await page();
  await it.open();
  const text = "JobID|State|Start|End|AllocTRES\n7|COMPLETED|2026-02-03T09:00:00|2026-02-03T11:00:00|gres/gpu=4\n";
  const [cut, removeCut] = await written("metrics.json", '{"status":"success","data":{"resultType":"matrix","result":[{"metric":{"__name__":"DCGM_FI_DEV_GPU_UTIL","gpu":"0"},"val');
  const [changing, removeChanging] = await written("changing.txt", text.replace("\n7|", "\n8|"));
  const [jobs, removeJobs] = await written("jobs.txt", text);
  const said = await choose(it, cut, changing, jobs);
  await removeCut();
  assert.match(said, /The file ends in the middle of its JSON, at line 1, column 120\./);
  assert.doesNotMatch(said, /could not read/);
  assert.match(await it.text('[data-view="measured-used"]'), /^16 GPU-hours allocated to jobs/);
  await writeFile(changing, "JobID\n");
  const zones = await it.all('[data-action="file-zone"]');
  await it.pick(zones[0], "UTC+2");
  await until("the change is noticed", async () => /It changed; choose it again\./.test(await it.text(SECTION)));
  await isCurrent(it);
  assert.match(await it.text('[data-view="measured-used"]'), /^8 GPU-hours allocated to jobs/, "the other file");
  assert.doesNotMatch(await it.text(SECTION), /This file is empty/);
  // Chosen again it takes its place, although its size is another.
  await writeFile(changing, text.replace("\n7|", "\n8|").replace("gpu=4", "gpu=16"));
  await (await it.one('[data-action="measure-files"]')).sendKeys(changing);
  await until("it is read", async () => /^40 GPU-hours allocated to jobs/.test(await it.text('[data-view="measured-used"]')));
  assert.equal((await it.all(FILE)).length, 3);
  await removeChanging();
  await removeJobs();
});

test("Reading that is cancelled says so, keeps what was found before, marked, and offers to read again", async ({ page }) => {
  const it = await page();
  await it.open();
  await choose(it, sample("sacct.txt"));
  await it.in((css) => {
    const cancel = () => document.querySelector('[data-action="cancel-measure"]')?.click();
    new MutationObserver((_, observer) => {
      if (document.querySelector('[data-action="cancel-measure"]') === null) return;
      observer.disconnect();
      cancel();
    }).observe(document.querySelector(css), { childList: true, subtree: true });
  }, SECTION);
  await (await it.one('[data-action="measure-files"]')).sendKeys(sample("focus.csv"));
  await until("it is said", async () => (await it.all('[data-view="measure-cancelled"]')).length === 1);
  assert.match(await it.text('[data-view="earlier-files"]'), /for earlier files/);
  assert.match(await it.text('[data-view="measured-used"]'), /^596 GPU-hours/);
  assert.equal(await it.in(() => document.querySelector('[data-action="use-measured"]').disabled), true);
  await it.click('[data-action="measure-again"]');
  await isCurrent(it);
  assert.ok((await it.all('[data-view="bill-months"]')).length > 0, "the bill is read too");
  assert.equal(await it.in(() => document.querySelector('[data-action="use-measured"]').disabled), false);
});

test("Where the worker dies again and again that is said, and what was found before stays, marked", async ({ page }) => {
  const it = await page();
  await it.before(`
    const Real = Worker;
    self.Worker = class extends Real {
      constructor(...given) {
        super(...given);
        (self.workers ??= []).push(this);
        if (self.dying) setTimeout(() => this.dispatchEvent(new ErrorEvent("error", { message: "out of memory", cancelable: true })));
      }
    };
  `);
  await it.open();
  await choose(it, sample("sacct.txt"));
  await it.in(() => {
    self.dying = true;
    for (const worker of self.workers) worker.dispatchEvent(new ErrorEvent("error", { message: "out of memory", cancelable: true }));
  });
  await (await it.one('[data-action="measure-files"]')).sendKeys(sample("focus.csv"));
  await until("it is said", async () => /The files could not be read: out of memory/.test(await it.text(SECTION)));
  assert.match(await it.text('[data-view="earlier-files"]'), /for earlier files/);
  assert.match(await it.text('[data-view="measured-used"]'), /^596 GPU-hours/);
  await it.in(() => { self.dying = false; });
  await it.click('[data-action="measure-again"]');
  await isCurrent(it);
  assert.equal((await it.all(`${FILE} [data-error]`)).length, 0);
});

test("Files are read where the page itself comes from disk", async ({ page, dist }) => {
  const it = await page();
  await it.driver.get(pathToFileURL(join(dist, "rack-or-rent.html")).href);
  await until("the section stands there", () => it.isVisible('[data-view="drop"]'));
  await choose(it, sample("sacct.txt"));
  assert.match(await it.text('[data-view="measured-used"]'), /^596 GPU-hours/);
});

test("The jobs of a file are run again on the recommended plan: what waiting saves, and how long they wait", async ({ page }) => {
  const it = await page();
  await it.open();
  // Two jobs of 8 GPUs at once for an hour, then an idle hour, for thirty days.
  const time = (hour) => new Date(Date.UTC(2026, 2, 1, hour)).toISOString().slice(0, 19);
  const job = (id, hour) => `${id}|vision|COMPLETED|${time(hour)}|${time(hour)}|${time(hour + 1)}|3600|gres/gpu:h100=8`;
  const rows = Array.from({ length: 720 }, (_, index) => job(index + 1, 2 * Math.floor(index / 2)));
  const [path, done] = await written("pairs.txt", `JobID|Account|State|Submit|Start|End|ElapsedRaw|AllocTRES\n${rows.join("\n")}\n`);
  await choose(it, path);
  await done();
  const wait = (hours) => it.in((hours) => {
    const field = document.querySelector('[data-action="replay-patience"]');
    field.value = hours;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }, hours);
  await wait("-1");
  assert.ok(await it.in(() => document.querySelector('[data-action="replay"]').disabled), "hours below 0 run nothing");
  await wait("1");
  await it.click('[data-action="replay-sizes"]');
  await it.click('[data-action="replay"]');
  await until("the jobs have run", () => it.isVisible('[data-view="replay-findings"]'));
  assert.match(await it.text('[data-view="replay-findings"]'), /720 jobs of 30 days were run again/);
  assert.match(await it.text('[data-view="replay-findings"]'), /promises to save/);
  const [all, atOnce, waiting] = await Promise.all(["Rent everything", "Rent what is not free at once", "Rent only what waits longer than an hour"].map((name) => row(it, "replay", name)));
  assert.equal(all[4], 1, "all hours are rented where everything is");
  assert.ok(waiting[0] <= atOnce[0], "who waits rents no more");
  assert.equal(atOnce[6], 0, "nobody waits where all is rented at once");
  assert.match(await it.text('[data-view="replay-findings"]'), /For whole jobs \d+ GPUs owned/);
  // The chart over time shows fewer days, and all of them again, by keyboard alone.
  const zoom = (id) => it.in((id) => {
    const button = document.querySelector(`[data-zoom="${id}"]`);
    button.focus();
    return button.getAttribute("aria-disabled");
  }, id);
  const days = () => it.in(() => [...document.querySelectorAll('[data-view="replay-use"] svg text')].map((text) => text.textContent).join(" "));
  const all30 = await days();
  assert.equal(await zoom("wider"), "true", "all days are shown");
  assert.equal(await zoom("closer"), "false");
  await it.press(Key.ENTER);
  await until("fewer days are shown", async () => (await days()) !== all30);
  assert.doesNotMatch(await days(), /\b2[5-9]\b/, "days 7.5 to 22.5");
  await zoom("later");
  await it.press(Key.ENTER);
  await until("the last days are shown", async () => /\b2[5-9]\b/.test(await days()));
  assert.equal(await zoom("wider"), "false");
  await it.press(Key.ENTER);
  await until("all days are shown again", async () => (await days()) === all30);
  // Taken into the scenario, the jobs run on the plan of now; one that owns nothing has no mix to judge.
  await it.click('[data-action="use-measured"]');
  await it.caughtUp();
  await until("the jobs have run on the plan of now", async () => {
    const plan = await it.in(() => document.querySelector('[data-view="verdict"]').dataset.plan);
    return (await it.text('[data-view="replay-findings"]')).toLowerCase().includes(`“${plan}”`);
  });
  // What they got enters the scenario: jobs of 8 GPUs that wait an hour fill one node, and half of two.
  const before = await it.in(() => location.href);
  await it.click('[data-action="use-replayed"]');
  await it.caughtUp();
  await until("the answer counts with it", async () => (await it.in(() => location.href)) !== before);
  assert.match(await it.in(() => location.href), /[?&](occ|pe)=/);
});
