/** Code blocks have actions once they are whole, in every way in which an answer can end. */
import type { Browser } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { AnswerState } from "../../src/chat/conversation/turn.ts";
import { sharedBrowser } from "./browser.ts";
import { answerOf, conversationOf, promptOf, textPart } from "./conversations.ts";
import { openPanelPage, type PanelPage } from "./panelPage.ts";

describe("a code block", () => {
  let browser: Browser;
  let panel: PanelPage;
  beforeAll(async () => {
    browser = await sharedBrowser();
    panel = await openPanelPage(browser);
  });

  let count = 0;
  const show = async (text: string, state: AnswerState) => {
    count += 1;
    const id = `code-${count}`;
    await panel.show(conversationOf([promptOf("p", "Write"), answerOf("a", "p", [textPart(text)], { state })], { id }));
    await panel.page.locator(".code-block").first().waitFor();
    return id;
  };
  const buttons = () => panel.page.locator(".code-block button").count();
  const cut = () => panel.page.locator(".code-block").getByText("Incomplete", { exact: true }).count();

  test.each([
    ["alone", "```js\none();\n", "two();\n", "```\n"],
    ["in a list", "- x\n\n  ```js\n  one();\n", "  two();\n", "  ```\n"],
    ["in a quote", "> ```js\n> one();\n", "> two();\n", "> ```\n"],
    ["indented", "x\n\n    one();\n", "    two();\n", "\ny\n"],
  ])("that grows %s has no buttons before its end", async (_name, text, more, end) => {
    const id = await show(text, "streaming");
    expect(await buttons()).toBe(0);
    await panel.change(id, [{ type: "textAppended", turnId: "a", key: "0.0", text: more }]);
    await expect.poll(() => panel.page.locator(".code-block code").textContent()).toBe("one();\ntwo();\n");
    expect([await buttons(), await cut()]).toEqual([0, 0]);
    await panel.change(id, [{ type: "textAppended", turnId: "a", key: "0.0", text: end }]);
    await expect.poll(buttons).toBe(4);
  });

  const open = "```js\none();\n";
  test.each(["stopped", "aborted", "truncated", "incomplete", "failed"] as const)(
    "that an answer with the state %s left open says so",
    async (state) => {
      await show(open, state);
      await expect.poll(cut).toBe(1);
      expect(await buttons()).toBe(0);
      await show(`- x\n  ${open.replaceAll("\n", "\n  ")}`, state);
      await expect.poll(cut).toBe(1);
      expect(await buttons()).toBe(0);
    },
  );

  test("gets that mark, and no buttons, when a growing answer is stopped", async () => {
    const id = await show(open, "streaming");
    await panel.change(id, [{ type: "answerSettled", turnId: "a", state: "stopped" }]);
    await expect.poll(cut).toBe(1);
    expect(await buttons()).toBe(0);
  });

  test("shows characters that cannot be seen, while it grows too, and keeps its text", async () => {
    const code = 'if (role !== "admin\u202e \u2066// only admins\u2069 \u2066") {\n  run(\u200b\u{e0041});\n}\n';
    const names = () =>
      panel.page.locator(".code-block .hidden-character").evaluateAll((all) => all.map((one) => one.getAttribute("data-name")));
    const expected = ["U+202E", "U+2066", "U+2069", "U+2066", "U+200B", "U+E0041"];
    const id = await show(`\`\`\`js\n${code}`, "streaming");
    await expect.poll(names).toEqual(expected);
    await panel.change(id, [{ type: "textAppended", turnId: "a", key: "0.0", text: "```\n" }]);
    await expect.poll(buttons).toBe(4);
    expect(await names()).toEqual(expected);
    expect(await panel.page.locator(".code-block code").textContent()).toBe(code);
    const mark = panel.page.locator(".code-block .hidden-character").first();
    expect(await mark.evaluate((one) => getComputedStyle(one, "::before").content)).toBe('"U+202E"');
    expect((await mark.boundingBox())?.width).toBeGreaterThan(10);
    await show("Run `rm\u202e x` and \u202ereversed, but not שלום or 👩‍👩‍👧\n\n```\nx\n```\n", "completed");
    const inText = panel.page.locator(".hidden-character").evaluateAll((all) => all.map((one) => one.getAttribute("data-name")));
    expect(await inText).toEqual(["U+202E", "U+202E"]);
  });

  test("that a complete answer leaves open has its buttons", async () => {
    await show(open, "completed");
    await expect.poll(buttons).toBe(4);
    expect(await cut()).toBe(0);
  });
});
