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

  test("that a complete answer leaves open has its buttons", async () => {
    await show(open, "completed");
    await expect.poll(buttons).toBe(4);
    expect(await cut()).toBe(0);
  });
});
