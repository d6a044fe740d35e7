/** What the chat offers to who asks a model of texts for a picture. */
import type { Browser } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { PanelModel } from "../../src/chat/messages/chatPush.ts";
import type { OutputPart } from "../../src/output/outputPart.ts";
import { sharedBrowser } from "./browser.ts";
import { answerOf, conversationOf, promptOf, textPart } from "./conversations.ts";
import { openPanelPage, type PanelPage } from "./panelPage.ts";

const cat = "Draw me a picture of a cat";
const image: OutputPart = { kind: "image", key: "i", state: "ready", file: "icon.png" };

describe("an image of what was asked for", () => {
  let browser: Browser;
  let panel: PanelPage;
  const offers = () => panel.page.getByRole("button", { name: "Generate an Image of This", exact: true });

  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  beforeEach(async () => {
    panel = await openPanelPage(browser);
    return () => panel.close();
  });

  test("is offered at the prompt and at its answer, and generated only when that is pressed", async () => {
    await panel.show(conversationOf([promptOf("p", cat), answerOf("a", "p", [textPart("Here is a cat in words.")])]));
    await panel.page.locator(".answer").getByRole("button", { name: "Generate an Image of This" }).click();
    expect(await panel.waitFor("generateImage")).toEqual({ type: "generateImage", turnId: "a" });
    panel.sent.length = 0;
    const prompt = panel.page.locator(".prompt");
    await prompt.hover();
    await prompt.getByRole("button", { name: "Generate an Image of This" }).click();
    expect(await panel.waitFor("generateImage")).toEqual({ type: "generateImage", turnId: "p" });
    expect(panel.sent.some(({ type }) => type === "send")).toBe(false);
  });

  test("is offered once the answer has ended without it", async () => {
    await panel.show(conversationOf([promptOf("p", cat), answerOf("a", "p", [textPart("Here")], { state: "streaming" })]));
    await panel.page.locator(".answer").waitFor();
    expect(await panel.page.locator(".answer").locator(offers()).count()).toBe(0);
    await panel.change(conversationOf([]).id, [{ type: "answerSettled", turnId: "a", state: "completed", milliseconds: 5 }]);
    await panel.page.locator(".answer").locator(offers()).waitFor();
  });

  test.each([
    ["an answer that is still running", cat, { state: "streaming" as const }, [textPart("Here")], [1, 0]],
    ["an answer with the image", cat, {}, [image], [1, 0]],
    ["a task of the chat", `/image ${cat}`, {}, [{ kind: "task" as const, key: "task", task: "k", media: "image" as const }], [0, 0]],
    ["another message", "Describe a cat", {}, [textPart("It purrs.")], [0, 0]],
    ["a failed answer", cat, { state: "failed" as const, error: { kind: "other" as const, message: "It failed." } }, [], [1, 1]],
  ])("is offered at the prompt and at the answer only where it is missing: %s", async (_, text, answer, parts, [atPrompt, atAnswer]) => {
    await panel.show(conversationOf([promptOf("p", text), answerOf("a", "p", parts, answer)]));
    await panel.page.locator(".answer").waitFor();
    expect([
      await panel.page.locator(".prompt").locator(offers()).count(),
      await panel.page.locator(".answer").locator(offers()).count(),
    ]).toEqual([atPrompt, atAnswer]);
  });

  const model = (id: string, tools?: PanelModel["tools"]): PanelModel => ({
    id,
    provider: "",
    favourite: false,
    fitness: "yes",
    ...(tools === undefined ? {} : { tools }),
  });

  test.each([
    ["a model that draws and searches", ["web_search", "image_generation"] as const, ["Web search", "Image generation"]],
    ["a model that calls functions", ["function"] as const, []],
    ["a model that only searches", ["web_search"] as const, ["Web search"]],
    ["a model of which nothing is reported", undefined, ["Web search", "Image generation"]],
  ])("is set to be drawn in the answer only where the model can: %s", async (_, tools, shown) => {
    await panel.post({ type: "models", models: [model("some", tools && [...tools])] });
    const { settings } = conversationOf([]);
    await panel.show(conversationOf([], { settings: { ...settings, model: "some", webSearch: true, imageGeneration: true } }));
    // What was set for another model is not shown, because it is not sent.
    await expect.poll(() => panel.page.locator(".option-chips .chip-name").allTextContents()).toEqual(shown);
    await panel.page.getByRole("button", { name: panel.say("requestSettings") }).click();
    const ticks = panel.page.getByRole("dialog").getByRole("checkbox");
    await panel.page.getByRole("dialog").waitFor();
    expect(await ticks.count()).toBe(shown.length);
  });
});
