// WebKit (WebKitGTK) through WebKitWebDriver, in a custom window (webkit.py) on a virtual screen (Xvfb).
import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { createConnection } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Builder, Capabilities } from "selenium-webdriver";
import { findFreePort } from "selenium-webdriver/net/portprober.js";
import { Skip, clearOrigin, onPath, profileFolder } from "./common.mjs";

const WINDOW = fileURLToPath(new URL("./webkit.py", import.meta.url));
// WebKit messages that are not errors of a page: it does not know this policy directive, and reports it each time; and it says that it may
// not load the worker for offline use when the page is left while that is fetched.
const REMARKS = /Unrecognized Content-Security-Policy directive 'manifest-src'|Cannot load \S+\/sw\.js due to access control checks/;
let screen;

export async function webkit({ scripts = true, insecure = false, blockThirdParty = false, proxy, profile: given } = {}) {
  screen ??= await display();
  const { profile, remove } = await profileFolder(given);
  await mkdir(join(profile, "data"), { recursive: true });
  const socket = join(profile, `control-${Date.now()}`);
  const port = await findFreePort();
  const lines = [];
  const program = spawn(process.env.WEBKITWEBDRIVER ?? onPath("WebKitWebDriver"), [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: screen,
      GDK_BACKEND: "x11",
      NO_AT_BRIDGE: "1",
      LANG: "C.UTF-8",
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1", // as root
      WEBKIT_DISABLE_DMABUF_RENDERER: "1",
      ROR_PROFILE: join(profile, "data"),
      ROR_CONTROL: socket,
      ROR_OPTIONS: JSON.stringify({ scripts, blockThirdParty, proxy }),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [program.stdout, program.stderr]) {
    let rest = "";
    stream.setEncoding("utf8").on("data", (text) => {
      const parts = (rest + text).split("\n");
      rest = parts.pop();
      for (const part of parts) {
        if (part.startsWith("CONSOLE ")) lines.push(part);
        else if (process.env.WEBKIT_SAYS) console.error(part);
      }
    });
  }
  const end = async () => {
    program.kill("SIGKILL");
    await remove();
  };
  let driver;
  let ask;
  try {
    await reachable(port);
    const capabilities = new Capabilities({ browserName: "MiniBrowser", acceptInsecureCerts: insecure, "webkitgtk:browserOptions": { binary: process.env.PYTHON ?? "/usr/bin/python3", args: [WINDOW, "--automation"] } });
    driver = await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build();
    ask = await control(socket);
  } catch (error) {
    await end();
    throw error;
  }
  const browser = await ask("pid");
  return {
    driver,
    // It keeps no place when something above grows, and its driver presses where an element was.
    movesUnderPress: true,
    devtools: async (command) => {
      throw new Skip(`${command} is a command of Chromium`);
    },
    quit: async () => {
      await Promise.race([Promise.resolve().then(() => driver.quit()).catch(() => {}), pause(3000)]); // it may wait for a closed page
      gone(browser);
      await end();
    },
    kill: async () => {
      gone(browser);
      await pause(300); // until its helper processes notice
      await end();
    },
    fresh: async (origin) => {
      await ask("forget");
      await ask("dark", false);
      await ask("reader", "en-US");
      await clearOrigin(driver, origin);
      lines.length = 0;
    },
    resize: async (width, height) => {
      await ask("size_to", width, height);
      for (let n = 0; n < 100; n += 1) {
        if (await driver.executeScript((w, h) => innerWidth === w && innerHeight === h, width, height)) return;
        await pause(10);
      }
      throw new Error(`the window did not become ${width} by ${height}`);
    },
    dark: (on) => ask("dark", on),
    paper: async () => {
      throw new Skip("WebKit's driver cannot show a page as on paper");
    },
    before: (source) => ask("before", source),
    reader: (locale) => ask("reader", locale), // the time zone is the machine's
    shows: (text) => ask("shows", text),
    saveTo: (folder) => ask("save_to", folder),
    clipboard: () => ask("clipboard"),
    complaints: async () => {
      await pause(20); // console lines use another channel than the response
      return lines.splice(0).filter((each) => /^CONSOLE \w+(?: \w+)? (?:ERROR|WARN)|^CONSOLE (?:ERROR|WARN)/.test(each) && !REMARKS.test(each));
    },
    asked: () => ask("asked"),
    print: async () => {
      throw new Skip("WebKit's driver cannot print");
    },
  };
}

function gone(id) {
  try {
    process.kill(id, "SIGKILL");
  } catch {
    // Already gone.
  }
}

/** A virtual screen for all windows of this run. */
async function display() {
  const program = spawn(onPath("Xvfb") ?? "Xvfb", ["-displayfd", "3", "-screen", "0", "1600x1600x24", "-nolisten", "tcp"], { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  process.once("exit", () => program.kill());
  program.unref();
  const number = await new Promise((resolve, reject) => {
    let said = "";
    program.stdio[3].on("data", (data) => {
      said += data;
      if (said.endsWith("\n")) resolve(said.trim());
    });
    program.once("error", reject);
    program.once("exit", () => reject(new Error("Xvfb did not start")));
  });
  program.stdio[3].destroy();
  return `:${number}`;
}

async function reachable(port) {
  for (let n = 0; n < 200; n += 1) {
    try {
      await fetch(`http://127.0.0.1:${port}/status`);
      return;
    } catch {
      await pause(25);
    }
  }
  throw new Error("WebKitWebDriver did not start");
}

/** Sends the window a command that the driver lacks. */
async function control(path) {
  const connection = createConnection(path).setEncoding("utf8");
  connection.unref();
  await new Promise((resolve, reject) => connection.once("connect", resolve).once("error", reject));
  const waiting = [];
  let rest = "";
  connection.on("data", (text) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop();
    for (const part of parts) waiting.shift()?.(JSON.parse(part));
  });
  connection.on("error", () => {});
  return (name, ...given) =>
    new Promise((resolve, reject) => {
      waiting.push(({ ok, error }) => (error ? reject(new Error(error)) : resolve(ok)));
      connection.write(`${JSON.stringify([name, given])}\n`);
    });
}
