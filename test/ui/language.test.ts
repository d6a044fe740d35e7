/** A prompt document is completed, explained, checked and run on a real workbench. */
import { readdir } from "node:fs/promises";
import path from "node:path";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readContrasts } from "./workbench/readContrasts.ts";
import { repeatUntil } from "./workbench/repeatUntil.ts";
import { openWorkbench, type Workbench } from "./workbench.ts";

const lighthouse = `---
kind: image
model: demo-image

output: art/lighthouse-{n}
vars: { place: Brittany }
---
# Lighthouse

A lighthouse at dusk in {{place}}, in watercolours
`;
const broken = `---
kind: image
model: demo-imge
siez: 1024x1024
voice: slt
image: [sketch.png]
vars: { place: Brest, unused: 1 }
---
A lighthouse in {{plaec}}, in the style of {{selection}}
`;
const dialogue = `---
model: demo-text
instructions: Be brief.
---
## user
What is a quine?

## assistant
A program that prints \`itself\`.

## user
Show a **short** one.
`;

const small = (name: string): string => `---\nkind: image\nmodel: demo-image\nsize: 64x64\noutput: ${name}\n---\nA ${name}\n`;

let workbench: Workbench;
let suggestions: Locator;

beforeAll(async () => {
  workbench = await openWorkbench({
    files: {
      "lighthouse.gen.md": lighthouse,
      "broken.gen.md": broken,
      "dialogue.gen.md": dialogue,
      "notes.md": "# Notes\n",
      "series/one.gen.md": small("one"),
      "series/two.gen.md": small("two"),
    },
    settings: { "editor.hover.delay": 100, "editor.fontSize": 15 },
  });
  suggestions = workbench.page.locator(".suggest-widget.visible .monaco-list-row");
});
afterAll(() => workbench?.close());

async function suggestAt(line: number, column: number): Promise<void> {
  await workbench.setCursor(line, column);
  await repeatUntil(suggestions, () => workbench.page.keyboard.press("Control+Space"));
}

test("fields of the kind are completed, with their descriptions from the spec", async () => {
  await workbench.openFile("lighthouse.gen.md");
  await workbench.page.locator(".codelens-decoration", { hasText: "Run" }).first().waitFor();
  await suggestAt(4, 1);
  await suggestions.filter({ hasText: "aspect_ratio" }).waitFor();
  await workbench.screenshot("prompt-completion-fields");
  await workbench.page.keyboard.type("aspect");
  await suggestions.and(workbench.page.locator(".focused")).filter({ hasText: "aspect_ratio" }).waitFor();
  await workbench.page.keyboard.press("Enter");
  await suggestions
    .filter({ hasText: "16:9" })
    .or(suggestions.filter({ hasText: "9:16" }))
    .first()
    .waitFor();
  await workbench.screenshot("prompt-completion-values");
  await workbench.page.keyboard.type("16:9");
  await workbench.page.keyboard.press("Escape");
});

test("a model is completed from the catalogue", async () => {
  await suggestAt(3, 8);
  await suggestions.filter({ hasText: "demo-image" }).first().waitFor();
  await workbench.screenshot("prompt-completion-models");
  await workbench.page.keyboard.press("Escape");
});

test("hovering over a field or a variable explains it", async () => {
  const field = workbench.page.locator(".view-line", { hasText: "aspect_ratio" }).locator("span", { hasText: /^aspect_ratio$/ });
  await workbench.showHover(field.last(), "each model has its own shapes");
  await workbench.screenshot("prompt-hover");
});

test("a run shows its progress in the code lens, and then its result", async () => {
  await workbench.page.keyboard.press("Escape");
  await workbench.page.locator(".codelens-decoration a", { hasText: "Run" }).first().click();
  await workbench.page.locator(".codelens-decoration", { hasText: "1 result" }).waitFor();
  expect(await readdir(path.join(workbench.folder, "art"))).toEqual(["lighthouse-1.png"]);
  await workbench.screenshot("prompt-lens-result");
  // Beside the document, without a click.
  await workbench.tab("lighthouse-1.png").waitFor();
  await workbench.screenshot("prompt-result-open");
});

test("errors are underlined, and shown in the code lens and in Problems", async () => {
  await workbench.runCommand("View: Close All Editors");
  await workbench.openFile("broken.gen.md");
  await workbench.page.locator(".codelens-decoration", { hasText: "problem" }).waitFor();
  await workbench.page.locator(".squiggly-error").first().waitFor();
  await workbench.runCommand("Problems: Focus on Problems View");
  await workbench.page.locator(".markers-panel .monaco-list-row", { hasText: "sketch.png" }).waitFor();
  await workbench.screenshot("prompt-squiggles");
  await workbench.openFile("broken.gen.md");
  await workbench.setCursor(4, 2);
  await repeatUntil(workbench.page.locator(".action-widget", { hasText: "Change to 'size'" }), () =>
    workbench.page.keyboard.press("Control+."),
  );
  await workbench.screenshot("prompt-quick-fix");
  await workbench.page.keyboard.press("Escape");
});

test("a dialogue streams into an editor beside it", async () => {
  await workbench.runCommand("View: Close All Editors");
  await workbench.openFile("dialogue.gen.md");
  await workbench.page.locator(".codelens-decoration a", { hasText: "Run" }).first().click();
  await workbench.page.locator(".codelens-decoration", { hasText: "tokens" }).waitFor();
  await workbench.screenshot("prompt-dialogue");
});

test("words, code lenses and hovers are readable in each kind of theme", async () => {
  const { page } = workbench;
  await page.setViewportSize({ width: 1000, height: 620 });
  for (const theme of ["light", "highContrastDark", "highContrastLight", "dark"] as const) {
    await workbench.switchTheme(theme);
    await workbench.openFile("dialogue.gen.md");
    await expect.poll(() => readContrasts(workbench.activeEditor), { message: theme }).toEqual([]);
    await workbench.openFile("broken.gen.md");
    await page.locator(".codelens-decoration", { hasText: "problem" }).waitFor();
    await page.locator(".squiggly-error").first().waitFor();
    await expect.poll(() => readContrasts(workbench.activeEditor), { message: theme }).toEqual([]);
    await workbench.screenshot(`prompt-theme-${theme}`);
    await workbench.showHover(page.locator(".view-line span", { hasText: /^model$/ }).last(), "Model name");
    await workbench.screenshot(`prompt-theme-hover-${theme}`);
    await page.keyboard.press("Escape");
    await suggestAt(3, 8);
    await workbench.screenshot(`prompt-theme-completion-${theme}`);
    await page.keyboard.press("Escape");
  }
  await page.setViewportSize({ width: 1280, height: 800 });
});

test("models are compared in an editor, from the Explorer or the editor's title, and the answers are rated", async () => {
  const { page } = workbench;
  await workbench.chooseFromExplorer("series", "Compare Models…");
  await workbench.quickPickRows.filter({ hasText: "in the document" }).waitFor();
  await page.keyboard.press("Escape");
  await workbench.openFile("dialogue.gen.md");
  await workbench.chooseFromEditorMenu("Compare Models…");
  await workbench.pick("demo-text-mini");
  await page.keyboard.press("Enter");
  await page.locator(".monaco-dialog-box", { hasText: "Send 2 requests?" }).waitFor();
  await workbench.pressDialogButton("Run All");
  const cells = () => workbench.webview().getByRole("gridcell");
  await expect.poll(() => cells().filter({ hasText: "Answered" }).count()).toBe(2);
  await cells().nth(1).press("4");
  await expect.poll(() => cells().nth(1).textContent()).toContain("4 ★");
  await workbench.screenshot("compare-models");
});
