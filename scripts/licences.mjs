// Writes the licence texts of everything that ships to a file, and rejects licences that are not allowed.
// Usage: node scripts/licences.mjs [FILE]
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const OURS = ["rack-or-rent", "rack-or-rent-api"];
// Licences that require only their notice. Of an OR, one must be listed; of an AND, all.
const ALLOWED = new Set(["MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause", "ISC", "Zlib", "0BSD", "Unlicense", "Unicode-3.0", "CC0-1.0", "BSL-1.0"]);
const REGISTRY = "registry+https://github.com/rust-lang/crates.io-index";

const metadata = JSON.parse(execFileSync(process.env.CARGO ?? "cargo",
  ["metadata", "--locked", "--format-version", "1", "--filter-platform", "wasm32-unknown-unknown"],
  { cwd: ROOT, maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "inherit"] }));
const packages = new Map(metadata.packages.map((each) => [each.id, each]));
const nodes = new Map(metadata.resolve.nodes.map((each) => [each.id, each]));
const byName = (a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1);

// The linked crates: normal dependencies of our two programs. Macros run at build time and do not ship.
const linked = new Set();
const macro = (each) => each.targets.some((target) => target.kind.includes("proc-macro"));
const waiting = metadata.packages.filter((each) => OURS.includes(each.name)).map((each) => each.id);
for (let id; (id = waiting.pop()); ) {
  if (linked.has(id) || macro(packages.get(id))) continue;
  linked.add(id);
  for (const next of nodes.get(id).deps) if (next.dep_kinds.some((kind) => kind.kind === null)) waiting.push(next.pkg);
}

const refused = [];
for (const each of metadata.packages) {
  if (each.source !== null && each.source !== REGISTRY) refused.push(`${each.name} ${each.version} comes from ${each.source}`);
  if (!allowed(each.license ?? "")) refused.push(`${each.name} ${each.version} has the licence ${each.license}`);
}
if (refused.length > 0) {
  console.error(`Not allowed (scripts/licences.mjs):\n${refused.join("\n")}`);
  process.exit(1);
}

// `A OR B`, `A AND B`, `A/B`, and brackets around parts.
function allowed(expression) {
  const tokens = expression.replace(/\//g, " OR ").match(/\(|\)|\bAND\b|\bOR\b|[^()\s]+(?: WITH [^()\s]+)?/g) ?? [];
  let at = 0;
  const part = () => {
    if (tokens[at] !== "(") return ALLOWED.has(tokens[at++]);
    at++;
    const inside = either();
    at++;
    return inside;
  };
  const both = () => {
    let good = part();
    while (tokens[at] === "AND") { at++; good = part() && good; }
    return good;
  };
  const either = () => {
    let good = both();
    while (tokens[at] === "OR") { at++; good = both() || good; }
    return good;
  };
  return tokens.length > 0 && either() && at === tokens.length;
}

// The notice of a package. Of several files, the MIT one: it is short, and sufficient where it is offered.
function notice(each) {
  const folder = dirname(each.manifest_path);
  const names = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice|unlicense)/i.test(name)).sort();
  const choice = / OR |\//.test(each.license ?? "") && names.find((name) => /mit/i.test(name));
  return (choice ? [choice] : names).map((name) => readFileSync(join(folder, name), "utf8").trim());
}

// Some packages name their licence but include no text.
function missing(each) {
  const terms = /\bMIT\b/.test(each.license) ? " The MIT terms above apply." : "";
  return `The package holds no text of its licence.${terms} Copyright (c) its authors${each.authors.length > 0 ? `: ${each.authors.join(", ")}` : ""}.`;
}

const file = process.argv[2];
const shipped = [...linked].map((id) => packages.get(id)).filter((each) => each.source !== null).sort(byName);
if (file) {
  const texts = new Map();
  for (const each of shipped) {
    const found = notice(each);
    const said = found.length > 0 ? found : [missing(each)];
    for (const text of said) texts.set(text, [...(texts.get(text) ?? []), each]);
  }
  const rule = "-".repeat(100);
  const parts = [
    "Rack or Rent is licensed under MIT or Apache 2.0, as you choose. Its licence stands first; below are the packages",
    "that are compiled into it, with their licences.",
    rule,
    readFileSync(join(ROOT, "LICENSE-MIT"), "utf8").trim(),
    rule,
    "The Rust standard library, MIT OR Apache-2.0 (https://github.com/rust-lang/rust): the MIT terms above apply;",
    "Copyright (c) The Rust Project Contributors.",
  ];
  for (const [text, users] of texts) parts.push(rule, users.map((each) => `${each.name} ${each.version}, ${each.license}${each.repository ? ` (${each.repository})` : ""}`).join("\n"), "", text);
  writeFileSync(file, `${parts.join("\n")}\n`);
}
console.log(`Licences: ${shipped.length} packages ship, ${metadata.packages.length} are used; all allowed, all from crates.io.`);
