/** Bundles only the icons that the panels show: their styles, and a font of a tenth of the codicon package's size. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Plugin } from "esbuild";
import subsetFont from "subset-font";
import { iconNames } from "../src/webview/iconNames.ts";

/** The characters of the icons, by name. */
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

/** `@import "panel:icons.css"` are the styles. */
export const panelIcons: Plugin = {
  name: "panel-icons",
  setup(build) {
    build.onResolve({ filter: /^panel:icons\.css$/ }, ({ path }) => ({ path, namespace: "panel-icons" }));
    build.onLoad({ filter: /.*/, namespace: "panel-icons" }, async () => {
      const rules = [...(await readIconCodes())].map(([name, code]) => `.codicon-${name}::before { content: "\\${code.toString(16)}"; }`);
      return { contents: rules.join("\n"), loader: "css" };
    });
    build.onLoad({ filter: /[/\\]codicon\.ttf$/ }, async ({ path }) => {
      const characters = String.fromCodePoint(...(await readIconCodes()).values());
      return { contents: await subsetFont(await readFile(path), characters, { targetFormat: "truetype" }), loader: "file" };
    });
  },
};
