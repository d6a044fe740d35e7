/** The image editor: painting a mask with the pointer, a pen and keys, and what is sent. */
import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { Ended, Painted } from "../../../src/imageEditor/imageEditorProtocol.ts";
import { sharedBrowser } from "../browser.ts";
import {
  askForMask,
  button,
  drag,
  editedAddress,
  editedTarget,
  editWhile,
  generateWith,
  maskOf,
  pointAt,
  resultOf,
  sentMask,
  stage,
  usualModels,
} from "../imageEditorPage.ts";
import { pseudoImageEditorTexts } from "../pseudoLanguage.ts";
import { findOutside, readAloud, wordsIn } from "../readTexts.ts";
import { preview } from "../taskStates.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

describe("painting", () => {
  test("marks the pixels under the pointer, and the eraser keeps them again", async () => {
    await editWhile(browser, {}, async (panel) => {
      await drag(panel, [100, 100], [300, 100]);
      await button(panel, panel.say("eraser")).click();
      await drag(panel, [300, 100], [300, 100]);
      expect(
        await sentMask(panel, [
          [100, 100],
          [200, 100],
          [200, 105],
          [200, 140],
          [300, 100],
        ]),
      ).toEqual([255, 255, 255, 0, 0]);
    });
  });

  test("with a rectangle fills it, with undo and redo of each step", async () => {
    await editWhile(browser, {}, async (panel) => {
      const points: [number, number][] = [
        [60, 60],
        [150, 110],
        [20, 20],
      ];
      await button(panel, panel.say("rectangle")).click();
      await drag(panel, [50, 50], [160, 120]);
      expect(await sentMask(panel, points)).toEqual([255, 255, 0]);
      await button(panel, panel.say("invert")).click();
      expect(await sentMask(panel, points)).toEqual([0, 0, 255]);
      await button(panel, panel.say("undo")).click();
      expect(await sentMask(panel, points)).toEqual([255, 255, 0]);
      await button(panel, panel.say("redo")).click();
      expect(await sentMask(panel, points)).toEqual([0, 0, 255]);
      await button(panel, panel.say("clear")).click();
      expect(await sentMask(panel, points)).toBeUndefined();
    });
  });

  test("with a pen is as wide as its pressure", async () => {
    await editWhile(browser, {}, async (panel) => {
      const point = await pointAt(panel, 200, 100);
      const client = await panel.page.context().newCDPSession(panel.page);
      const pen = { x: point.x, y: point.y, pointerType: "pen", button: "left", clickCount: 1 } as const;
      const width = async (force: number) => {
        await client.send("Input.dispatchMouseEvent", { type: "mousePressed", buttons: 1, force, ...pen });
        await client.send("Input.dispatchMouseEvent", { type: "mouseReleased", buttons: 0, force: 0, ...pen });
        const row = await sentMask(
          panel,
          Array.from({ length: 400 }, (_, x) => [x, 100]),
        );
        await button(panel, panel.say("clear")).click();
        return row?.filter((value) => value === 255).length ?? 0;
      };
      const [light, hard] = [await width(0.1), await width(1)];
      expect(light).toBeGreaterThan(0);
      expect(hard).toBeGreaterThan(light * 2);
    });
  });

  test("with keys: arrows move the brush, Space paints, brackets change its size, Ctrl+Z undoes", async () => {
    await editWhile(browser, {}, async (panel) => {
      const { keyboard } = panel.page;
      await stage(panel).focus();
      await keyboard.press("]");
      await keyboard.press("Space");
      await keyboard.press("Shift+ArrowLeft");
      await keyboard.press("Space");
      // The new brush has 24 pixels, a step larger 30: half of it is 15, with Shift 120.
      const points: [number, number][] = [
        [200, 100],
        [80, 100],
        [140, 100],
      ];
      expect(await sentMask(panel, points)).toEqual([255, 255, 0]);
      await stage(panel).focus();
      await keyboard.press("Control+z");
      expect(await sentMask(panel, points)).toEqual([255, 0, 0]);
      await stage(panel).focus();
      await keyboard.press("r");
      for (const key of ["Space", "ArrowRight", "ArrowDown", "Space"]) await keyboard.press(key);
      expect(
        await sentMask(panel, [
          [85, 110],
          [140, 100],
        ]),
      ).toEqual([255, 0]);
      expect(await panel.page.getByLabel(panel.say("prompt")).inputValue()).toBe("a red boat");
    });
  });

  test("on a zoomed and moved image marks the pixels that are seen under the pointer", async () => {
    await editWhile(browser, {}, async (panel) => {
      await stage(panel).focus();
      for (const key of ["+", "+", "+"]) await panel.page.keyboard.press(key);
      const leftEdge = async () => (await panel.page.locator(".stage > img").boundingBox())?.x;
      const point = await pointAt(panel, 200, 100);
      await panel.page.mouse.move(point.x, point.y);
      const before = await leftEdge();
      await panel.page.mouse.wheel(40, 20);
      await expect.poll(leftEdge).toBe((before ?? 0) - 40);
      await drag(panel, [220, 90], [220, 90]);
      expect(
        await sentMask(panel, [
          [220, 90],
          [180, 90],
        ]),
      ).toEqual([255, 0]);
    });
  });
});

describe("a request", () => {
  test("of a model without a mask says so before, and sends none", async () => {
    await editWhile(browser, {}, async (panel) => {
      await drag(panel, [100, 100], [200, 100]);
      await panel.page.getByText(panel.say("onlyPainted")).waitFor();
      await panel.page.getByLabel(panel.say("model")).selectOption("google/banana");
      await panel.page.getByText(panel.say("wholeImage", "google/banana")).waitFor();
      expect(await sentMask(panel, [])).toBeUndefined();
      expect(await panel.waitFor("generate")).toMatchObject({ model: "google/banana", prompt: "a red boat", count: 1 });
    });
  });

  test("with an extended canvas has its sides, and a mask that covers them", async () => {
    await editWhile(browser, {}, async (panel) => {
      await panel.page.getByText(panel.say("extend"), { exact: true }).click();
      await panel.page.getByLabel(panel.say("extendRight")).fill("25 %");
      await panel.page.getByLabel(panel.say("extendTop")).fill("10");
      await panel.page.getByLabel(panel.say("count")).selectOption("4");
      const points: [number, number][] = [
        [0, 0],
        [0, 10],
        [399, 209],
        [400, 209],
        [499, 100],
      ];
      expect(await sentMask(panel, points, { width: 500, height: 210 })).toEqual([255, 0, 0, 255, 255]);
      expect(await panel.waitFor("generate")).toMatchObject({ extension: { top: 10, right: 100, bottom: 0, left: 0 }, count: 4 });
    });
  });

  test("for variations is of four results with a strength, which only a model that announces it gets", async () => {
    await editWhile(browser, {}, async (panel) => {
      await drag(panel, [100, 100], [200, 100]);
      await panel.post({ type: "purpose", purpose: "variations" });
      await panel.page.getByText(panel.say("strengthUnknown", "openai/gpt-image")).waitFor();
      await button(panel, panel.say("generate")).click();
      const first = await panel.waitFor("generate");
      expect(first).toMatchObject({ purpose: "variations", count: 4, prompt: panel.say("variationsPrompt") });
      expect(Object.keys(first)).not.toContain("mask");
      expect(Object.keys(first)).not.toContain("strength");
      panel.sent.length = 0;
      await panel.page.getByLabel(panel.say("model")).selectOption("automatic/dream");
      await panel.page.getByRole("slider", { name: panel.say("strength") }).fill("0.3");
      await button(panel, panel.say("generate")).click();
      expect(await panel.waitFor("generate")).toMatchObject({ model: "automatic/dream", strength: 0.3 });
    });
  });

  test("to enlarge or to remove the background offers only models that announce it", async () => {
    await editWhile(browser, {}, async (panel) => {
      const models = () => panel.page.getByLabel(panel.say("model")).locator("option").allTextContents();
      await panel.page.getByLabel(panel.say("purpose")).selectOption("upscale");
      await expect.poll(models).toEqual(["dream"]);
      await panel.page.getByLabel(panel.say("factor")).selectOption("4");
      await button(panel, panel.say("generate")).click();
      expect(await panel.waitFor("generate")).toMatchObject({ purpose: "upscale", model: "automatic/dream", upscale: "4", count: 1 });
      await panel.page.getByLabel(panel.say("purpose")).selectOption("removeBackground");
      await expect.poll(models).toEqual(["gpt-image"]);
      await panel.post({ type: "models", models: usualModels.slice(1, 2) });
      await panel.page.getByLabel(panel.say("purpose")).selectOption("edit");
      const offered = panel.page.getByLabel(panel.say("purpose")).locator("option");
      await expect.poll(() => offered.allTextContents()).toEqual([panel.say("edit"), panel.say("variations")]);
    });
  });

  test("needs a model that edits images, and offers to add a provider", async () => {
    await editWhile(browser, { models: [] }, async (panel) => {
      await panel.page.getByLabel(panel.say("prompt")).fill("a boat");
      expect(await button(panel, panel.say("generate")).isDisabled()).toBe(true);
      await button(panel, panel.say("addProvider")).click();
      await panel.waitFor("addProvider");
    });
  });

  test("can be stopped while it runs, and a failure keeps what was painted", async () => {
    await editWhile(browser, {}, async (panel) => {
      await drag(panel, [100, 100], [200, 100]);
      const stopped = Promise.withResolvers<Ended>();
      panel.host.generate = () => stopped.promise;
      panel.host.stop = () => stopped.resolve({ results: [], error: "It is busy." });
      await panel.page.getByLabel(panel.say("prompt")).fill("a red boat");
      await button(panel, panel.say("generate")).click();
      await panel.post({ type: "running", note: "Generating…" });
      await button(panel, panel.say("stop")).click();
      await panel.page.getByText(panel.say("failed", "It is busy.")).waitFor();
      expect(await sentMask(panel, [[150, 100]])).toEqual([255]);
    });
  });
});

/** An image with what an earlier page has painted on it. */
const shown = { type: "image", target: editedTarget, name: "harbour.png", address: editedAddress, width: 400, height: 200 } as const;

test("a reload keeps the prompt, the extension and the mask", async () => {
  let state: unknown;
  let painted: Painted | undefined;
  await editWhile(browser, {}, async (panel) => {
    await panel.page.getByText(panel.say("extend"), { exact: true }).click();
    await panel.page.getByLabel(panel.say("extendLeft")).fill("100");
    await panel.page.getByLabel(panel.say("prompt")).fill("a boat");
    await drag(panel, [100, 100], [200, 100]);
    const lastPainted = () => panel.sent.findLast((message) => message.type === "painted");
    await expect.poll(() => maskOf(lastPainted() ?? {}, 500, 200)?.data[100 * 500 + 250]).toBe(255);
    expect(lastPainted()).toMatchObject({ extension: { left: 100 } });
    painted = lastPainted();
    state = await panel.page.evaluate(() => window.panelState);
  });
  await editWhile(browser, { state, ...(painted && { painted }) }, async (panel) => {
    expect(await panel.page.getByLabel(panel.say("prompt")).inputValue()).toBe("a boat");
    expect(
      await sentMask(
        panel,
        [
          [50, 50],
          [250, 100],
          [250, 190],
        ],
        { width: 500, height: 200 },
      ),
    ).toEqual([255, 255, 0]);
  });
  expect(state).toMatchObject({ target: editedTarget });
});

test("an image that is replaced in its file keeps its mask if it has the same size", async () => {
  await editWhile(browser, {}, async (panel) => {
    await drag(panel, [100, 100], [200, 100]);
    await panel.post({ ...shown, address: `${editedAddress}?2` });
    await panel.page.locator(`.stage > img[src$="?2"]`).waitFor();
    expect(await sentMask(panel, [[150, 100]])).toEqual([255]);
    await panel.post({ ...shown, width: 300, address: `${editedAddress}?3` });
    await panel.page.locator(`.stage > img[src$="?3"]`).waitFor();
    expect(await sentMask(panel, [[150, 100]])).toBeUndefined();
  });
});

test("another image has neither the mask nor the extension of the one before", async () => {
  await editWhile(browser, {}, async (panel) => {
    await panel.page.getByText(panel.say("extend"), { exact: true }).click();
    await panel.page.getByLabel(panel.say("extendLeft")).fill("100");
    await drag(panel, [100, 100], [200, 100]);
    await panel.post({ ...shown, target: "file:///harbour-edit.png", name: "harbour-edit.png" });
    await panel.page.getByRole("img", { name: "harbour-edit.png" }).waitFor();
    expect(await sentMask(panel, [[150, 100]])).toBeUndefined();
    expect(await panel.waitFor("generate")).toMatchObject({ extension: { left: 0 } });
  });
});

test("results stay when the image is replaced in its file", async () => {
  await editWhile(browser, {}, async (panel) => {
    await generateWith(panel, { results: [resultOf(1)] });
    await panel.page.getByRole("slider").waitFor();
    await panel.post({ ...shown, address: `${editedAddress}?2` });
    await panel.page.locator(`img[src$="?2"]`).waitFor();
    expect(await panel.page.getByRole("slider").count()).toBe(1);
  });
});

test("the prompt and the button are seen without scrolling in a half editor of a window with a zoom of 150 %", async () => {
  await editWhile(browser, { width: 560, height: 420 }, async (panel) => {
    for (const seen of [panel.page.getByLabel(panel.say("prompt")), button(panel, panel.say("generate")), stage(panel)]) {
      const box = await seen.boundingBox();
      expect(box === null ? undefined : [box.y >= 0, box.y + box.height <= 420]).toEqual([true, true]);
    }
  });
});

test("the zoom is that of the image's pixels, and its button shows all of them or the whole image", async () => {
  await editWhile(browser, { size: { width: 4000, height: 2000 } }, async (panel) => {
    const shown = panel.page.locator(".zoom-buttons .quiet-button");
    const percentOf = async () => Math.round((((await panel.page.locator(".stage > img").boundingBox())?.width ?? 0) / 4000) * 100);
    const whole = await percentOf();
    expect(whole).toBeLessThan(30);
    await expect.poll(() => shown.textContent()).toBe(panel.say("percent", whole));
    await shown.click();
    await expect.poll(() => shown.textContent()).toBe(panel.say("percent", 100));
    expect(await percentOf()).toBe(100);
    await shown.click();
    await expect.poll(() => shown.textContent()).toBe(panel.say("percent", whole));
  });
});

test("every text can be translated and fits", async () => {
  await editWhile(browser, { language: "qps-ploc", texts: pseudoImageEditorTexts, models: usualModels }, async (panel) => {
    const english = wordsIn(["openai/gpt-image google/banana automatic/dream harbour.png px"]);
    const said = wordsIn(await readAloud(panel));
    expect([...said].filter((word) => !english.has(word))).toEqual([]);
    await expect.poll(() => findOutside(panel)).toEqual([]);
  });
});

test("only a mask is painted, and used, for the form of a request", async () => {
  await editWhile(browser, {}, async (panel) => {
    await askForMask(panel);
    const use = button(panel, panel.say("useMask"));
    expect(await use.isDisabled()).toBe(true);
    expect(await panel.page.getByLabel(panel.say("prompt")).count()).toBe(0);
    await button(panel, panel.say("rectangle")).click();
    await drag(panel, [100, 50], [300, 150]);
    await use.click();
    const mask = maskOf(await panel.waitFor("useMask"), 400, 200);
    expect([mask?.data[60 * 400 + 110], mask?.data[40 * 400 + 110]]).toEqual([255, 0]);
  });
});

test("shows the progress and Stop in a narrow editor without scrolling", async () => {
  await editWhile(browser, {}, async (panel) => {
    await panel.page.setViewportSize({ width: 258, height: 600 });
    panel.post({ type: "running", note: panel.say("running"), progress: { percent: 40, preview } });
    const bottoms = () =>
      Promise.all(
        [button(panel, panel.say("stop")), panel.page.getByRole("progressbar"), panel.page.getByAltText(panel.say("preview"))].map(
          async (element) => (await element.boundingBox())?.y ?? Number.POSITIVE_INFINITY,
        ),
      );
    await expect.poll(async () => (await bottoms()).every((y) => y > 0 && y < 590)).toBe(true);
  });
});
