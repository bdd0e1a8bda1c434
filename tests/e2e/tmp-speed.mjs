import { ENGINES } from "./browsers.mjs";
import { Page, until } from "./page.mjs";
import { serve } from "./server.mjs";
const [dist, ...paths] = process.argv.slice(2);
const site = await serve(dist, { compress: true });
const page = new Page(await ENGINES.chromium(), site);
await page.driver.manage().setTimeouts({ script: 120000 });
try {
  await page.resize(1280, 720);
  await page.open();
  for (const path of paths) {
    await page.in(() => { window.longs = []; window.po?.disconnect(); window.po = new PerformanceObserver((l) => window.longs.push(...l.getEntries().map((e) => Math.round(e.duration)))); window.po.observe({ type: "longtask" }); });
    const t = performance.now();
    await (await page.one('[data-action="measure-files"]')).sendKeys(path);
    await until("read", () => page.in(() => { const c = [...document.querySelectorAll('[data-view="measured-file"]')]; return c.length === 1 && c.every((x) => x.querySelector("ul,[data-error]")) && !document.querySelector('[data-view="measure-progress"]'); }), 120000);
    const s = (performance.now() - t) / 1000;
    console.log(path, s.toFixed(2), "s", await page.in(() => JSON.stringify(window.longs)));
    await (await page.one('[data-view="measured-file"] button[data-action="remove-file"], [data-view="measured-file"] button')).click().catch((e) => console.log(String(e)));
    await new Promise((r) => setTimeout(r, 1000));
  }
} finally { await page.quit(); await site.close(); process.exit(0); }
