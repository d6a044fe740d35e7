/** The browser's audio and video controls follow the editor's theme. */
import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { imageEditorProtocol } from "../../src/imageEditor/imageEditorProtocol.ts";
import { comparisonProtocol } from "../../src/library/comparison/comparisonProtocol.ts";
import { libraryProtocol } from "../../src/library/libraryProtocol.ts";
import { sharedBrowser } from "./browser.ts";
import { openCallPage } from "./callPage.ts";
import { themes } from "./documentPage.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

test.each([
  ["library", libraryProtocol],
  ["comparison", comparisonProtocol],
  ["imageEditor", imageEditorProtocol],
] as const)("players of the panel %s are dark in dark themes and light in light ones", async (bundle, protocol) => {
  const { page, setTheme } = await openCallPage(browser, bundle, protocol, {}, { location: "editor" });
  const readSchemes = () =>
    page.evaluate(() =>
      (["audio", "video"] as const).map((name) => {
        const player = document.getElementById("panel")?.appendChild(document.createElement(name));
        const scheme = player && getComputedStyle(player).colorScheme;
        player?.remove();
        return scheme;
      }),
    );
  const found: Record<string, unknown> = {};
  for (const theme of themes) {
    await setTheme(theme);
    found[theme] = await readSchemes();
  }
  expect(found).toEqual({
    dark: ["dark", "dark"],
    light: ["light", "light"],
    highContrastDark: ["dark", "dark"],
    highContrastLight: ["light", "light"],
  });
  await page.close();
});
