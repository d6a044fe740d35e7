/** Results of the library side by side, and two images overlaid. */
import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { sharedBrowser } from "../browser.ts";
import { firstCell, openWhile, remembered } from "../libraryInUse.ts";
import type { LibraryHost, LibraryPage } from "../libraryPage.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

/** Numbers of two images, and of an image, a voice and a video. */
const images = [1, 4];
const mixed = [1, 2, 3];

const comparing = (compared: number[], use: (panel: LibraryPage) => Promise<void>, host: Partial<LibraryHost> = {}) =>
  openWhile(browser, host, { state: remembered({ compared }) }, async (panel) => {
    await panel.page.locator(".fields table").waitFor();
    await use(panel);
  });

const transforms = ({ page }: LibraryPage) =>
  page.evaluate(() => [...document.querySelectorAll<HTMLElement>(".zoomed")].map(({ style }) => style.transform));
const button = ({ page }: LibraryPage, name: string) => page.getByRole("button", { name, exact: true });
const slider = ({ page }: LibraryPage) => page.getByRole("slider");
const upperLayer = ({ page }: LibraryPage) => page.locator(".layer").nth(1);
const styleOf = (panel: LibraryPage, name: string) =>
  upperLayer(panel).evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);

test("the selection is compared with c or the button, and Escape returns to the result that had the focus", async () => {
  await openWhile(browser, {}, {}, async (panel) => {
    const { page } = panel;
    await firstCell(panel);
    await page.locator('.cell[data-index="3"]').click({ position: { x: 60, y: 30 } });
    await page.keyboard.press("Shift+ArrowRight");
    await page.getByText(panel.say("selected", 2)).waitFor();
    await page.keyboard.press("c");
    expect((await panel.waitFor("compare")).numbers).toEqual([4, 5]);
    await button(panel, panel.say("compareEnd")).waitFor();
    await expect.poll(() => button(panel, panel.say("compareEnd")).evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator('.cell[data-index="4"]').evaluate((element) => element === document.activeElement)).toBe(true);
    await button(panel, panel.say("compare")).click();
    await page.locator(".fields table").waitFor();
  });
});

test("the focus is in the comparison before the next key", async () => {
  await openWhile(browser, {}, {}, async ({ page, ...panel }) => {
    await firstCell({ page, ...panel });
    await page.locator('.cell[data-index="3"]').click({ position: { x: 60, y: 30 } });
    await page.keyboard.press("Shift+ArrowRight");
    await page.getByText(panel.say("selected", 2)).waitFor();
    const focused = page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          const shown = new MutationObserver(() => {
            const comparison = document.querySelector(".compare");
            if (comparison !== null) resolve(comparison.contains(document.activeElement));
          });
          shown.observe(document.body, { childList: true, subtree: true });
        }),
    );
    await page.keyboard.press("c");
    expect(await focused).toBe(true);
  });
});

test("zoom and position are the same in every pane: by wheel, pointer, keys and buttons", async () => {
  await comparing(images, async (panel) => {
    const { page } = panel;
    const [first, second] = [page.locator(".zoom-view").nth(0), page.locator(".zoom-view").nth(1)];
    const inBoth = (transform: string) => expect.poll(() => transforms(panel)).toEqual([transform, transform]);
    await inBoth("translate(0%, 0%) scale(1)");
    await button(panel, panel.say("zoomIn")).click();
    await inBoth("translate(-50%, -50%) scale(2)");
    await second.focus();
    await page.keyboard.press("ArrowRight");
    await inBoth("translate(-60%, -50%) scale(2)");
    await page.keyboard.press("0");
    await inBoth("translate(0%, 0%) scale(1)");
    const box = await first.boundingBox();
    if (box === null) throw new Error("The pane is not shown");
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -300);
    await page.keyboard.up("Control");
    await expect.poll(async () => (await transforms(panel)).map((one) => one.replace(/^.*scale\((.*)\)$/, "$1"))).toEqual(["2", "2"]);
    const before = (await transforms(panel))[0];
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 40, box.y + box.height / 2);
    await page.mouse.up();
    await expect.poll(async () => (await transforms(panel))[0] !== before).toBe(true);
    const [one, other] = await transforms(panel);
    expect(one).toBe(other);
    await page.locator(".zoom-buttons .quiet-button").click();
    await inBoth("translate(0%, 0%) scale(1)");
  });
});

test("Escape goes back after the button for the smallest size was pressed", async () => {
  await comparing(images, async (panel) => {
    await button(panel, panel.say("zoomIn")).click();
    await button(panel, panel.say("zoomOut")).press("Enter");
    expect(await button(panel, panel.say("zoomOut")).isDisabled()).toBe(true);
    await panel.page.keyboard.press("Escape");
    await firstCell(panel);
  });
});

describe("two overlaid images", () => {
  test("are swiped with a slider that has keyboard support", async () => {
    await comparing(images, async (panel) => {
      await button(panel, panel.say("swipe")).click();
      await slider(panel).focus();
      await expect.poll(() => styleOf(panel, "clip-path")).toBe("inset(0px 0px 0px 50%)");
      await panel.page.keyboard.press("ArrowRight");
      await expect.poll(() => styleOf(panel, "clip-path")).toBe("inset(0px 0px 0px 51%)");
      await panel.page.keyboard.press("Home");
      await expect.poll(() => styleOf(panel, "clip-path")).toBe("inset(0px 0px 0px 0%)");
    });
  });

  test("are blended", async () => {
    await comparing(images, async (panel) => {
      await button(panel, panel.say("onionSkin")).click();
      await slider(panel).focus();
      await panel.page.keyboard.press("End");
      await expect.poll(() => styleOf(panel, "opacity")).toBe("1");
      await panel.page.keyboard.press("ArrowLeft");
      await expect.poll(() => styleOf(panel, "opacity")).toBe("0.99");
    });
  });

  test("are black where they are equal, and a slider amplifies small differences", async () => {
    await comparing(images, async (panel) => {
      await button(panel, panel.say("difference")).click();
      await expect.poll(() => styleOf(panel, "mix-blend-mode")).toBe("difference");
      await expect
        .poll(() =>
          panel.page
            .locator(".layer img")
            .evaluateAll((found) => found.every((one) => (one as HTMLImageElement).complete && (one as HTMLImageElement).naturalWidth > 0)),
        )
        .toBe(true);
      // The test's two files are the same image.
      const shot = await panel.page.locator(".layers").screenshot({ type: "png" });
      const brightest = await panel.page.evaluate(
        async (bytes) => {
          const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
          const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
          const context = canvas.getContext("2d");
          if (context === null) throw new Error("There is no canvas");
          context.drawImage(bitmap, 0, 0);
          const { data } = context.getImageData(4, 4, bitmap.width - 8, bitmap.height - 8);
          return data.reduce((most, value, index) => (index % 4 === 3 ? most : Math.max(most, value)), 0);
        },
        [...shot],
      );
      expect(brightest).toBe(0);
      await slider(panel).focus();
      await panel.page.keyboard.press("End");
      await expect
        .poll(() => panel.page.locator(".layers").evaluate(({ style }) => (style as CSSStyleDeclaration).filter))
        .toBe("brightness(1600%)");
    });
  });

  test("keep their zoom in each view", async () => {
    await comparing(images, async (panel) => {
      await button(panel, panel.say("zoomIn")).click();
      for (const mode of ["swipe", "onionSkin", "difference", "sideBySide"] as const) {
        await button(panel, panel.say(mode)).click();
        await expect.poll(() => transforms(panel)).toEqual(["translate(-50%, -50%) scale(2)", "translate(-50%, -50%) scale(2)"]);
      }
    });
  });
});

test("only two images can be overlaid", async () => {
  await comparing(mixed, async (panel) => {
    await expect.poll(() => panel.page.locator(".pane").count()).toBe(3);
    await expect.poll(() => button(panel, panel.say("swipe")).count()).toBe(0);
  });
});

test("the table has the fields that differ, or all of them", async () => {
  await comparing(images, async (panel) => {
    const names = () => panel.page.locator(".fields th[scope=row]").allTextContents();
    await expect.poll(names).toEqual([panel.say("prompt"), "Size", "Time in seconds"]);
    await panel.page.getByText(panel.say("fieldsDiffering", 3)).waitFor();
    await panel.page.getByRole("checkbox", { name: panel.say("fieldsShowAll") }).click();
    await expect.poll(names).toEqual([panel.say("prompt"), "Model", "Kind", "Size", "Interface", "Cost", "Time in seconds"]);
  });
});

test("the prompts of two results are opened in VS Code's diff", async () => {
  await comparing(mixed, async (panel) => {
    const name = panel.say("comparePrompts", "2026-11-22-result-0.png");
    await button(panel, name).nth(1).click();
    expect(await panel.waitFor("comparePrompts")).toEqual({ type: "comparePrompts", tasks: ["task-0", "task-2"] });
  });
});

test("the comparison survives a reload, and removed results are reported", async () => {
  await openWhile(
    browser,
    { instead: { compare: () => ({ results: [] }) } },
    { state: remembered({ compared: images }) },
    async (panel) => {
      await panel.page.getByText(panel.say("detailsGone")).waitFor();
      await panel.page.keyboard.press("Escape");
      await firstCell(panel);
    },
  );
});

test("the answer to an earlier comparison is ignored", async () => {
  await openWhile(browser, {}, {}, async (panel) => {
    const { page, host } = panel;
    const usual = host.compare;
    const earlier = Promise.withResolvers<{ results: [] }>();
    host.compare = () => earlier.promise;
    await firstCell(panel);
    await page.locator('.cell[data-index="3"]').click({ position: { x: 60, y: 30 } });
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("c");
    await panel.waitFor("compare");
    if (usual !== undefined) host.compare = usual;
    await page.keyboard.press("Escape");
    await page.locator('.cell[data-index="0"]').click({ position: { x: 60, y: 30 } });
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("c");
    await page.locator(".fields table").waitFor();
    earlier.resolve({ results: [] });
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await page.locator(".fields table").count()).toBe(1);
  });
});
