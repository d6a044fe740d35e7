/** What reading could lose: names of links without a text, deep lists and quotes, rows of attachments, and the end of a status. */
import type { Browser } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Change } from "../../src/chat/conversation/change.ts";
import type { Attachment } from "../../src/chat/conversation/turn.ts";
import { sharedBrowser } from "./browser.ts";
import { answerOf, conversationOf, promptOf, textPart } from "./conversations.ts";
import { openPanelPage, type PanelPage } from "./panelPage.ts";

let browser: Browser;
let panel: PanelPage;
beforeAll(async () => {
  browser = await sharedBrowser();
});
beforeEach(async () => {
  panel = await openPanelPage(browser);
  return () => panel.close();
});

const showAnswer = (markdown: string) => panel.show(conversationOf([promptOf("p", "Go"), answerOf("a", "p", [textPart(markdown)])]));

describe("a link around an image that is not loaded", () => {
  const badge = "https://img.shields.io/badge/build-passing-green";
  test.each([
    ["a badge", `[![build](${badge})](https://ci.example/build)`, ["ci.example"]],
    ["a badge without a text", `[![](${badge})](https://ci.example/build)`, ["ci.example"]],
    ["badges in a row", `[![a](${badge})](https://a.example) [![b](${badge})](https://b.example)`, ["a.example", "b.example"]],
    ["a badge of HTML", `<a href="https://ci.example/build"><img src="${badge}" alt="build"></a>`, ["ci.example"]],
    ["a badge beside a text", `[![build](${badge}) the build](https://ci.example)`, ["the build"]],
    ["an empty link", "[](https://empty.example/)", ["empty.example"]],
  ])("has a name, and what has the focus can be seen: %s", async (_, markdown, names) => {
    await showAnswer(markdown);
    const links = panel.page.locator(".answer .markdown a[href]");
    await expect.poll(() => links.evaluateAll((all) => all.map((link) => link.textContent?.trim()))).toEqual(names);
    for (const link of await links.all()) {
      await link.focus();
      expect((await link.boundingBox())?.width).toBeGreaterThan(10);
    }
  });

  test("is not what a footnote's way back is, which keeps its name", async () => {
    await showAnswer("Sure.[^1]\n\n[^1]: Of course.\n");
    const back = panel.page.getByRole("link", { name: "Back to where footnote 1 is mentioned" });
    await back.waitFor();
    expect(await back.textContent()).not.toContain("#");
  });
});

const nestedList = (levels: number, mark: string) =>
  Array.from({ length: levels }, (_, level) => `${" ".repeat(level * (mark.length + 1))}${mark} level ${level}`).join("\n");

describe("text of many levels", () => {
  test.each([
    ["a list of 49", nestedList(49, "-"), 49],
    ["a list of 50", nestedList(50, "-"), 50],
    ["a list of 90", nestedList(90, "-"), 90],
    ["a numbered list of 60", nestedList(60, "1."), 60],
    ["a quote of 120", `${">".repeat(120)} level 0`, 1],
    ["quotes and lists of 100", `${"> - ".repeat(100)}level 0`, 1],
  ])("is shown: %s", async (_, markdown, levels) => {
    await showAnswer(markdown);
    const read = () => panel.page.locator(".answer .markdown").evaluate((element) => element.textContent?.match(/level \d+/g)?.length);
    await expect.poll(read).toBe(levels);
    expect(panel.violations).toEqual([]);
  });
});

describe("the attachments of a sent message", () => {
  const attached = (count: number): Attachment[] =>
    Array.from({ length: count }, (_, index) => ({
      id: `${index}`,
      kind: "text",
      name: `file-${index}.ts`,
      mediaType: "text/plain",
      size: 100,
    }));

  test.each([
    [8, 8, undefined],
    [9, 8, "1 more"],
    [50, 8, "42 more"],
  ])("%i of them are shown as %i, and the rest on request", async (count, shown, more) => {
    await panel.show(conversationOf([promptOf("p", "Read these", null, { attachments: attached(count) })]));
    const chips = panel.page.locator(".prompt .chip");
    await expect.poll(() => chips.count()).toBe(shown);
    if (more === undefined) return;
    const rest = panel.page.locator(".prompt").getByRole("button", { name: more });
    await rest.click();
    await expect.poll(() => chips.count()).toBe(count);
    await panel.page.locator(".prompt").getByRole("button", { name: "Show fewer" }).click();
    await expect.poll(() => chips.count()).toBe(shown);
  });
});

describe("who uses a screen reader hears how an answer ends", () => {
  const running = answerOf("a", "p", [textPart("Text")], { state: "streaming" });
  const { id } = conversationOf([]);
  const ended = (state: "completed" | "stopped" | "aborted" | "incomplete" | "refused" | "truncated" | "failed"): Change[] => [
    { type: "answerSettled", turnId: "a", state },
  ];
  test.each<[string, Change[], string]>([
    ["it is complete", ended("completed"), "Done"],
    ["it is stopped", ended("stopped"), "Stopped"],
    ["its window was closed", ended("aborted"), "Stopped"],
    ["it is incomplete", ended("incomplete"), "The answer is incomplete"],
    ["it is refused", ended("refused"), "Refused"],
    ["it is cut off", ended("truncated"), "The answer was cut off"],
    ["it fails", ended("failed"), "Failed"],
    ["another window has ended it", [{ type: "turnReplaced", turn: { ...running, state: "completed" } }], "Done"],
    ["another window has lost it", [{ type: "turnReplaced", turn: { ...running, state: "failed" } }], "Failed"],
    ["it is deleted", [{ type: "turnRemoved", turnId: "a" }], ""],
    ["its prompt is deleted", [{ type: "turnRemoved", turnId: "p" }], ""],
    ["it waits", [{ type: "answerDelayed", turnId: "a", until: Date.now() + 60_000 }], "Waiting for the request limit"],
    [
      "it waits and is deleted",
      [
        { type: "answerDelayed", turnId: "a", until: 0 },
        { type: "turnRemoved", turnId: "a" },
      ],
      "",
    ],
    ["the rest is fetched", [...ended("truncated"), { type: "answerResumed", turnId: "a" }], "Replying"],
    ["the rest is requested", [...ended("incomplete"), { type: "answerContinued", turnId: "a", since: 0, generation: "g" }], "Replying"],
  ])("%s", async (_, changes, heard) => {
    await panel.show(conversationOf([promptOf("p", "Go")]));
    const status = panel.page.locator('[role="status"]').first();
    await panel.change(id, [{ type: "turnAdded", turn: running }]);
    await expect.poll(() => status.textContent()).toBe("Replying");
    for (const change of changes) await panel.change(id, [change]);
    await expect.poll(() => status.textContent()).toBe(heard);
  });

  test("it has ended when the conversation is sent again, or another one is shown", async () => {
    const status = panel.page.locator('[role="status"]').first();
    for (const [next, heard] of [
      [conversationOf([promptOf("p", "Go"), { ...running, state: "completed" }]), "Done"],
      [conversationOf([promptOf("p", "Go")]), ""],
      [conversationOf([], { id: "another" }), ""],
    ] as const) {
      await panel.show(conversationOf([promptOf("p", "Go")]));
      await panel.change(id, [{ type: "turnAdded", turn: running }]);
      await expect.poll(() => status.textContent()).toBe("Replying");
      await panel.show(next);
      await expect.poll(() => status.textContent()).toBe(heard);
    }
  });
});

test("a task of the chat is not announced as a reply that never ends", async () => {
  await panel.show(conversationOf([promptOf("p", "/image a fox")]));
  const status = panel.page.locator('[role="status"]').first();
  const { id } = conversationOf([]);
  const task = { kind: "task" as const, key: "task", task: "k", media: "image" as const };
  await panel.change(id, [{ type: "turnAdded", turn: answerOf("a", "p", [task]) }]);
  await panel.page.locator(".answer").waitFor();
  expect(await status.textContent()).not.toBe("Replying");
  // An answer is.
  await panel.change(id, [{ type: "turnAdded", turn: promptOf("q", "Hello", "a") }]);
  await panel.change(id, [{ type: "turnAdded", turn: answerOf("b", "q", [], { state: "waiting" }) }]);
  await expect.poll(() => panel.page.locator('[role="status"]', { hasText: "Replying" }).count()).toBe(1);
});
