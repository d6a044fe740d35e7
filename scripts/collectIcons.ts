/** The icons that the panel shows and the codicon package in; `icons.css`, the package's styles for these icons alone, out. */
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { iconNames } from "../src/webview/iconNames.ts";

const styles = path.join(import.meta.dirname, "..", "src", "webview", "chat", "styles", "icons.css");

export async function collectIcons(): Promise<string> {
  const whole = await readFile(createRequire(import.meta.url).resolve("@vscode/codicons/dist/codicon.css"), "utf8");
  const codes = new Map(
    [...whole.matchAll(/^\.codicon-([a-z0-9-]+):before \{ content: ("\\[0-9a-f]+") \}/gm)].map(([, name, code]) => [name, code]),
  );
  const rules = iconNames.map((name) => {
    const code = codes.get(name);
    if (code === undefined) throw new Error(`The codicon font has no icon ${name}`);
    return `.codicon-${name}::before {\n  content: ${code};\n}\n`;
  });
  return `/* The characters of the icons that the panel shows; scripts/collectIcons.ts writes them. */\n${rules.join("\n")}`;
}

if (import.meta.main) await writeFile(styles, await collectIcons());
