/** Two answers side by side, of which the user keeps one. */
import type { Browser } from "playwright-core";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { sharedBrowser } from "./browser.ts";
import { comparedConversation } from "./contentStates.ts";
import { answerOf, conversationOf, promptOf, textPart } from "./conversations.ts";
import { openPanelPage, type PanelPage } from "./panelPage.ts";

let browser: Browser;
let panel: PanelPage;
beforeAll(async () => {
  browser = await sharedBrowser();
}, 180_000);
beforeEach(async () => {
  await panel?.close();
  panel = await openPanelPage(browser);
});

const region = () => panel.page.getByRole("region", { name: panel.say("comparison", "demo-text", "openai/gpt-5") });
const answers = () => region().locator("article.answer");
const keep = (index: number) =>
  answers()
    .nth(index)
    .getByRole("button", { name: panel.say("keepAnswer") });

test("another model is chosen from the list, by keyboard", async () => {
  await panel.post({ type: "models", models: [{ id: "openai/gpt-5", provider: "openai", favourite: false, fitness: "yes" }] });
  await panel.show(conversationOf([promptOf("p", "Say"), answerOf("a", "p", [textPart("It is so.")])]));
  await panel.page.getByRole("button", { name: panel.say("compareWith") }).press("Enter");
  await panel.page.getByRole("dialog", { name: panel.say("compareWith") }).waitFor();
  await panel.page.keyboard.type("gpt");
  await panel.page.keyboard.press("Enter");
  expect(await panel.waitFor("compare")).toEqual({ type: "compare", turnId: "a", model: "openai/gpt-5" });
  expect(panel.sent.filter(({ type }) => type === "regenerate" || type === "changeSettings")).toEqual([]);
});

test("both answers show their model, tokens and time, side by side if there is space", async () => {
  await panel.show(comparedConversation);
  await expect.poll(() => answers().count()).toBe(2);
  await expect.poll(() => answers().locator(".model-name").allInnerTexts()).toEqual(["demo-text", "openai/gpt-5"]);
  await expect
    .poll(() => answers().locator(".usage").allInnerTexts())
    .toEqual(["1,284 tokens in · 532 out · 3.2 s", "1,284 tokens in · 290 out · 7.4 s · $0.0042"]);
  const tops = () => answers().evaluateAll((articles) => articles.map((article) => article.getBoundingClientRect().top));
  const isBeside = async () => new Set(await tops()).size === 1;
  await expect.poll(() => isBeside()).toBe(false);
  await panel.page.setViewportSize({ width: 900, height: 800 });
  await expect.poll(isBeside).toBe(true);
});

test("the chosen answer gets the focus, and the other one becomes another version", async () => {
  await panel.show(comparedConversation);
  panel.host.keepAnswer = ({ turnId }) =>
    panel.change("conversation", [
      { type: "comparisonEnded", turnId },
      { type: "turnChosen", turnId },
    ]);
  await keep(1).press("Enter");
  expect(await panel.waitFor("keepAnswer")).toEqual({ type: "keepAnswer", turnId: "b" });
  await region().waitFor({ state: "detached" });
  await expect.poll(() => panel.page.evaluate(() => document.activeElement?.getAttribute("data-turn"))).toBe("b");
  await panel.page.getByText(panel.say("versionOf", 2, 2)).waitFor();
});

test("the second answer grows beside the first one, which offers no other version while it grows", async () => {
  await panel.show(conversationOf([promptOf("p", "Say"), answerOf("a", "p", [textPart("It is so.")])]));
  const waiting = answerOf("b", "p", [], { model: "openai/gpt-5", state: "waiting", comparedWith: "a" });
  await panel.change("conversation", [{ type: "turnAdded", turn: waiting }]);
  await expect.poll(() => answers().count()).toBe(2);
  await panel.change("conversation", [{ type: "partAdded", turnId: "b", part: textPart("It") }]);
  await panel.change("conversation", [{ type: "textAppended", turnId: "b", key: "0.0", text: " is otherwise." }]);
  await answers().nth(1).getByText("It is otherwise.").waitFor();
  await panel.change("conversation", [{ type: "answerSettled", turnId: "b", state: "completed", milliseconds: 1200 }]);
  await keep(1).waitFor();
  await expect.poll(() => panel.page.getByRole("button", { name: panel.say("regenerate"), exact: true }).count()).toBe(0);
  await answers().first().focus();
  await panel.page.keyboard.press("ArrowDown");
  await expect.poll(() => panel.page.evaluate(() => document.activeElement?.getAttribute("data-turn"))).toBe("b");
});
