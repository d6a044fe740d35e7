/** Takes the screenshots of the README and the walkthrough if `README_SCREENSHOTS` is set. */
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { drawn } from "../../../scripts/vscodeHost/saveProcessorTime.ts";
import { repositoryFolder } from "../../../scripts/vscodeHost/serverLocation.ts";
import { findImageEditor } from "../workbench/imageEditorFrame.ts";
import { openWorkbench, type Workbench } from "../workbench.ts";

describe.runIf(process.env.README_SCREENSHOTS)("the README's images", () => {
  let workbench: Workbench;

  beforeAll(async () => {
    workbench = await openWorkbench({
      folder: path.join(repositoryFolder, "examples"),
      settings: {
        "generationStudio.insertLink": "always",
        "generationStudio.output.fileName": "{slug}",
        "generationStudio.defaultModels": { image: "demo-image" },
        "breadcrumbs.enabled": true,
        "window.commandCenter": true,
        "workbench.layoutControl.enabled": true,
      },
      viewport: { width: 1180, height: 720 },
    });
  });
  afterAll(() => workbench?.close());

  const image = async (name: string) => {
    // Moves the pointer over plain text, because a tooltip does not close when the pointer moves into a webview.
    await workbench.page.mouse.move(500, 640);
    await workbench.page.locator(".workbench-hover-container").filter({ visible: true }).waitFor({ state: "hidden" });
    await workbench.page.screenshot({ path: path.join(repositoryFolder, "media", "readme", `${name}.png`), style: drawn });
  };

  const generate = async (kind: "Image" | "Audio", prompt: string, question: string, file: string | RegExp) => {
    await workbench.runCommand(`Generation Studio: Generate ${kind}…`);
    await workbench.answerInput(prompt, question);
    await workbench.tab(file).waitFor();
  };

  /** VS Code's image preview is a webview of its own. */
  const isPreviewDrawn = async () => {
    const drawn = await Promise.all(
      workbench.page.frames().map((frame) => frame.evaluate(() => document.querySelector("img.scale-to-fit") !== null).catch(() => false)),
    );
    return drawn.includes(true);
  };

  test("an image from a selection, linked below it", async () => {
    await workbench.openFile("story.md");
    await workbench.openContainer("Generation Studio");
    await workbench.openFile("story.md");
    await workbench.select({ line: 3, column: 1 }, { line: 4, column: 27 });
    await workbench.chooseFromContextMenu("Generation Studio", "Generate Image from Selection");
    await workbench.page.locator(".monaco-editor .view-line", { hasText: "](generated/" }).waitFor();
    await expect.poll(isPreviewDrawn).toBe(true);
    await workbench.setCursor(7, 1);
    await image("imageFromSelection");
  });

  test("a narration of a selection, with its player and its link", async () => {
    await workbench.runCommand("View: Close All Editors");
    await workbench.openFile("story.md");
    await workbench.select({ line: 10, column: 1 }, { line: 11, column: 88 });
    await workbench.chooseFromContextMenu("Generation Studio", "Generate Audio from Selection");
    await workbench.page.locator(".monaco-editor .view-line", { hasText: ".mp3)" }).waitFor();
    await workbench.tab(/at-sunset.*mp3/).waitFor();
    await workbench.setCursor(15, 1);
    await workbench.clearNotifications();
    await image("narration");
  });

  test("a prompt document with completions for a field", async () => {
    await workbench.runCommand("View: Close All Editors");
    await workbench.runCommand("View: Close Primary Side Bar");
    await workbench.openFile("lighthouse.gen.md");
    await workbench.page.locator(".codelens-decoration a", { hasText: "Run" }).first().click();
    await workbench.page.locator(".codelens-decoration", { hasText: "1 result" }).waitFor();
    await workbench.page.locator(".editor-group-container").nth(1).waitFor();
    await workbench.tab(/lighthouse-1/).waitFor();
    await workbench.runCommand("View: Focus First Editor Group");
    await workbench.setCursor(3, 8);
    await workbench.page.keyboard.press("Control+Space");
    await workbench.page.locator(".suggest-widget.visible .monaco-list-row").first().waitFor();
    await image("promptDocument");
  });

  test("an answer in the chat, beside the text", async () => {
    await workbench.page.keyboard.press("Escape");
    await workbench.runCommand("View: Close All Editors");
    await workbench.openFile("story.md");
    await workbench.runCommand("Generation Studio: Open Chat in Editor");
    const chat = workbench.webview();
    await chat.getByText("demo-text").first().waitFor();
    const input = chat.getByRole("textbox", { name: "Message" });
    await input.fill("Summarise it in 3 sentences");
    await input.press("Enter");
    await chat.locator("article.answer .turn-footer .usage").first().waitFor();
    await image("chat");
  });

  test("an image that was enlarged, beside the original", async () => {
    await workbench.runCommand("View: Close All Editors");
    await generate("Image", "Mountains at dawn", "What should the image show?", "mountains-at-dawn.png");
    await workbench.runCommand("Generation Studio: Upscale…");
    await workbench.tab("Edit mountains-at-dawn.png").waitFor();
    const editor = await findImageEditor(workbench.page);
    await editor.getByRole("button", { name: "Generate", exact: true }).click();
    await editor.getByText(/^Saved as/).waitFor();
    await editor.getByRole("slider", { name: "Edge" }).fill("50");
    for (let presses = 0; presses < 6; presses += 1) await editor.getByRole("button", { name: "Zoom In" }).first().click();
    await workbench.clearNotifications();
    await image("upscale");
  });

  test("the library, with the details of a narration", async () => {
    const { page } = workbench;
    const images = ["A boat with a red sail at sunset", "A pine forest in the mist", "Waves below a lighthouse at night"];
    for (const prompt of images)
      await generate("Image", prompt, "What should the image show?", `${prompt.toLowerCase().replaceAll(" ", "-")}.png`);
    await generate(
      "Audio",
      "By midnight the sea was black. The beam went round, and found nothing.",
      "What should be said?",
      /by-midnight/,
    );
    await workbench.runCommand("View: Close All Editors");
    await workbench.runCommand("Generation Studio: Open Library");
    await workbench.tab(/Library/).waitFor();
    const shown = async () => {
      const counts = await Promise.all(
        page.frames().map((frame) =>
          frame
            .locator(".library .cell img")
            .count()
            .catch(() => 0),
        ),
      );
      return page.frames()[counts.findIndex((count) => count > images.length)];
    };
    await expect.poll(shown).toBeDefined();
    const library = await shown();
    await library?.locator(".library .cell").first().click();
    await page.keyboard.press("i");
    await library?.locator(".details dl").waitFor();
    await library?.waitForFunction(() => [...document.querySelectorAll("img")].every(({ naturalWidth }) => naturalWidth > 0));
    // They are decoded beside the page, and painted after that.
    await library?.evaluate(() => Promise.all([...document.querySelectorAll("img")].map((image) => image.decode())));
    await image("library");
  });

  describe("the walkthrough's", () => {
    const walkthroughImage = async (name: string) => {
      const file = path.join(repositoryFolder, "media", "walkthrough", `${name}.png`);
      await workbench.page.screenshot({ path: file, style: drawn });
    };

    const fold = async (title: string) => {
      const header = workbench.pane(title).locator(".pane-header");
      if ((await header.getAttribute("aria-expanded")) === "true") await header.click();
    };

    beforeAll(async () => {
      await workbench.runCommand("View: Close All Editors");
      await workbench.page.setViewportSize({ width: 800, height: 450 });
    });

    test("a prompt document and its result", async () => {
      await workbench.openContainer("Explorer");
      await workbench.openFile("lighthouse.gen.md");
      await workbench.runCommand("View: Close Primary Side Bar");
      await workbench.page.locator(".codelens-decoration a", { hasText: "Run" }).first().click();
      await workbench.tab(/lighthouse-\d/).waitFor();
      await expect.poll(isPreviewDrawn).toBe(true);
      await workbench.clearNotifications();
      await walkthroughImage("prompt");
    });

    test("the chat", async () => {
      await workbench.runCommand("View: Close All Editors");
      await workbench.runCommand("Generation Studio: Open Chat in Editor");
      await workbench.webview().locator("article.answer .turn-footer .usage").first().waitFor();
      await workbench.page.setViewportSize({ width: 800, height: 600 });
      await walkthroughImage("chat");
      await workbench.page.setViewportSize({ width: 800, height: 450 });
    });

    test("the menu of a selection", async () => {
      await workbench.runCommand("View: Close All Editors");
      await workbench.openFile("story.md");
      // The submenu needs the width.
      await workbench.page.setViewportSize({ width: 1120, height: 630 });
      await workbench.select({ line: 3, column: 1 }, { line: 4, column: 27 });
      await workbench.unfoldContextMenu("Generation Studio", "Generate Image from Selection");
      await walkthroughImage("generate");
      await workbench.page.setViewportSize({ width: 800, height: 450 });
    });

    test("the providers", async () => {
      await workbench.page.keyboard.press("Escape");
      await workbench.page.keyboard.press("Escape");
      await workbench.runCommand("View: Close All Editors");
      await workbench.runCommand("Generation Studio: Add Provider…");
      await workbench.quickPickRows.first().waitFor();
      await walkthroughImage("key");
      await workbench.page.keyboard.press("Escape");
    });

    test("tasks", async () => {
      await workbench.runCommand("View: Close All Editors");
      await workbench.openContainer("Generation Studio");
      await workbench.openView("Tasks");
      await fold("Chat");
      await fold("Models");
      await workbench.treeRow("A pine forest in the mist").click();
      await workbench.tab(/pine-forest/).waitFor();
      await expect.poll(isPreviewDrawn).toBe(true);
      await workbench.runCommand("Generation Studio: Generate Video…");
      await workbench.answerInput("A lighthouse in a storm, for 12 seconds", "What should the video show?");
      await workbench.treeRow("In Progress").waitFor();
      await workbench.notification("Generating a video").waitFor();
      await workbench.clearNotifications();
      await workbench.page.mouse.move(560, 420);
      await workbench.page.locator(".workbench-hover-container").filter({ visible: true }).waitFor({ state: "hidden" });
      await walkthroughImage("tasks");
    });
  });
});
