/** Selecting, finding and copying text in a conversation, and its direction. */
import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { Conversation } from "../../src/chat/conversation/conversation.ts";
import { sharedBrowser } from "./browser.ts";
import { answerOf, conversationOf, promptOf, textPart } from "./conversations.ts";
import { openPanelPage, type PanelPage } from "./panelPage.ts";

let browser: Browser;
let panel: PanelPage;
beforeAll(async () => {
  browser = await sharedBrowser();
}, 180_000);

async function show(conversation: Conversation): Promise<void> {
  await panel?.close();
  panel = await openPanelPage(browser);
  await panel.show(conversation);
}
const showAnswer = (text: string, state: "completed" | "streaming" = "completed") =>
  show(conversationOf([promptOf("p", "Say"), answerOf("a", "p", [textPart(text)], { state })]));
const selected = () => panel.page.evaluate(() => String(getSelection()));

test("a selection stays while its paragraph grows, also if that changes bold text", async () => {
  await showAnswer("Lamps of whale oil were lit", "streaming");
  await panel.page.getByText("Lamps of whale oil").evaluate((paragraph) => {
    const text = paragraph.firstChild;
    if (text !== null) getSelection()?.setBaseAndExtent(text, 9, text, 18);
  });
  expect(await selected()).toBe("whale oil");
  for (const [piece, end] of [
    [" at *dus", "dus"],
    ["k* and **nev", "nev"],
    ["er** went out", "went out"],
  ] as const) {
    await panel.change("conversation", [{ type: "textAppended", turnId: "a", key: "0.0", text: piece }]);
    await expect.poll(() => panel.page.locator(".markdown").textContent()).toMatch(new RegExp(`${end}\\s*$`));
    expect(await selected()).toBe("whale oil");
  }
});

test("copying a code block copies its code without its header", async () => {
  await showAnswer("Before\n\n```ts\nconst a = 1;\n```\n\nAfter");
  await panel.page.getByText("After").waitFor();
  await panel.page.locator(".markdown").evaluate((answer) => getSelection()?.selectAllChildren(answer));
  expect((await selected()).split(/\s*\n\s*/)).toEqual(["Before", "const a = 1;", "After"]);
});

test("the context menu copies the answer as Markdown, its code and the selection, and has no Cut", async () => {
  const markdown = "Some **bold** text\n\n```ts\nconst a = 1;\n```\n";
  await showAnswer(markdown);
  await panel.page.evaluate(() =>
    window.addEventListener("contextmenu", ({ target }) => {
      if (!(target instanceof Element)) return;
      document.title = target.closest<HTMLElement>("[data-vscode-context]")?.dataset.vscodeContext ?? "VS Code's own";
    }),
  );
  const offersFor = async (element: ReturnType<typeof panel.page.locator>) => {
    await element.click({ button: "right" });
    return JSON.parse(await panel.page.title());
  };
  const offers = (more: Record<string, boolean>) => ({
    preventDefaultContextMenuItems: true,
    "generationStudio.hasSelectedText": false,
    "generationStudio.inTurn": true,
    "generationStudio.inCode": false,
    "generationStudio.inImage": false,
    ...more,
  });
  expect(await offersFor(panel.page.locator(".code-block code"))).toEqual(offers({ "generationStudio.inCode": true }));
  await panel.post({ type: "copyClicked", what: "code" });
  await panel.post({ type: "copyClicked", what: "markdown" });
  await expect
    .poll(() => panel.sent.filter(({ type }) => type === "copy"))
    .toEqual([
      { type: "copy", text: "const a = 1;\n" },
      { type: "copy", text: markdown },
    ]);
  await panel.page.locator(".markdown").evaluate((answer) => getSelection()?.selectAllChildren(answer));
  expect(await offersFor(panel.page.locator(".turn-header").last())).toMatchObject({ "generationStudio.inCode": false });
  await panel.page.locator(".markdown strong").dblclick();
  expect(await offersFor(panel.page.locator(".markdown strong"))).toEqual(offers({ "generationStudio.hasSelectedText": true }));
  await panel.post({ type: "copyClicked", what: "selection" });
  await expect.poll(() => panel.sent.at(-1)).toEqual({ type: "copy", text: "bold" });
  expect(await offersFor(panel.page.locator(".prompt-text"))).toMatchObject({ "generationStudio.inTurn": true });
  await panel.post({ type: "copyClicked", what: "markdown" });
  await expect.poll(() => panel.sent.at(-1)).toEqual({ type: "copy", text: "Say" });
  await panel.page.getByRole("button", { name: "Edit and Resend" }).click();
  await panel.page.locator(".prompt-editor textarea").click({ button: "right" });
  expect(await panel.page.title()).toBe("VS Code's own");
});

test("each paragraph, item and cell is aligned to the start of its own language", async () => {
  await showAnswer("المنارة برج\n\nA lighthouse\n\n- First\n\n1. أولا\n\n| a |\n|---|\n| برج |\n");
  await panel.page.locator(".markdown td").waitFor();
  const sides = await panel.page.locator(".markdown :is(p, li, td)").evaluateAll((elements) =>
    elements.map((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const [text, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
      return text.left - box.left < box.right - text.right ? "left" : "right";
    }),
  );
  expect(sides.slice(0, 4)).toEqual(["right", "left", "left", "right"]);
  const marker = await panel.page.locator("ul, ol").evaluateAll((lists) => lists.map((list) => getComputedStyle(list).direction));
  expect(marker).toEqual(["ltr", "rtl"]);
});

test("regenerating an earlier answer explains that the messages below stay with it, and the new answer links back to them", async () => {
  const turns = [
    promptOf("p", "Say"),
    answerOf("a", "p", [textPart("One")]),
    promptOf("q", "More", "a"),
    answerOf("b", "q", [textPart("Two")]),
  ];
  await show(conversationOf(turns));
  const again = panel.page.locator('article[data-turn="a"]').getByRole("button", { name: panel.say("regenerateEarlier") });
  await again.click();
  await expect.poll(() => panel.sent.at(-1)).toEqual({ type: "regenerate", turnId: "a" });
  await show(conversationOf([...turns, answerOf("c", "p", [textPart("Another one")])]));
  await panel.page.getByText(panel.say("continuedElsewhere")).waitFor();
  await panel.page.getByRole("button", { name: panel.say("continuedShow") }).click();
  await expect.poll(() => panel.sent.at(-1)).toEqual({ type: "chooseTurn", turnId: "a" });
});

test("a conversation found by a search opens with the match marked and visible, also in another branch", async () => {
  const found = conversationOf(
    [
      promptOf("p", "Say"),
      answerOf("a", "p", [textPart(`${"Long ago.\n\n".repeat(60)}Whale oil was burnt.\n\n${"And so on.\n\n".repeat(60)}`)]),
      answerOf("b", "p", [textPart("Something else")]),
    ],
    { id: "found" },
  );
  await show(conversationOf([]));
  await panel.post({ type: "showConversations" });
  await panel.page.getByRole("textbox", { name: panel.say("conversationsSearch") }).fill("oil whale");
  await panel.post({
    type: "conversations",
    query: "oil whale",
    conversations: [{ id: "found", title: "Lamps", updatedAt: 0, turns: 3, excerpt: "Whale oil was burnt" }],
  });
  await panel.page.getByRole("button", { name: /^Lamps/ }).click();
  await panel.show(found);
  await expect.poll(() => panel.sent.filter(({ type }) => type === "chooseTurn")).toContainEqual({ type: "chooseTurn", turnId: "a" });
  await panel.change("found", [{ type: "turnChosen", turnId: "a" }]);
  await expect.poll(() => panel.page.getByRole("textbox", { name: panel.say("findInConversation") }).inputValue()).toBe("oil");
  await panel.page.getByText(panel.say("findPosition", 1, 1)).waitFor();
  await expect
    .poll(() =>
      panel.page.getByText("Whale oil was burnt").evaluate((line) => {
        const { top, bottom } = line.getBoundingClientRect();
        return top > 0 && bottom < innerHeight;
      }),
    )
    .toBe(true);
});

test("without a key, the empty conversation explains that and has a button to set it", async () => {
  await show(conversationOf([]));
  await panel.post({ type: "service", name: "https://example.com", demo: false, needsKey: true });
  await panel.page.getByText(panel.say("welcomeKey")).waitFor();
  await panel.page.getByRole("button", { name: panel.say("setKey") }).click();
  await expect.poll(() => panel.sent.at(-1)).toEqual({ type: "setKey" });
});
