/** The library plays one audio file at a time. */
import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { sharedBrowser } from "./browser.ts";
import { firstCell, openWhile } from "./libraryInUse.ts";
import { entryAt, type LibraryHost, type LibraryPage } from "./libraryPage.ts";
import { silence } from "./silence.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

const address = (index: number) => `http://panel.test/images/${index}.wav`;
const host: Partial<LibraryHost> = {
  total: 2,
  entry: (index) => ({ ...entryAt(1), number: index + 1, name: `sound-${index}.wav`, source: { address: address(index) } }),
};

const button = ({ page, say }: LibraryPage, name: "play" | "stop", index: number) =>
  page.getByRole("button", { name: say(name, `sound-${index}.wav`), exact: true });

test("a file that is chosen while another one is still loading is played", async () => {
  await openWhile(browser, host, {}, async (panel) => {
    const { page } = panel;
    await firstCell(panel);
    // The player's element is not in the document.
    await page.evaluate(() => {
      const { play } = HTMLMediaElement.prototype;
      HTMLMediaElement.prototype.play = function () {
        Object.assign(window, { player: this });
        return play.call(this);
      };
    });
    const asked = Promise.withResolvers<void>();
    // This request is never answered.
    await page.route(address(0), () => asked.resolve());
    await page.route(address(1), (route) => route.fulfill({ body: silence(60), contentType: "audio/wav" }));
    await button(panel, "play", 0).click();
    await asked.promise;
    await button(panel, "play", 1).click();
    await page.waitForFunction(() => "player" in window && window.player instanceof HTMLMediaElement && window.player.currentTime > 0);
    await button(panel, "stop", 1).waitFor();
    expect(await button(panel, "play", 0).count()).toBe(1);
    await button(panel, "stop", 1).click();
    await button(panel, "play", 1).waitFor();
  });
});
