// Mends a link whose # a mail program wrote as %23: the host answers it with 404.html.
(function () {
  "use strict";
  var parts = location.pathname.split(/%23/i);
  if (parts.length < 2) return;
  // Two slashes at the start would name another host: to the setters below all of it is a path of this one.
  var mended = new URL(location.href);
  mended.pathname = parts[0].replace(/[^/]*$/, "").replace(/^[/\\]+/, "/");
  mended.search = "";
  mended.hash = parts.slice(1).join("") + location.search.replace(/^\?/, "&");
  if (mended.origin === location.origin) location.replace(mended.href);
})();
