// The native engine, for comparison: the command line program, which prints the report of a scenario.
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Skip } from "./harness.mjs";

/** The repository. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
export const PRESETS = join(ROOT, "engine/presets");
const CARGO = process.env.CARGO ?? "cargo";

/** The program's exit code if it prints the report but could not use part of the file as written. */
const PARTLY_USED = 2;

/** The native engine's report, as the program prints it; its `issues` name the unused parts of the scenario. */
export async function evaluate(scenario) {
  native ??= process.env.NATIVE_PROGRAM || built();
  return output(await native, ["evaluate"], scenario, (code, out) => code === PARTLY_USED && out !== "");
}

let native;

/** Builds the program and returns its path. */
async function built() {
  const messages = await output(CARGO, ["build", "-q", "--locked", "-p", "rack-or-rent-cli", "--message-format=json"]);
  const found = messages.split("\n").filter(Boolean).map((line) => JSON.parse(line)).find((each) => each.executable && each.target?.name === "rack-or-rent");
  assert.ok(found, "cargo names what it built");
  return found.executable;
}

/** What the program prints when it is called like this, as bytes. */
export async function printed(given) {
  native ??= process.env.NATIVE_PROGRAM || built();
  return Buffer.from(await output(await native, given, "", () => false, "latin1"), "latin1");
}

/** Runs a program and returns its output; if it fails, only if `anyway` accepts its exit code and output. */
export function output(program, given, input = "", anyway = () => false, encoding = "utf8") {
  return new Promise((resolve, reject) => {
    const child = execFile(program, given, { cwd: ROOT, maxBuffer: 1 << 26, encoding }, (error, out, complaints) => {
      if (error?.code === "ENOENT") reject(new Skip(`there is no ${program} to compare with`));
      else if (error && !anyway(error.code, out)) reject(new Error(`${error.message}\n${complaints}`));
      else resolve(out);
    });
    child.stdin.on("error", () => {}); // it may end before it has read all: its exit code says how
    child.stdin.end(input);
  });
}

/** The same value with every object's members sorted by name. */
export function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
}
