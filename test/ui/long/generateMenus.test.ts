/** Every item of the submenus on a selection and on a file, a replacement that is not accepted, the status bar and the palette. */
import { readdir, readFile, rename } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cancelForm } from "../workbench/findForm.ts";
import { paletteConditions, paletteTitles } from "../workbench/paletteTitles.ts";
import { readImageWidth } from "../workbench/readImageWidth.ts";
import { repeatUntil, repeatUntilGone } from "../workbench/repeatUntil.ts";
import { openWorkbench, type Workbench } from "../workbench.ts";

let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench({
    files: {
      "story.md": "# Harbour\n\nA red lighthouse above the fog.\n\nThe end.\n",
      "quay.md": "# Pier\n\nA wooden pier.\n",
      "talk.md": "Anna: Good evening.\n\nBen: Good night.\n\nAnna: Sleep well.\n",
      ".vscode/settings.json": "{}",
      "dusk.gen.md": "---\nkind: image\n---\nThe sea at dusk\n",
    },
    settings: {
      "generationStudio.output.fileName": "{slug}",
      "generationStudio.balanceWarning": 5000,
      "generationStudio.confirmKinds": ["video"],
      "files.autoSave": "afterDelay",
      "files.autoSaveDelay": 100,
    },
  });
  // An image of the journal that was renamed by another program.
  await workbench.openFile("story.md");
  await workbench.select({ line: 3, column: 1 }, { line: 3, column: 32 });
  await workbench.runCommand("Generation Studio: Generate Image from Selection");
  await workbench.tab("a-red-lighthouse-above-the-fog.png").waitFor();
  await rename(path.join(workbench.folder, "generated/a-red-lighthouse-above-the-fog.png"), path.join(workbench.folder, "fog.png"));
});
afterAll(() => workbench?.close());

/** The workspace's settings; edits are saved automatically. */
const readText = (name: string) => readFile(path.join(workbench.folder, name), "utf8");

async function generatedFiles(): Promise<string[]> {
  return (await readdir(path.join(workbench.folder, "generated")).catch(() => [])).sort();
}

it("rejects a replacement, tries it again, refines it and closes it: the file does not change", async () => {
  const { page } = workbench;
  const diff = page.locator(".monaco-diff-editor");
  const lens = (title: string) => diff.locator(".modified .codelens-decoration a", { hasText: title });
  const before = await readText("quay.md");
  await workbench.runCommand("View: Close All Editors");
  const replace = async () => {
    await workbench.openFile("quay.md");
    await workbench.select({ line: 3, column: 1 }, { line: 3, column: 15 });
    await workbench.chooseFromContextMenu("Generation Studio", "Replace Selection…");
    await workbench.answerInput("Say it louder", "How should the selection change?");
    await diff.locator(".modified .view-line", { hasText: /A\sWOODEN\sPIER\./ }).waitFor();
    await lens("Accept").waitFor();
    expect(await readText("quay.md")).toBe(before);
  };
  await replace();
  await workbench.screenshotInThemes("generate-replacement");
  await workbench.pressEditorAction("Reject All Changes");
  await diff.waitFor({ state: "hidden" });
  expect(await readText("quay.md")).toBe(before);
  await replace();
  await workbench.pressEditorAction("Try Again");
  // The button has no effect while the new text is still being written.
  await repeatUntil(page.locator(".quick-input-widget", { hasText: "How should the proposed text change?" }), () =>
    workbench.pressEditorAction("Refine…"),
  );
  await workbench.answerInput("Say it shorter", "How should the proposed text change?");
  await lens("Accept").waitFor();
  await page.keyboard.press("Control+w");
  await diff.waitFor({ state: "hidden" });
  expect(await readText("quay.md")).toBe(before);
});

it("asks once for the voices of a dialogue's speakers, which a command changes", async () => {
  const { page } = workbench;
  await workbench.runCommand("View: Close All Editors");
  const narrate = async () => {
    await workbench.openFile("talk.md");
    await workbench.select({ line: 1, column: 1 }, { line: 5, column: 18 });
    await workbench.runCommand("Generation Studio: Generate Audio from Selection");
  };
  const spoken = async () => (await generatedFiles()).filter((name) => name.endsWith(".mp3")).length;
  const row = (text: RegExp) => workbench.quickPickRows.filter({ hasText: text });
  await narrate();
  await row(/Anna\s*slt/).waitFor();
  await row(/Ben\s*rms/).waitFor();
  await workbench.screenshotInThemes("speakers");
  await workbench.pick("Use These Voices");
  await expect.poll(spoken).toBe(1);
  await narrate();
  await expect.poll(spoken).toBe(2);
  await workbench.openFile("talk.md");
  await workbench.runCommand("Generation Studio: Choose Voices of a Dialogue…");
  await workbench.pick("Ben");
  await workbench.pick("slt");
  await row(/Ben\s*slt/).waitFor();
  await workbench.pick("Use These Voices");
  await workbench.runCommand("Generation Studio: Choose Voices of a Dialogue…");
  await row(/Ben\s*slt/).waitFor();
  await page.keyboard.press("Escape");
});

it("shows the balance in the status bar once v2 has reported it, and warns below the user's threshold", async () => {
  const { page } = workbench;
  await workbench.changeWorkspaceSettings({ "generationStudio.interface": { image: "v2" } });
  await workbench.runCommand("Generation Studio: Generate Image…");
  await workbench.answerInput("A yellow kite", "What should the image show?");
  const item = page.locator('.statusbar-item[id*="generationStudio.status"]');
  await item.locator(".codicon-credit-card").waitFor();
  await expect.poll(() => item.getAttribute("class")).toContain("warning");
  await workbench.showHover(item, "Below your warning threshold");
  await workbench.screenshotInThemes("generate-status-bar");
});

it("shows the image and its cost when hovering over a task", async () => {
  await workbench.openContainer("Generation Studio");
  await workbench.openView("Tasks");
  const hover = () => workbench.showHover(workbench.treeRow("A yellow kite"), /A yellow kite[\s\S]*Cost:/);
  // Repainting a row removes its hover.
  await expect.poll(async () => readImageWidth((await hover()).locator("img"))).toBe(1024);
  await workbench.screenshot("generate-tooltip");
});

/** The settings require a confirmation for videos: it shows that the command would run, and nothing is generated. */
async function refuseVideo(): Promise<void> {
  await workbench.page.locator(".monaco-dialog-box", { hasText: "Generate this video?" }).waitFor();
  await workbench.pressDialogButton("Cancel");
}

/** Waits for a quick input and dismisses it. */
async function dismiss(question: string): Promise<void> {
  const { page } = workbench;
  const widget = page.locator(".quick-input-widget", { hasText: question });
  await widget.waitFor();
  await repeatUntilGone(widget, () => page.keyboard.press("Escape"));
}

it("every item of the selection's submenu starts the action in its title", async () => {
  await workbench.clearNotifications();
  await workbench.openFile("story.md");
  await workbench.select({ line: 3, column: 1 }, { line: 3, column: 32 });
  await workbench.chooseFromContextMenu("Generation Studio", "Generate with Options…");
  await cancelForm(workbench.page);
  await workbench.chooseFromContextMenu("Generation Studio", "Generate Video from Selection");
  await refuseVideo();
  await workbench.chooseFromContextMenu("Generation Studio", "Insert at Cursor…");
  await dismiss("What should be written here?");
  await workbench.chooseFromContextMenu("Generation Studio", "Ask…");
  await dismiss("Ask about the Selection");
  await workbench.chooseFromContextMenu("Generation Studio", "Generate Audio from Selection");
  await expect.poll(generatedFiles).toContain("a-red-lighthouse-above-the-fog.mp3");
  await workbench.openFile("story.md");
  await workbench.setCursor(5, 9);
  const before = await readText("story.md");
  await workbench.chooseFromContextMenu("Generation Studio", "Continue Writing");
  await expect.poll(() => readText("story.md")).toContain("The end. And so the text goes on");
  await workbench.notification("Writing with").waitFor({ state: "hidden" });
  await workbench.undo();
  await expect.poll(() => readText("story.md")).toBe(before);
});

it("offers the paragraph and the document if nothing is selected, and nothing that needs a selection", async () => {
  const { page } = workbench;
  await workbench.openFile("story.md");
  await workbench.setCursor(3, 9);
  await workbench.unfoldContextMenu("Generation Studio", "Generate from This Paragraph…");
  await workbench.screenshotInThemes("generate-submenu-cursor");
  await expect.poll(() => page.locator(".monaco-menu .action-label", { hasText: "Selection" }).count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await workbench.chooseFromContextMenu("Generation Studio", "Generate from This Paragraph…");
  await workbench.quickPickRows.filter({ hasText: "Video" }).waitFor();
  await workbench.screenshot("generate-kind");
  await workbench.pick("Video");
  await refuseVideo();
  await workbench.chooseFromContextMenu("Generation Studio", "Generate from This Document…");
  await workbench.pick("Video");
  await refuseVideo();
});

it("every item of a file's submenu in the Explorer starts the action in its title", async () => {
  const image = "fog.png";
  const { page } = workbench;
  await workbench.runCommand("View: Show Explorer");
  await workbench.chooseFromExplorer(image, "Generation Studio", "Generate from This Image…");
  await workbench.pick("Image");
  await dismiss("What should the image show?");
  await workbench.chooseFromExplorer(image, "Generation Studio", "Generate from This Image…");
  await workbench.pick("Video");
  await dismiss("What should the video show?");
  await workbench.chooseFromExplorer(image, "Generation Studio", "Run Again with Options…");
  await cancelForm(page);
  await workbench.chooseFromExplorer(image, "Generation Studio", "Run Again");
  await expect.poll(generatedFiles).toContain("a-red-lighthouse-above-the-fog.png");
  await workbench.chooseFromExplorer(image, "Generation Studio", "Save as Prompt Document");
  // The document takes the focus when it is shown, which closes a menu.
  const lines = page.locator(".editor-group-container.active .monaco-editor.focused .view-lines");
  await lines.getByText("A red lighthouse above the fog.").first().waitFor();
  await workbench.chooseFromExplorer(image, "Generation Studio", "Show How This Was Made");
  await workbench.tab("Task.md").waitFor();
  await workbench.rendered("A red lighthouse above the fog");
  await workbench.chooseFromExplorer("story.md", "Generation Studio", "Generate from This Document…");
  await workbench.pick("Video");
  await refuseVideo();
  const before = await generatedFiles();
  await workbench.chooseFromExplorer("story.md", "Generation Studio", "Generate from This Document…");
  await workbench.pick("Audio");
  await workbench.chooseFromExplorer("story.md", "Generation Studio", "Generate from This Document…");
  await workbench.pick("Image");
  await expect.poll(async () => (await generatedFiles()).length).toBe(before.length + 2);
});

it("the palette offers actions for the active editor, and none that needs a row of a view", async () => {
  const onDocument = "isWorkspaceTrusted && editorLangId && editorLangId != generation-prompt";
  const inText = "editorLangId";
  const onText = [inText, "editorLangId && !editorReadonly", onDocument];
  const onSelection = ["editorHasSelection", "editorHasSelection && !editorReadonly"];
  const onCursor = `${onDocument} && !editorHasSelection`;
  const onTested = "editorLangId == generation-prompt && isWorkspaceTrusted";
  const onPromptDocument = [inText, "editorLangId && !editorReadonly", "editorLangId == generation-prompt", onTested];
  // test/ui/more/chatService.test.ts covers the commands for proposed changes.
  const onProposal = ["resourcePath in generationStudio.proposals", "resourcePath in generationStudio.revisableProposals"];
  // test/ui/more/languageRuns.test.ts and test/ui/more/chatPanels.test.ts use the commands for what is running, and for results.
  const ofDocument = ["runningDocuments", "documentsWithResults"].map(
    (name) => `editorLangId == generation-prompt && resourcePath in generationStudio.${name}`,
  );
  // test/ui/more/chatDrops.test.ts dictates; no window of this file recognizes speech.
  const onSpeech = "(hasSpeechProvider || chatIsEnabled && chatSpeechToTextConfigured)";
  const onBuiltIn = "!config.generationStudio.baseUrl";
  const inPalette = await paletteConditions();
  const onFile = inPalette.filter((when) => when.includes("resourceExtname =~"));
  expect(new Set(inPalette)).toEqual(
    new Set([
      ...["false", ...onText, ...onSelection, onCursor, ...onPromptDocument, ...onProposal, ...onFile],
      ...["generationStudio.isAnswering", ...ofDocument, onBuiltIn, onSpeech],
    ]),
  );
  // The list of the palette is read page by page.
  const titles = () => expect.poll(() => workbench.commandTitles(), { timeout: 90_000 });
  await workbench.openFile("story.md");
  await workbench.select({ line: 3, column: 3 }, { line: 3, column: 17 });
  await titles().toEqual(await paletteTitles([onBuiltIn, ...onText, ...onSelection]));
  await workbench.setCursor(3, 3);
  await titles().toEqual(await paletteTitles([onBuiltIn, ...onText, onCursor]));
  await workbench.openFile("dusk.gen.md");
  await workbench.page.locator(".codelens-decoration a", { hasText: "Run" }).first().waitFor();
  await workbench.activeEditor.click();
  await titles().toEqual(await paletteTitles([onBuiltIn, ...onPromptDocument]));
  await workbench.explorerRow("fog.png").click();
  await workbench.tab(/^fog\.png/).waitFor();
  // The status bar shows its size once it is drawn; until then its editor may still take the focus, which closes the palette.
  await workbench.page.locator(".statusbar", { hasText: /\d+x\d+/ }).waitFor();
  // The tab exists before the workbench has updated the context keys of the active editor.
  // No model of the demo removes backgrounds.
  await titles().toEqual(
    await paletteTitles([onBuiltIn, ...onFile.filter((when) => !when.includes("generationStudio.canRemoveBackground"))]),
  );
});
