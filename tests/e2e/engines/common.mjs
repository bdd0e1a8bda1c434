// Shared by the engines.
import { mkdtemp, rm } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

// Keeps selenium-webdriver from looking for browsers and drivers online.
process.env.SE_OFFLINE = "true";
process.env.SE_AVOID_STATS = "true";

/** Thrown by a test that cannot run on this machine or in this engine. */
export class Skip extends Error {}

/** The first of the given programs on PATH. */
export function onPath(...names) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  for (const name of names) {
    const folder = folders.find((each) => existsSync(join(each, name)));
    if (folder) return join(folder, name);
  }
  return undefined;
}

/** A folder for a profile, and a function to remove it. A given folder stays. */
export async function profileFolder(given) {
  if (given) return { profile: given, remove: async () => {} };
  const profile = await mkdtemp(join(tmpdir(), "rack-or-rent-e2e-"));
  return { profile, remove: () => rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(() => {}) };
}

/** Clears an origin's storage, from one of its pages. */
export async function clearOrigin(driver, origin) {
  await driver.get(`${origin}/empty`);
  await driver.executeAsyncScript((done) => {
    const work = async () => {
      localStorage.clear();
      for (const each of (await navigator.serviceWorker?.getRegistrations()) ?? []) await each.unregister();
      if (globalThis.caches) for (const each of await caches.keys()) await caches.delete(each);
    };
    work().then(done, done);
  });
  await driver.get("about:blank");
}
