// Hostile links: anything that can follow an address. hostile.mjs opens them, bench.mjs measures how long that takes.
import { Buffer } from "node:buffer";
import { deflateRawSync, gzipSync } from "node:zlib";

const KEYS = ["n", "gpn", "np", "w", "r", "kwh", "life", "busy", "util", "hor", "gpu", "site", "name", "q", "in", "op", "cur", "dis", "book", "end"];
const NUMBERS = ["NaN", "-NaN", "Infinity", "-inf", "1e308", "-1e308", "1e-308", "5e-324", "1e999", "-0", "0x10", "1_000", "0.1.2", "1e", "٣٤", "１２", "9".repeat(400), `0.${"0".repeat(5000)}1`, "1,2,3", "--5"];
const TEXTS = [
  "<svg onload=window.hit=1>", "<img src=x onerror=window.hit=1>", "<script>window.hit=1</script>", "\"><svg/onload=window.hit=1>", "javascript:window.hit=1",
  "data:text/html,<script>window.hit=1</script>", "{{constructor.constructor('window.hit=1')()}}", "${window.hit=1}", "'-window.hit=1-'", "https://elsewhere.example/beacon", "//elsewhere.example/x.js",
  "\u202egnp.exe", "\u2066\u2067\u2068", "\u0000", "a\u0000b", "\ufeff\ufffe\uffff", "=cmd|' /C calc'!A0", "a\u0301".repeat(500), "👩‍👩‍👧‍👦".repeat(200), "\ud83d", "__proto__", "constructor", "../../../etc/passwd", "\r\nSet-Cookie: a=b",
];
const encode = (text) => [...text].map((c) => { try { return encodeURIComponent(c); } catch { return "%ED%A0%BD"; } }).join("");
const base64 = (bytes) => bytes.toString("base64url");

/** The part after `#` or `?`: 200 of them, the same in every run; those of 2 MB last. */
export function links() {
  const all = [];
  NUMBERS.forEach((value, n) => all.push(`v=1&${KEYS[n % 12]}=${encode(value)}&n=64&end=1`, `v=2&n=${encode(value)}&np=${encode(value)}&w=${encode(value)}&r=${encode(value)}&end=1`));
  TEXTS.forEach((value, n) => all.push(`v=1&name=${encode(value)}&gpu=${encode(value)}&${KEYS[n % KEYS.length]}=${encode(value)}&end=1`, `v=2&q=${encode(value)}~2.5~0&in=${encode(value)}&op=${encode(value)}~1&end=1`, `${encode(value)}=${encode(value)}&n=8`));
  all.push(
    ...["%", "%%", "%2", "%zz", "%u0041", "%c0%80", "%ff%fe", "%ed%a0%80", "%f4%90%80%80", "%e2%82"].flatMap((bad) => [`v=1&name=${bad}&n=${bad}&end=1`, `${bad}=1&v=1`]),
    "v=1&n=8&n=16&n=24&end=1&end=1", "v=1&v=2&v=999&n=8", "v=1&n=8&end=1&n=16", `v=1&${"n=8&".repeat(5000)}end=1`, `v=1&${"k=1&".repeat(20_000)}end=1`, `${"&".repeat(50_000)}`, `${"=".repeat(50_000)}`, `v=1&name=${"%".repeat(50_000)}`,
    "v=1&n=100000&gpn=1024&w=1e-300&end=1", "v=1&n=0&gpn=0&end=1", "v=99999999999999999999&n=8&end=1", "v=-1&n=8&end=1", "v=1e3&n=8&end=1", "set=0", "set=-1&n=8", "set=5&n=8&next=2&next=2", `set=5&n=8${"&next=1".repeat(3000)}`, "set=1e9&v=2&n=8&end=1", "next=2&next=3&n=8",
    "preset=constructor", "preset=__proto__", "preset=<svg onload=window.hit=1>", "preset=", "embed=1&theme=%22onload=x", "#".repeat(2000), "#v=1#v=1#n=8", "?v=1?n=8?end=1", "/../../", "\\..\\..\\",
  );
  // Decompression bombs, in the encodings that other pages use in links.
  const bomb = Buffer.alloc(20_000_000, "A");
  for (const packed of [gzipSync(bomb, { level: 9 }), deflateRawSync(bomb, { level: 9 })]) all.push(`v=1&name=${base64(packed)}&end=1`, `z=${base64(packed)}`, base64(packed));
  // Merely long. Chromium opens URLs of up to 2 MB.
  const long = [
    ["n", "9"], ["np", "1e5,"], ["name", "x"], ["name", "%F0%9F%92%A9"], ["q", "a~1~0~~"], ["op", "x~1~"], ["in", "abc "], ["zzz", "<svg onload=window.hit=1>"],
  ].map(([key, part]) => `v=1&${key}=${part.repeat(Math.ceil(100_000 / part.length))}&end=1`);
  all.push(...long);
  const huge = [`v=1&n=${"9".repeat(1_900_000)}&end=1`, `v=1&name=${"x".repeat(1_900_000)}`, `v=1&${"a=b&".repeat(475_000)}`, "%41".repeat(630_000)];
  let seed = 7;
  const random = (below) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  while (all.length + huge.length < 200) {
    const parts = Array.from({ length: 1 + random(12) }, () => `${KEYS[random(KEYS.length)]}=${encode([...NUMBERS, ...TEXTS][random(NUMBERS.length + TEXTS.length)])}`);
    all.push(parts.join("&").slice(0, 1 + random(4000)));
  }
  return [...all.slice(0, 196), ...huge];
}

/** The link after `#`; every third one, if short, as a query instead. */
export const suffixOf = (link, n) => (n % 3 === 2 && link.length < 8000 ? "?" : "#") + link;
