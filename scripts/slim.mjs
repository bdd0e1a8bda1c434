// Takes comments and indents out of the scripts and styles of a released page; Trunk runs it before it hands a build
// over (Trunk.toml). Names and statements stay as they are, so that a failure can still be read.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.env.TRUNK_STAGING_DIR;
if (!folder) throw new Error("Trunk runs this: TRUNK_STAGING_DIR is not set.");
if (process.env.TRUNK_PROFILE === "release") {
  for (const name of readdirSync(folder).filter((each) => /\.(js|css)$/.test(each))) {
    const path = join(folder, name);
    const text = readFileSync(path, "utf8");
    // Only whole lines are touched: what stands inside a line may be a text. A text over several lines must stay whole.
    const several = name.endsWith(".js") && text.split("\n").some((line) => line.split("`").length % 2 === 0);
    if (several) throw new Error(`${name} holds a text over several lines, which this would change.`);
    const blocks = text.replace(/^[ \t]*\/\*[^]*?\*\/[ \t]*$/gm, "");
    const lines = blocks.split("\n").map((line) => line.trim());
    writeFileSync(path, lines.filter((line) => line && !(name.endsWith(".js") && line.startsWith("//"))).join("\n"));
  }
}
