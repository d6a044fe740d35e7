/** Writes `icons.css`: the codicon package's styles for the icons that the panel shows. */
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { iconNames } from "../src/webview/iconNames.ts";

const styles = path.join(import.meta.dirname, "..", "src", "webview", "styles", "icons.css");

/** The characters of the icons that the panel shows, by name. */
export async function readIconCodes(): Promise<Map<string, number>> {
  const whole = await readFile(createRequire(import.meta.url).resolve("@vscode/codicons/dist/codicon.css"), "utf8");
  const codes = new Map(
    [...whole.matchAll(/^\.codicon-([a-z0-9-]+):before \{ content: "\\([0-9a-f]+)" \}/gm)].map(([, name = "", code = ""]) => [
      name,
      Number.parseInt(code, 16),
    ]),
  );
  return new Map(
    iconNames.map((name) => {
      const code = codes.get(name);
      if (code === undefined) throw new Error(`The codicon font has no icon ${name}`);
      return [name, code];
    }),
  );
}

export async function collectIcons(): Promise<string> {
  const rules = [...(await readIconCodes())].map(([name, code]) => `.codicon-${name}::before {\n  content: "\\${code.toString(16)}";\n}\n`);
  return `/* The characters of the icons that the panel shows; scripts/collectIcons.ts writes them. */\n${rules.join("\n")}`;
}

if (import.meta.main) await writeFile(styles, await collectIcons());
