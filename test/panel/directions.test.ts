/** Answers in languages that are written from right to left: code and links are not mirrored, and do not determine a block's direction. */
import { beforeAll, expect, test } from "vitest";
import { sharedBrowser } from "./browser.ts";
import { answerOf, conversationOf, promptOf, textPart } from "./conversations.ts";
import { openPanelPage, type PanelPage } from "./panelPage.ts";

let panel: PanelPage;
beforeAll(async () => {
  panel = await openPanelPage(await sharedBrowser());
});
let shown = 0;
async function showAnswer(text: string): Promise<void> {
  shown += 1;
  await panel.show(conversationOf([promptOf("p", "?"), answerOf("a", "p", [textPart(text)])], { id: `shown ${shown}` }));
  await panel.page.locator(".markdown > *").first().waitFor();
}

/** Whether each character of the element's text is to the right of the one before it. */
const keepsSequence = (selector: string) =>
  panel.page
    .locator(`.markdown ${selector}`)
    .first()
    .evaluate((element) => {
      const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
      const lefts = [...(text?.textContent ?? "")].map((_, index) => {
        const range = document.createRange();
        if (text !== null) range.setStart(text, index);
        if (text !== null) range.setEnd(text, index + 1);
        return range.getBoundingClientRect().left;
      });
      return lefts.length > 1 && lefts.every((left, index) => index === 0 || left > (lefts[index - 1] ?? 0));
    });
const directions = (selector: string) =>
  panel.page.locator(`.markdown ${selector}`).evaluateAll((elements) => elements.map((element) => getComputedStyle(element).direction));

test.each([
  ["an option", "הדגל `--flag=1` חשוב", "code"],
  ["a path", "התיקייה `/usr/bin/` קיימת", "code"],
  ["a path in Arabic", "المجلد `/usr/bin/` موجود", "code"],
  ["a call", "הפונקציה `f(a, b)!` מחזירה", "code"],
  ["a link with a slash at its end", "ראו [usr/bin/](https://a.example/) כאן", "a"],
  ["an address", "ראו https://a.example/b/ כאן", "a"],
  ["a formula as code", "הביטוי `a+b=c;` נכון", "code"],
  ["code in a list", "- הדגל `--flag=1` חשוב", "li code"],
  ["code in a table", "| דגל |\n|---|\n| הדגל `--flag=1` |\n", "td code"],
  ["code in a heading", "## הדגל `--flag=1`", "h2 code"],
  ["code in a quote", "> הדגל `--flag=1` חשוב", "blockquote code"],
])("%s is not mirrored", async (_, text, selector) => {
  await showAnswer(text);
  expect(await keepsSequence(selector)).toBe(true);
});

test.each<[string, string, string, string[]]>([
  ["a paragraph that begins with code", "`npm install` מתקין את החבילה", "p", ["rtl"]],
  ["a paragraph that begins with a link", "[Node.js](https://nodejs.org) הוא סביבה", "p", ["rtl"]],
  ["a paragraph that begins with a formula", "$x^2$ הוא ריבוע", "p", ["rtl"]],
  ["an English paragraph that begins with Hebrew code", "`שלום` is a greeting", "p", ["ltr"]],
  ["a paragraph that is only a link", "[שלום](https://a.example)", "p", ["rtl"]],
  ["paragraphs, each for itself", "שלום\n\nHello", "p", ["rtl", "ltr"]],
  ["a list, with all its items", "1. שלום\n2. `code` עולם\n3. English\n", ":is(ol, li)", ["rtl", "rtl", "rtl", "rtl"]],
  ["a list with paragraphs", "1. `a` שלום\n\n2. English\n", ":is(ol, li, p)", ["rtl", "rtl", "rtl", "rtl", "rtl"]],
  ["a list in another language in a list", "- English\n  - שלום\n", "ul", ["ltr", "rtl"]],
  ["a quote", "> `a` שלום\n>\n> English", ":is(blockquote, p)", ["rtl", "rtl", "rtl"]],
])("%s has the direction of its first letters", async (_, text, selector, expected) => {
  await showAnswer(text);
  expect(await directions(selector)).toEqual(expected);
});

test("a line of many thousand characters is divided without changing its text", async () => {
  const line = "A lighthouse guides ships, and its keeper lights the lamp. ".repeat(1000).trim();
  await showAnswer(`${line}\n\nThe end`);
  await expect.poll(() => panel.page.locator(".markdown p").first().textContent()).toBe(line);
  expect(await panel.page.locator(".markdown .text-part").count()).toBeGreaterThan(10);
});
