/** The form of a request: keyboard, references, errors, and its appearance. */
import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { sharedBrowser } from "./browser.ts";
import { checkAppearance } from "./checkAppearance.ts";
import { checkedForm, fillWhile, imageForm, pixel, refuse } from "./formPage.ts";
import { formStates } from "./formStates.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});

test("each control is reached and changed with the keyboard, and Ctrl+Enter sends the request", async () => {
  await fillWhile(browser, {}, async (panel) => {
    const { page } = panel;
    const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.getAttribute("name"));
    await expect.poll(focused).toBe("prompt-0");
    await page.keyboard.press("End");
    await page.keyboard.type("s");
    const reached = new Set([await focused()]);
    for (let presses = 0; presses < 20; presses += 1) {
      await page.keyboard.press("Tab");
      reached.add(await focused());
    }
    for (const id of ["kind", "model", "field-size", "field-quality", "field-aspect_ratio", "field-seed", "count"]) {
      expect(reached).toContain(id);
    }
    await page.getByRole("radio", { name: "1024×1024" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.locator("#field-seed").fill("7");
    await page.locator("#count").press("Control+Enter");
    await panel.waitFor("generate");
    expect(panel.sent.slice(1)).toEqual([
      { type: "setPrompt", index: 0, text: "A lighthouse at dusk, in watercolours" },
      { type: "setChoice", name: "size", value: "1024x1536" },
      { type: "setChoice", name: "seed", value: "7" },
      { type: "generate" },
    ]);
  });
});

test("a mask is chosen, painted, shown and removed", async () => {
  await fillWhile(browser, {}, async (panel) => {
    const mask = panel.page.getByRole("group", { name: "Mask" });
    await mask.getByRole("button", { name: panel.say("chooseFile"), exact: true }).click();
    await mask.getByRole("button", { name: panel.say("paintMask"), exact: true }).click();
    await panel.waitFor("paintMask");
    expect(await mask.getByRole("img").or(mask.locator("img")).count()).toBe(0);
    await panel.post({ type: "form", form: { ...imageForm, reset: { prompts: 1, choices: 2 }, choices: { mask: pixel } } });
    await mask.locator("img").waitFor();
    await mask.getByRole("button", { name: panel.say("removeImage", "Mask"), exact: true }).click();
    await panel.waitFor("setChoice");
    await mask.locator("img").waitFor({ state: "detached" });
    expect(panel.sent.slice(1)).toEqual([
      { type: "chooseFile", name: "mask" },
      { type: "paintMask", name: "mask" },
      { type: "setChoice", name: "mask", value: "" },
    ]);
  });
});

test("a proposed prompt is shown as a difference, and replaces the prompt only if it is used", async () => {
  const proposal = {
    index: 0,
    parts: [
      { type: "same" as const, text: "A " },
      { type: "removed" as const, text: "lighthouse" },
      { type: "added" as const, text: "white tower" },
    ],
  };
  await fillWhile(browser, {}, async (panel) => {
    const { page } = panel;
    await page.getByRole("button", { name: "Improve…" }).click();
    await panel.waitFor("improvePrompt");
    await panel.post({ type: "form", form: { ...imageForm, proposal } });
    const shown = page.getByRole("region", { name: "Proposed Prompt" });
    expect([await shown.locator("del").allInnerTexts(), await shown.locator("ins").allInnerTexts()]).toEqual([
      ["lighthouse"],
      ["white tower"],
    ]);
    expect(await page.locator("#prompt-0").inputValue()).toBe(imageForm.prompts[0]);
    await page.getByRole("button", { name: "Use This Prompt" }).click();
    await panel.waitFor("answerProposal");
    await panel.post({ type: "form", form: { ...imageForm, reset: { prompts: 2, choices: 1 }, prompts: ["A white tower"] } });
    await expect.poll(() => page.locator("#prompt-0").inputValue()).toBe("A white tower");
    expect(panel.sent.slice(1)).toEqual([
      { type: "improvePrompt", index: 0 },
      { type: "answerProposal", accepts: true },
    ]);
  });
});

test("sizes are sorted and drawn in their shapes, and another size can be typed", async () => {
  await fillWhile(browser, {}, async (panel) => {
    const sizes = panel.page.getByRole("group", { name: "Size" });
    expect(await sizes.locator(".tile").allInnerTexts()).toEqual([
      "Default",
      "512 px",
      "1024×1024",
      "1024×1536",
      "1536×1024",
      "2048 px",
      "Other…",
    ]);
    const drawn = await sizes
      .locator("rect")
      .evaluateAll((all) => all.map((one) => Number(one.getAttribute("width")) / Number(one.getAttribute("height"))));
    for (const [index, ratio] of [1, 1, 2 / 3, 3 / 2, 1].entries()) expect(drawn[index]).toBeCloseTo(ratio, 1);
    await sizes.getByRole("radio", { name: "Other…" }).click();
    await panel.page.getByRole("textbox", { name: "Size: Other Value" }).fill("640x480");
    await expect.poll(() => panel.sent.at(-1)).toEqual({ type: "setChoice", name: "size", value: "640x480" });
  });
});

test("a refused request shows each error at its control, and the first one gets the focus", async () => {
  await fillWhile(browser, { form: { ...imageForm, choices: { size: "99k" } } }, async (panel) => {
    const { page } = panel;
    const errors = { size: "gpt-image-2 accepts: 512", count: "an integer up to 99 is required" };
    await panel.post({ ...checkedForm, errors });
    // Nothing was changed yet.
    expect(await page.locator(".failure").count()).toBe(0);
    await refuse(panel);
    const typed = page.getByRole("textbox", { name: "Size: Other Value" });
    await expect.poll(() => typed.evaluate((element) => element === document.activeElement)).toBe(true);
    const described = await typed.getAttribute("aria-describedby");
    expect(await page.locator(`#${described?.split(" ").at(-1)}`).textContent()).toBe(errors.size);
    const count = page.locator("#count");
    expect(await count.getAttribute("aria-invalid")).toBe("true");
    // The border stays visible around the outline of the focus.
    await count.focus();
    const shown = await count.evaluate((element) => {
      const { borderTopColor, outlineColor, outlineStyle, outlineOffset } = getComputedStyle(element);
      return { outlineStyle, outlineOffset, isOther: borderTopColor !== outlineColor };
    });
    expect(shown).toEqual({ outlineStyle: "solid", outlineOffset: "-2px", isOther: true });
  });
});

test("reference images are added by address and as dropped files, and removed", async () => {
  await fillWhile(browser, {}, async (panel) => {
    const { page } = panel;
    await page.getByRole("textbox", { name: panel.say("addressOfImage") }).fill("https://example.com/a.png");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Remove fog.png" }).click();
    await page.locator(".request-form").evaluate((form) => {
      const dropped = new DataTransfer();
      dropped.setData("text/uri-list", "file:///a.png\r\nfile:///b.png");
      form.dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, bubbles: true, cancelable: true }));
      const files = new DataTransfer();
      files.items.add(new File([new Uint8Array([1, 2])], "c.png"));
      form.dispatchEvent(new DragEvent("drop", { dataTransfer: files, bubbles: true, cancelable: true }));
    });
    await panel.waitFor("addFile");
    expect(panel.sent.slice(1).map(({ type }) => type)).toEqual(["addImages", "removeImage", "addImages", "addFile"]);
    expect(panel.sent[3]).toEqual({ type: "addImages", uris: ["file:///a.png", "file:///b.png"] });
  });
});

test("what is being typed stays when the host sends other parts of the form", async () => {
  await fillWhile(browser, {}, async (panel) => {
    const prompt = panel.page.getByRole("textbox", { name: "Prompt" });
    await prompt.fill("Typed meanwhile");
    await panel.post({ type: "form", form: { ...imageForm, models: [] } });
    await expect.poll(() => panel.page.locator("#model option").count()).toBe(1);
    expect(await prompt.inputValue()).toBe("Typed meanwhile");
    // Another model was chosen right before.
    await panel.post({ type: "form", form: { ...imageForm, reset: { prompts: 1, choices: 2 }, choices: { size: "2k" } } });
    await expect.poll(() => panel.page.getByRole("radio", { name: "2048 px" }).isChecked()).toBe(true);
    expect(await prompt.inputValue()).toBe("Typed meanwhile");
    await panel.post({ type: "form", form: { ...imageForm, reset: { prompts: 2, choices: 2 }, prompts: ["Of the host"] } });
    await expect.poll(() => prompt.inputValue()).toBe("Of the host");
  });
});

test.for(formStates)("$name is accessible and fits", async ({ name, enter, ...options }) => {
  await fillWhile(browser, options, async (panel) => {
    await enter?.(panel);
    await checkAppearance(panel, "requestForm", name);
  });
});
