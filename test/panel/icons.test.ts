/** The font that ships with the panel. */
import { expect, test } from "vitest";
import { readIconCodes } from "../../scripts/panelIcons.ts";
import { sharedBrowser } from "./browser.ts";
import { openPanelPage } from "./panelPage.ts";

test("the panel's font has a glyph for each icon, and not the font package's hundreds", async () => {
  const { page } = await openPanelPage(await sharedBrowser());
  const codes = [...(await readIconCodes())];
  const lacking = await page.evaluate(async (icons) => {
    const font = "16px codicon";
    await document.fonts.load(font, String.fromCodePoint(icons[0]?.[1] ?? 0));
    const canvas = new OffscreenCanvas(24, 24).getContext("2d", { willReadFrequently: true });
    if (canvas === null) throw new Error("There is no canvas.");
    canvas.font = `${font}, sans-serif`;
    const draw = (code: number) => {
      canvas.clearRect(0, 0, 24, 24);
      canvas.fillText(String.fromCodePoint(code), 2, 20);
      return canvas.getImageData(0, 0, 24, 24).data.join();
    };
    const missing = draw(0xf8ff);
    const isDrawn = (code: number) => ![draw(0x20), missing].includes(draw(code));
    // The package's "account" icon, which the panel does not use.
    return { names: icons.filter(([, code]) => !isDrawn(code)).map(([name]) => name), hasOthers: isDrawn(0xeb99) };
  }, codes);
  expect(lacking).toEqual({ names: ["blank"], hasOthers: false });
  await page.close();
});
