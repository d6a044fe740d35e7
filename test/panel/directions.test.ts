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
const keepsSequence = (selector: string, within = ".markdown") =>
  panel.page
    .locator(`${within} ${selector}`)
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
  ["a path in Persian", "پوشهٔ `/usr/bin/` را ببینید", "code"],
  ["an option in Urdu", "جھنڈا `--flag=1` اہم ہے", "code"],
  ["a key in Yiddish", "דריקט <kbd>Ctrl+/</kbd> יעצט", "kbd"],
  ["output in Persian", "خروجی <samp>(0 / 1)</samp> است", "samp"],
  ["code in bold Persian", "**گزینهٔ `--flag=1`** مهم است", "strong code"],
  ["code in a link", "ראו [`usr/bin/`](https://a.example/) כאן", "a code"],
])("%s is not mirrored", async (_, text, selector) => {
  await showAnswer(text);
  expect(await keepsSequence(selector)).toBe(true);
});

test.each([
  ["an option", "מה עושה `--flag=1`?", 0, "--flag=1"],
  ["code between two backticks", "مسار ``/usr/`bin`/`` هنا", 0, "/usr/`bin`/"],
  ["an address", "ראו https://a.example/b/ כאן", 0, "https://a.example/b/"],
  ["code after backticks that are not closed", "`` שלום `usr/bin/` שלום", 0, "usr/bin/"],
  ["lines of code", "הסבר:\n```\nf(a, b);\n```\nתודה", 0, "f(a, b);"],
  ["code after an address", "ראו https://a.example/ ואת `(x)`", 1, "(x)"],
])("%s in a sent message is not mirrored", async (_, text, index, code) => {
  shown += 1;
  await panel.show(conversationOf([promptOf("p", text)], { id: `shown ${shown}` }));
  const isolated = panel.page.locator(".prompt-text bdi");
  await expect.poll(() => isolated.nth(index).textContent()).toContain(code);
  expect(await panel.page.locator(".prompt-text").textContent()).toBe(text);
  if (!text.includes("\n")) expect(await keepsSequence(`bdi >> nth=${index}`, ".prompt-text")).toBe(true);
  expect(await isolated.nth(index).evaluate((element) => getComputedStyle(element).direction)).toBe("ltr");
});

test("a sent message shows characters that reverse it, and keeps its text", async () => {
  const text = "Paste\u202ethis, and `a\u200bb`";
  await panel.show(conversationOf([promptOf("p", text)], { id: "hidden" }));
  const marks = panel.page.locator(".prompt-text .hidden-character");
  await expect.poll(() => marks.evaluateAll((all) => all.map((one) => one.getAttribute("data-name")))).toEqual(["U+202E", "U+200B"]);
  expect(await panel.page.locator(".prompt-text").textContent()).toBe(text);
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
  ["a paragraph that begins with a number", "12.5% از کاربران", "p", ["rtl"]],
  ["a table whose first cells are numbers and code", "| 1 | `a` |\n|---|---|\n| 2 | فارسی |\n", "table", ["rtl"]],
  ["an English table with a Persian cell", "| Name | Text |\n|---|---|\n| x | فارسی |\n", "table", ["ltr"]],
  ["a formula of its own", "متن\n\n$$x^2 + 1$$\n", "math", ["ltr"]],
  ["a heading that begins with code, in Urdu", "## `git` کیا ہے", "h2", ["rtl"]],
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
