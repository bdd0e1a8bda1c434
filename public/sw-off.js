// Served as sw.js, this removes the worker and everything it cached on each browser's next visit.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => {
  const prefix = `rack-or-rent ${self.registration.scope} `;
  event.waitUntil((async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith(prefix)).map((name) => caches.delete(name)));
    await self.registration.unregister();
  })());
});
