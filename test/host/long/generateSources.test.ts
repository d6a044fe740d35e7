/** Generates each kind from each source of a prompt over both interface generations: files, links, undo. */
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import type { MediaKind } from "../../../src/contract/kind.ts";
import { onlyArtifact, openFile, runTasks } from "../commandRunner.ts";
import { type Cell, cells, checkFiles, commandOf, givenFor, type Outcome, optionsOf, runInCells, undoIn } from "../mediaCells.ts";
import { probeMedia } from "../probeMedia.ts";

type WriteLink = (file: string, text: string) => string;

const html = {
  audio: (file: string, text: string) => `<audio controls src="${file}" aria-label="${text}"></audio>`,
  video: (file: string, text: string) => `<video controls src="${file}" aria-label="${text}"></video>`,
};
const hrefRun: WriteLink = (file, text) => `\\href{run:${file}}{${text}}`;

/** The link in a document for each kind, by the document's extension: only languages built into VS Code. */
const links: Record<string, Record<MediaKind, WriteLink>> = {
  md: { image: (file, text) => `![${text}](${file})`, audio: (file, text) => `[${text}](${file})`, video: html.video },
  html: { image: (file, text) => `<img src="${file}" alt="${text}" />`, ...html },
  rst: {
    image: (file, text) => `.. image:: ${file}\n   :alt: ${text}`,
    audio: (file, text) => `.. raw:: html\n\n   ${html.audio(file, text)}`,
    video: (file, text) => `.. raw:: html\n\n   ${html.video(file, text)}`,
  },
  tex: {
    image: (file, text) =>
      `\\begin{figure}[htbp]\n  \\centering\n  \\includegraphics[width=\\linewidth]{${file}}\n  \\caption{${text}}\n\\end{figure}`,
    audio: hrefRun,
    video: hrefRun,
  },
};

/** Markdown over both interfaces, the others over one of them: links do not depend on the interface. */
const cellsOf: Record<string, readonly Cell[]> = {
  html: cells.filter((cell) => cell.interface === "v1"),
  rst: cells.filter((cell) => cell.interface === "v2"),
  tex: cells.filter((cell) => cell.interface === "v1"),
};

describe("generating from", function () {
  this.timeout(60_000);
  let folder: string;
  let image: vscode.Uri;
  let otherImage: vscode.Uri;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "generation-studio-sources-"));
    const prompts = { prompts: ["A fox", "An owl"], model: "demo-image", options: optionsOf.image, folder, show: false };
    const [fox, owl] = (await runTasks("generateImage", prompts)).map((task) => vscode.Uri.file(onlyArtifact([task])));
    assert.ok(fox && owl);
    [image, otherImage] = [fox, owl];
  });
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  const nameOf = (what: string, cell: Cell, ending: string) => `${what}-${cell.kind}-${cell.interface}.${ending}`;

  /** The links that belong to the files of a document in the same folder. */
  const linksTo = (files: readonly string[], { kind }: Cell, ending: string, texts: readonly string[]) =>
    files.map((file, index) => links[ending]?.[kind](path.basename(file), texts[index] ?? ""));

  for (const ending of Object.keys(links)) {
    it(`the selection of a .${ending} document links each kind in its language, and one undo removes the link`, async () => {
      const text = (cell: Cell) => `Before.\n\nA red ${cell.kind} in fog.\n\nAfter.\n`;
      const outcomes = await runInCells(cellsOf[ending] ?? cells, async (cell) => {
        const editor = await openFile(folder, nameOf("selection", cell, ending), text(cell));
        editor.selection = new vscode.Selection(2, 0, 2, editor.document.lineAt(2).text.length);
        const given = { ...givenFor(cell, folder), insertLink: "always" };
        return { tasks: runTasks(commandOf(cell.kind, "FromSelection"), given), document: editor.document };
      });
      for (const outcome of outcomes) {
        const prompt = `A red ${outcome.cell.kind} in fog.`;
        assert.deepEqual(
          outcome.tasks.map((task) => task.prompt),
          [prompt],
        );
        const [link] = linksTo(await checkFiles(outcome), outcome.cell, ending, [prompt]);
        assert.equal(outcome.document?.getText(), `Before.\n\n${prompt}\n\n${link}\n\nAfter.\n`);
        await undoIn(outcome.document);
        assert.equal(outcome.document.getText(), text(outcome.cell));
      }
      if (ending === "md") await assertSameLength(outcomes);
    });
  }

  it("several selections starts a task for each, links it below its own, and one undo removes each link", async () => {
    const outcomes = await runInCells(cells, async (cell) => {
      const editor = await openFile(folder, nameOf("several", cell, "md"), "A green hill\n\nA blue lake\n");
      editor.selections = [new vscode.Selection(0, 0, 0, 12), new vscode.Selection(2, 0, 2, 11)];
      const given = { ...givenFor(cell, folder), insertLink: "always" };
      return { tasks: runTasks(commandOf(cell.kind, "FromSelection"), given), document: editor.document };
    });
    for (const outcome of outcomes) {
      const prompts = ["A green hill", "A blue lake"];
      assert.deepEqual(
        outcome.tasks.map((task) => task.prompt),
        prompts,
      );
      const [hill, lake] = linksTo(await checkFiles(outcome), outcome.cell, "md", prompts);
      assert.equal(outcome.document?.getText(), `A green hill\n\n${hill}\n\nA blue lake\n\n${lake}\n`);
      await undoIn(outcome.document);
      await undoIn(outcome.document);
      assert.equal(outcome.document.getText(), "A green hill\n\nA blue lake\n");
    }
  });

  it("this document omits its front matter and inserts links at its end", async () => {
    const outcomes = await runInCells(cells, async (cell) => {
      const editor = await openFile(folder, nameOf("whole", cell, "md"), "---\ntitle: Secret\n---\n# Pier\n\nA small harbour.\n");
      const given = { ...givenFor(cell, folder), kind: cell.kind, insertLink: "always" };
      return { tasks: runTasks("generateFromDocument", undefined, undefined, given), document: editor.document };
    });
    for (const outcome of outcomes) {
      assert.equal(outcome.tasks[0]?.prompt, "Pier\n\nA small harbour.");
      const [link] = linksTo(await checkFiles(outcome), outcome.cell, "md", ["Pier A small harbour."]);
      assert.equal(outcome.document?.getText(), `---\ntitle: Secret\n---\n# Pier\n\nA small harbour.\n\n${link}\n`);
      await undoIn(outcome.document);
      assert.equal(outcome.document.getText(), "---\ntitle: Secret\n---\n# Pier\n\nA small harbour.\n");
    }
  });

  it("this paragraph inserts links below it", async () => {
    const editor = await openFile(folder, "paragraph.md", "# Pier\n\nA small\nharbour.\n\nThe end.\n");
    editor.selection = new vscode.Selection(3, 2, 3, 2);
    const cell: Cell = { kind: "image", interface: "v1" };
    const given = { ...givenFor(cell, folder), kind: cell.kind, insertLink: "always" };
    const tasks = await runTasks("generateFromParagraph", given);
    assert.deepEqual(
      tasks.map((task) => task.prompt),
      ["A small harbour."],
    );
    const [link] = linksTo(await checkFiles({ cell, tasks, document: undefined }), cell, "md", ["A small harbour."]);
    assert.equal(editor.document.getText(), `# Pier\n\nA small\nharbour.\n\n${link}\n\nThe end.\n`);
  });

  it("a document of more than 4,000 characters asks first, and sends nothing if that is cancelled", async () => {
    const editor = await openFile(folder, "long.md", "A very long story. ".repeat(220));
    const given = { ...givenFor({ kind: "image", interface: "v1" }, folder), kind: "image" };
    assert.equal(
      await vscode.commands.executeCommand("generationStudio.generateFromDocument", editor.document.uri, undefined, given),
      undefined,
    );
    const tasks = await runTasks("generateFromDocument", editor.document.uri, undefined, { ...given, confirmed: true });
    assert.equal(tasks.length, 1);
  });

  it("a file of the Explorer inserts links in that file", async () => {
    const outcomes = await runInCells(cells, async (cell) => {
      const file = vscode.Uri.file(path.join(folder, nameOf("file", cell, "md")));
      await vscode.workspace.fs.writeFile(file, Buffer.from("A boat\n"));
      const given = { ...givenFor(cell, folder), kind: cell.kind, insertLink: "always" };
      return { tasks: runTasks("generateFromDocument", file, [file], given) };
    });
    for (const outcome of outcomes) {
      assert.equal(outcome.tasks[0]?.prompt, "A boat");
      const [link] = linksTo(await checkFiles(outcome), outcome.cell, "md", ["A boat"]);
      const uri = vscode.Uri.file(path.join(folder, nameOf("file", outcome.cell, "md")));
      const document = await vscode.workspace.openTextDocument(uri);
      assert.equal(document.getText(), `A boat\n\n${link}\n`);
      await undoIn(document);
      assert.equal(document.getText(), "A boat\n");
    }
  });

  it("several files of the Explorer starts a task for each", async () => {
    const files = ["one", "two"].map((name) => vscode.Uri.file(path.join(folder, `${name}.txt`)));
    for (const [index, file] of files.entries()) await vscode.workspace.fs.writeFile(file, Buffer.from(`Boat ${index}\n`));
    const cell: Cell = { kind: "image", interface: "v1" };
    const tasks = await runTasks("generateFromDocument", files[0], files, { ...givenFor(cell, folder), kind: cell.kind });
    assert.deepEqual(
      tasks.map((task) => task.prompt),
      ["Boat 0", "Boat 1"],
    );
    assert.equal((await checkFiles({ cell, tasks, document: undefined })).length, 2);
  });

  it("the clipboard inserts no link", async () => {
    await vscode.env.clipboard.writeText("A paper boat");
    const { document } = await openFile(folder, "untouched.md", "Nothing from here.\n");
    const outcomes = await runInCells(cells, async (cell) => ({
      tasks: runTasks("generateFromClipboard", { ...givenFor(cell, folder), kind: cell.kind, insertLink: "always" }),
    }));
    for (const outcome of outcomes) {
      assert.deepEqual(
        outcome.tasks.map((task) => task.prompt),
        ["A paper boat"],
      );
      await checkFiles(outcome);
    }
    assert.equal(document.getText(), "Nothing from here.\n");
  });

  it("a prompt passed with the command", async () => {
    const outcomes = await runInCells(cells, async (cell) => ({
      tasks: runTasks(commandOf(cell.kind, ""), { ...givenFor(cell, folder), prompt: "A lighthouse at dusk" }),
    }));
    for (const outcome of outcomes) assert.equal((await checkFiles(outcome)).length, 1);
  });

  for (const [what, count] of Object.entries({ "a picture": 1, "two pictures": 2 })) {
    it(`${what} of the Explorer sends all of them as references of one image or video`, async () => {
      const images = [image, otherImage].slice(0, count);
      const visual = cells.filter(({ kind }) => kind !== "audio");
      const outcomes = await runInCells(visual, async (cell) => {
        const given = { ...givenFor(cell, folder), kind: cell.kind, prompt: "The same in winter" };
        return { tasks: runTasks("generateFromImage", images[0], images, given) };
      });
      const wanted = await Promise.all(
        images.map(async ({ fsPath }) => `data:image/png;base64,${(await readFile(fsPath)).toString("base64")}`),
      );
      for (const outcome of outcomes) {
        assert.equal((await checkFiles(outcome)).length, 1);
        assert.deepEqual(referencesIn(outcome), wanted);
      }
    });
  }

  it("an image that is too large for a request is refused before it is read and sent", async () => {
    const large = vscode.Uri.file(path.join(folder, "large.png"));
    await vscode.workspace.fs.writeFile(large, new Uint8Array(10_000_001));
    const given = { kind: "image", prompt: "The same", model: "demo-image", options: optionsOf.image, folder, show: false };
    assert.equal(await vscode.commands.executeCommand("generationStudio.generateFromImage", large, [large], given), undefined);
  });
});

/** The requests as they were sent. */
function referencesIn({ tasks }: Outcome): string[] {
  const request = tasks[0]?.request;
  if (request === undefined) return [];
  if (request.interface === "v2") return request.body.content.flatMap((part) => (part.type === "input_file" ? [part.file_data ?? ""] : []));
  return request.kind === "audio" ? [] : (request.body.image ?? []).map(({ image_url }) => image_url);
}

/** The same words with the same voice and speed have the same duration over both interfaces. */
async function assertSameLength(outcomes: readonly Outcome[]): Promise<void> {
  const spoken = outcomes.filter(({ cell }) => cell.kind === "audio");
  const lengths = await Promise.all(spoken.map(async ({ tasks }) => (await probeMedia(onlyArtifact(tasks))).seconds));
  assert.equal(lengths.length, 2);
  assert.equal(lengths[0], lengths[1]);
}
