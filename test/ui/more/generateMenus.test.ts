/** Every item of the submenus on a selection and on a file, stopped texts, a reload during a video, the status bar and the palette. */
import { readdir, readFile, rename } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findChat } from "../workbench/chatFrames.ts";
import { findForm } from "../workbench/findForm.ts";
import { paletteConditions, paletteTitles } from "../workbench/paletteTitles.ts";
import { readImageWidth } from "../workbench/readImageWidth.ts";
import { repeatUntil, repeatUntilGone } from "../workbench/repeatUntil.ts";
import { openWorkbench, type Workbench } from "../workbench.ts";

const passage = "The lamp of the lighthouse turns and turns.\n".repeat(60);
let workbench: Workbench;

beforeAll(async () => {
  workbench = await openWorkbench({
    files: {
      "story.md": "# Harbour\n\nA red lighthouse above the fog.\n\nThe end.\n",
      "lamp.md": passage,
      "quay.md": "# Pier\n\nA wooden pier.\n",
      "jetty.md": "# Jetty\n\nA stone jetty.\n",
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
  await workbench.notification("is saved.").waitFor();
  await rename(path.join(workbench.folder, "generated/a-red-lighthouse-above-the-fog.png"), path.join(workbench.folder, "fog.png"));
});
afterAll(() => workbench?.close());

/** The workspace's settings; edits are saved automatically. */
const readText = (name: string) => readFile(path.join(workbench.folder, name), "utf8");

async function generatedFiles(): Promise<string[]> {
  return (await readdir(path.join(workbench.folder, "generated")).catch(() => [])).sort();
}

it("stops Insert at Cursor: the text so far stays, and one undo removes it", async () => {
  const { page } = workbench;
  await workbench.runCommand("Notifications: Clear All Notifications");
  await workbench.openFile("lamp.md");
  await workbench.select({ line: 1, column: 1 }, { line: 60, column: 10 });
  await workbench.chooseFromContextMenu("Generation Studio", "Insert at Cursor…");
  await workbench.answerInput("Write 2000 words about lighthouses", "What should be written here?");
  const progress = workbench.notification("Writing with");
  const stopped = page.locator(".statusbar", { hasText: "Undo removes the inserted text." });
  // VS Code saves automatically only when the text pauses: the changing selection shows that it is being written.
  const selected = passage.lastIndexOf("The lamp") + 9;
  await page.locator(".statusbar", { hasText: new RegExp(`\\((?!${selected} )\\d+ selected\\)`) }).waitFor();
  await stopped.waitFor({ state: "hidden" });
  await progress.hover();
  // The notification is shown for a few seconds.
  await Promise.all([stopped.waitFor(), progress.getByRole("button", { name: "Cancel" }).click()]);
  await expect.poll(() => progress.count()).toBe(0);
  await expect.poll(() => readText("lamp.md")).not.toBe(passage);
  await workbench.activeEditor.locator(".view-line", { hasText: "lighthouse" }).first().waitFor();
  await workbench.screenshot("generate-cancelled-text");
  await workbench.undo();
  await expect.poll(() => readText("lamp.md")).toBe(passage);
});

it("suggests an instruction for a better prompt, names the model, and proposes the prompt as a diff", async () => {
  const { page } = workbench;
  await workbench.openFile("dusk.gen.md");
  await workbench.setCursor(4, 1);
  await workbench.chooseFromContextMenu("Improve Prompt…");
  const question = page.locator(".quick-input-widget", { hasText: "Improve Prompt: Instruction for the Model" });
  await question.waitFor();
  expect(await question.locator("input.input").inputValue()).toMatch(/^Make this prompt more specific: subject/);
  await expect.poll(() => question.textContent()).toContain("demo-text answers, and the service bills it.");
  await workbench.screenshot("improve-prompt");
  await page.keyboard.press("Escape");
  await question.waitFor({ state: "hidden" });
  await workbench.chooseFromEditorMenu("Improve Prompt…");
  await workbench.answerInput("Say it louder", "demo-text answers");
  const diff = page.locator(".monaco-diff-editor");
  await diff.locator(".modified .view-line", { hasText: /THE\sSEA/ }).waitFor();
  await workbench.screenshot("improve-prompt-diff");
  expect(await readText("dusk.gen.md")).toContain("\nThe sea at dusk\n");
  await diff.locator(".modified .codelens-decoration a", { hasText: "Accept" }).click();
  await diff.waitFor({ state: "hidden" });
  await expect.poll(() => readText("dusk.gen.md")).toMatch(/^---\nkind: image\n---\nTHE SEA AT DUSK/);
});

it("stops Replace Selection: the text so far can be accepted, and the file is unchanged", async () => {
  const { page } = workbench;
  await workbench.openFile("lamp.md");
  await workbench.select({ line: 1, column: 1 }, { line: 60, column: 10 });
  await workbench.chooseFromContextMenu("Generation Studio", "Replace Selection…");
  await workbench.answerInput("Write 2000 words about lighthouses", "How should the selection change?");
  const progress = workbench.notification("Writing with");
  const diff = page.locator(".monaco-diff-editor");
  await diff.waitFor();
  await progress.hover();
  await progress.getByRole("button", { name: "Cancel" }).click();
  // The code lens of a change that removes many lines is below them.
  await page.locator('.editor-group-container.active .title a.action-label[aria-label^="Accept All Changes"]').waitFor();
  await expect.poll(() => progress.count()).toBe(0);
  await workbench.screenshot("generate-cancelled-replacement");
  expect(await readText("lamp.md")).toBe(passage);
  await workbench.pressEditorAction("Reject All Changes");
  await diff.waitFor({ state: "hidden" });
  expect(await readText("lamp.md")).toBe(passage);
});

it("rejects a replacement, tries it again, refines it and closes it: the file does not change", async () => {
  const { page } = workbench;
  const diff = page.locator(".monaco-diff-editor");
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
  const lens = (title: string) => diff.locator(".modified .codelens-decoration a", { hasText: title });
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

it("generates the audio and the video of a typed prompt over v2 too, and shows their cost", async () => {
  await workbench.changeWorkspaceSettings({ "generationStudio.interface": { image: "v2", audio: "v2", video: "v2" } });
  await workbench.openContainer("Generation Studio");
  await workbench.openView("Tasks");
  for (const [command, question, prompt, file] of [
    ["Generate Audio…", "What should be said?", "A short evening", "a-short-evening.mp3"],
    ["Generate Video…", "What should the video show?", "A green wave", "a-green-wave.mp4"],
  ] as const) {
    await workbench.runCommand(`Generation Studio: ${command}`);
    await workbench.answerInput(prompt, question);
    if (prompt === "A green wave") await workbench.pressDialogButton("Generate");
    await expect.poll(generatedFiles, { timeout: 60_000 }).toContain(file);
    await workbench.showHover(workbench.treeRow(prompt), new RegExp(`${prompt}[^]* v2 [^]*Cost:`));
  }
});

it("shows the image and its cost when hovering over a task", async () => {
  const hover = () => workbench.showHover(workbench.treeRow("A yellow kite"), /A yellow kite[\s\S]*Cost:/);
  // Repainting a row removes its hover.
  await expect.poll(async () => readImageWidth((await hover()).locator("img")), { timeout: 60_000 }).toBe(1024);
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
  await workbench.runCommand("Notifications: Clear All Notifications");
  await workbench.openFile("story.md");
  await workbench.select({ line: 3, column: 1 }, { line: 3, column: 32 });
  await workbench.chooseFromContextMenu("Generation Studio", "Generate with Options…");
  await (await findForm(workbench.page)).getByRole("button", { name: "Cancel" }).click();
  await workbench.chooseFromContextMenu("Generation Studio", "Generate Video from Selection");
  await refuseVideo();
  await workbench.chooseFromContextMenu("Generation Studio", "Insert at Cursor…");
  await dismiss("What should be written here?");
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

it("asks about the selection in the chat", async () => {
  await workbench.openFile("story.md");
  await workbench.select({ line: 3, column: 3 }, { line: 3, column: 17 });
  await workbench.chooseFromContextMenu("Generation Studio", "Ask…");
  await workbench.answerInput("What colour is it?", "Ask about the Selection");
  const { prompts, answers } = await findChat(workbench.page, "sideBar", "What colour is it?");
  await expect.poll(() => prompts.last().textContent()).toMatch(/What colour is it\?\s+```markdown\s+red lighthouse\s+```/);
  await answers.locator(".turn-footer").waitFor();
  await workbench.screenshot("generate-ask-about-selection");
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
  await (await findForm(page)).getByRole("button", { name: "Cancel" }).click();
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
  const onText = ["editorLangId && !editorReadonly", onDocument];
  const onSelection = ["editorHasSelection", "editorHasSelection && !editorReadonly"];
  const onCursor = `${onDocument} && !editorHasSelection`;
  const onTested = "editorLangId == generation-prompt && isWorkspaceTrusted";
  const onPromptDocument = ["editorLangId && !editorReadonly", "editorLangId == generation-prompt", onTested];
  // test/ui/edits.test.ts covers the commands for proposed changes.
  const onProposal = ["resourcePath in generationStudio.proposals", "resourcePath in generationStudio.revisableProposals"];
  // test/ui/more/languageRuns.test.ts and test/ui/more/chatPanels.test.ts use the commands for what is running, and for results.
  const ofDocument = ["runningDocuments", "documentsWithResults"].map(
    (name) => `editorLangId == generation-prompt && resourcePath in generationStudio.${name}`,
  );
  const onBuiltIn = "!config.generationStudio.baseUrl";
  const inPalette = await paletteConditions();
  const onFile = inPalette.filter((when) => when.includes("resourceExtname =~"));
  expect(new Set(inPalette)).toEqual(
    new Set([
      ...["false", ...onText, ...onSelection, onCursor, ...onPromptDocument, ...onProposal, ...onFile],
      ...["generationStudio.isAnswering", ...ofDocument, onBuiltIn],
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
  // No model of the demo enlarges images or removes their backgrounds.
  await titles().toEqual(await paletteTitles([onBuiltIn, ...onFile.filter((when) => !when.includes("generationStudio.can"))]));
});

it("continues a video after a reload, saves it once, and offers its link in its document, which was renamed, also after another reload", async () => {
  const { page } = workbench;
  const videos = async () => (await generatedFiles()).filter((name) => name.includes("jetty"));
  await workbench.changeWorkspaceSettings({ "generationStudio.interface": {} });
  // The generation does not start while this window is open.
  await workbench.changeUserSettings({ "generationStudio.builtInService": { delay: 3_600_000 } });
  await workbench.runCommand("Notifications: Clear All Notifications");
  await workbench.openFile("jetty.md");
  await workbench.select({ line: 3, column: 1 }, { line: 3, column: 15 });
  await workbench.chooseFromContextMenu("Generation Studio", "Generate with Options…");
  const form = await findForm(page);
  await form.getByText("Video", { exact: true }).click();
  await form.getByText("16:9", { exact: true }).click();
  await form.getByRole("combobox", { name: "Quality" }).selectOption("480p");
  await form.getByRole("combobox", { name: "Duration in Seconds" }).selectOption("1");
  await form.getByRole("button", { name: "Generate" }).click();
  await page.locator(".monaco-dialog-box", { hasText: "Generate this video?" }).waitFor();
  await workbench.pressDialogButton("Generate");
  await workbench.openContainer("Generation Studio");
  await workbench.openView("Tasks");
  await workbench.treeRow("In Progress").waitFor();
  await workbench.treeRow("A stone jetty").waitFor();
  await expect.poll(() => workbench.notification("").allTextContents()).toEqual([expect.stringContaining("Generating a video")]);
  await workbench.screenshot("generate-tasks-running");
  // Renamed by another program: VS Code only sees the change on the disk.
  const inFolder = (name: string) => path.join(workbench.folder, name);
  await rename(inFolder("jetty.md"), inFolder("mole.md"));
  expect(await videos()).toEqual([]);
  await workbench.changeUserSettings({ "generationStudio.builtInService": {} });
  await expect.poll(videos, { timeout: 100_000 }).toEqual(["a-stone-jetty.mp4"]);
  await workbench.notification("a-stone-jetty.mp4 is saved.").waitFor();
  await workbench.openFile("mole.md");
  const offer = page.locator(".codelens-decoration a", { hasText: "Insert Link to a-stone-jetty.mp4" });
  await offer.waitFor();
  await workbench.reload();
  await offer.click();
  await expect.poll(() => readText("mole.md")).toContain('\n\n<video controls src="generated/a-stone-jetty.mp4"');
  await workbench.openContainer("Generation Studio");
  await workbench.openView("Tasks");
  await workbench.treeRow("Finished").waitFor();
  await workbench.screenshotInThemes("generate-tasks");
});

it("asks for a missing key with a single button that sets it", async () => {
  const { page } = workbench;
  await workbench.changeUserSettings({ "generationStudio.baseUrl": "http://127.0.0.1:9" });
  await workbench.runCommand("Generation Studio: Generate Image…");
  await workbench.answerInput("A locked door", "What should the image show?");
  await workbench.notification("This service needs an API key.").waitFor();
  await workbench.screenshot("generate-missing-key");
  await workbench.pressNotificationButton("This service needs an API key.", "Set API Key…");
  await page.locator(".quick-input-widget", { hasText: "sent only to http://127.0.0.1:9" }).waitFor();
  await workbench.screenshot("generate-set-key");
  await page.keyboard.press("Escape");
  // The prompt does not have to be typed again.
  await workbench.runCommand("Generation Studio: Generate Image…");
  const question = page.locator(".quick-input-widget", { hasText: "What should the image show?" });
  await expect.poll(() => question.locator("input.input").inputValue()).toBe("A locked door");
  await workbench.screenshot("generate-typed-before");
  await page.keyboard.press("Escape");
});
