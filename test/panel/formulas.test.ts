/** Formulas of answers: how they are drawn, that they stay while the answer grows, and that none can do harm. */
import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { sharedBrowser } from "./browser.ts";
import { answerOf, conversationOf, promptOf, textPart } from "./conversations.ts";
import { openPanelPage, type PanelPage } from "./panelPage.ts";

let browser: Browser;
let panel: PanelPage;
beforeAll(async () => {
  browser = await sharedBrowser();
}, 180_000);

async function showAnswer(text: string, state: "completed" | "streaming" = "completed"): Promise<void> {
  await panel?.close();
  panel = await openPanelPage(browser);
  await panel.show(conversationOf([promptOf("p", "Say"), answerOf("a", "p", [textPart(text)], { state })]));
}
const append = (text: string) => panel.change("conversation", [{ type: "textAppended", turnId: "a", key: "0.0", text }]);
const formula = () => panel.page.locator(".formula");

/** The MathML of `expression`, without the element `math` itself. */
async function draw(expression: string): Promise<string> {
  await showAnswer(`$$\n${expression}\n$$\n`);
  await panel.page.locator(".formula math").waitFor();
  return panel.page.locator(".formula math").evaluate((math) => math.innerHTML);
}

test("KaTeX is loaded only with the first formula", async () => {
  const requests: string[] = [];
  await showAnswer("No formula, but $5 and `$x$`. ", "streaming");
  // By then, the module that renders text is loaded.
  await panel.page.getByText("No formula, but $5").waitFor();
  panel.page.on("request", (request) => {
    // The highlighter is loaded whenever the panel is idle.
    const path = new URL(request.url()).pathname;
    if (path !== "/highlighter.js") requests.push(path);
  });
  await append("Still none.\n\n");
  await panel.page.getByText("Still none.").waitFor();
  expect(requests).toEqual([]);
  await append("Here is \\(a^2\\).\n\n");
  await panel.page.locator(".formula math").waitFor();
  expect(requests).toEqual(["/formulaRenderer.js"]);
  await expect.poll(() => formula().locator("msup").textContent()).toBe("a2");
  expect(panel.violations).toEqual([]);
});

test("each notation of a formula is drawn, inline or as a block", async () => {
  await showAnswer("One $a$, two \\(b\\), three $$c$$ and\n\\[\nd\n\\]\n\\begin{gather}\ne \\\\ f\n\\end{gather}\n");
  await expect.poll(() => formula().locator("math").count()).toBe(5);
  const shown = await formula().evaluateAll((all) => all.map((one) => `${one.textContent} ${getComputedStyle(one).display}`));
  expect(shown).toEqual(["a inline", "b inline", "c block", "d block", "ef block"]);
});

test("letters, tables and frames use MathML that Chromium supports", async () => {
  expect(await draw("\\mathbb{R} \\mathcal{L} \\mathbf{x} \\mathrm{d}")).toMatch(/ℝ.*ℒ.*𝐱.*mathvariant="normal">d</s);
  const aligned = await draw("\\begin{aligned} a &= b \\\\ &= c \\end{aligned}");
  expect(aligned).toContain('<mtd class="align-right gap-none">');
  expect(aligned).toContain('<mtd class="align-left gap-none">');
  expect(await draw("\\begin{array}{c|c} a & b \\\\ \\hline c & d \\end{array}")).toMatch(/before-solid.*above-solid/s);
  expect(await draw("\\overline{AB}")).toBe('<mrow><mrow class="enclosed-top"><mrow><mi>A</mi><mi>B</mi></mrow></mrow></mrow>');
  expect(await draw("\\boxed{x} + \\cancel{y}")).toMatch(/enclosed-box.*enclosed-updiagonalstrike/s);
});

test("an invalid or unfinished formula is shown as its source", async () => {
  await showAnswer("Wrong: $\\frac{a$ and $\\nosuch$ and right: $b$.\n\n$$\n\\frac{1}{", "streaming");
  await panel.page.locator(".formula math").waitFor();
  await expect.poll(() => formula().allTextContents()).toEqual(["$\\frac{a$", "$\\nosuch$", "b", "$$\n\\frac{1}{"]);
  await append("2}\n$$\n\n");
  await expect.poll(() => formula().last().locator("mfrac").count()).toBe(1);
  expect(panel.violations).toEqual([]);
});

test("a formula stays the same element while its paragraph grows", async () => {
  await showAnswer("With $a^2$ it", "streaming");
  await panel.page.locator(".formula math").waitFor();
  await panel.page.evaluate(() => Object.assign(window, { first: document.querySelector(".formula math") }));
  for (const word of [" goes *on", "* and on", " with $b$ and"]) {
    await append(word);
    await panel.page.getByText(word.replace(/[*$]/g, "").trim().split(" ").at(-1) ?? "").waitFor();
  }
  await expect.poll(() => formula().locator("math").count()).toBe(2);
  expect(await panel.page.evaluate(() => document.querySelector(".formula math") === Reflect.get(window, "first"))).toBe(true);
});

test("an answer with formulas is copied with their source", async () => {
  const markdown = "So \\(a^2\\) and\n\n$$\nb\n$$\n";
  await showAnswer(markdown);
  await panel.page.locator(".formula math").first().click({ button: "right" });
  await panel.post({ type: "copyClicked", what: "markdown" });
  await expect.poll(() => panel.sent.at(-1)).toEqual({ type: "copy", text: markdown });
});

test("a formula loads nothing, links nowhere and has no inline style", async () => {
  const hostile = [
    "\\href{javascript:alert(1)}{a}",
    "\\url{https://example.com}",
    "\\includegraphics{https://example.com/a.png}",
    "\\htmlStyle{background:url(https://example.com)}{b}",
    "\\htmlClass{popover}{c}",
    "\\htmlId{panel}{d}",
    "\\fcolorbox{red}{url(https://example.com)}{e}",
    "\\fcolorbox{red}{blue}{f}",
    "\\pmb{g}",
    "\\text{<img src=x onerror=alert(1)>}",
    "\\color{red}{h}",
  ];
  await showAnswer(`${hostile.map((tex) => `$${tex}$`).join("\n\n")}\n\n<math href="javascript:alert(1)"><mtext>raw</mtext></math>\n`);
  await panel.page.locator(".formula math").first().waitFor();
  const found = await panel.page
    .locator(".markdown *")
    .evaluateAll((all) =>
      all.flatMap((element) => element.getAttributeNames().filter((name) => /^(?:on|href|src|style|id$|xlink)/.test(name))),
    );
  expect(found).toEqual([]);
  await expect.poll(() => panel.page.locator("math:not(.formula math)").count()).toBe(0);
  expect(panel.violations).toEqual([]);
  expect(panel.strangeRequests).toEqual([]);
});

test("formulas that are expensive to draw are shown as their source", async () => {
  const heavy = [
    `${"{".repeat(2400)}a${"}".repeat(2400)}`,
    `\\def\\a{${"x".repeat(2000)}}${"\\a".repeat(1000)}`,
    `\\newcommand\\a{\\a\\a}\\a`,
    "\\frac{a}".repeat(600),
    `${"\\left(".repeat(400)}a${"\\right)".repeat(400)}`,
    `${"\\sqrt{".repeat(700)}a${"}".repeat(700)}`,
    `${"a^{".repeat(1200)}a${"}".repeat(1200)}`,
    "x".repeat(6000),
    "\\rule{900000em}{900000em}",
  ];
  await showAnswer(`$b$\n\n${heavy.map((tex) => `$$\n${tex}\n$$`).join("\n\n")}\n\nThe end.\n`);
  await panel.page.locator(".formula math").first().waitFor();
  await panel.page.getByText("The end.").waitFor();
  const sizes = await panel.page.locator(".formula-block").evaluateAll((all) => all.map((one) => one.scrollWidth));
  expect(Math.max(...sizes)).toBeLessThan(20_000);
  expect(panel.violations).toEqual([]);
});
