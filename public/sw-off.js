// Put in the place of sw.js, this takes the worker and all it kept away, at the next visit of each browser.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => {
  const prefix = `rack-or-rent ${self.registration.scope} `;
  event.waitUntil((async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith(prefix)).map((name) => caches.delete(name)));
    await self.registration.unregister();
  })());
});
