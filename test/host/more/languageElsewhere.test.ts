/** Prompt documents on other file systems, on read-only ones and in untitled editors. */
import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import { completionsAt, diagnosticsOf, hoverAt, lensTitles, positionOf, until } from "../languageSupport.ts";
import { MemoryFileSystem } from "../memoryFileSystem.ts";

const dot = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

async function show(uri: vscode.Uri): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
  return document;
}

describe("a prompt document on another file system", function () {
  this.timeout(60_000);
  const memory = new MemoryFileSystem();
  const sealed = new MemoryFileSystem();
  let providers: vscode.Disposable;
  const write = async (name: string, content: string | Uint8Array): Promise<vscode.Uri> => {
    const uri = vscode.Uri.parse(`prompts:/set/${name}`);
    await vscode.workspace.fs.writeFile(uri, typeof content === "string" ? Buffer.from(content) : content);
    return uri;
  };
  const run = (document: vscode.TextDocument) => vscode.commands.executeCommand("generationStudio.prompt.run", document.uri);

  before(async () => {
    providers = vscode.Disposable.from(
      vscode.workspace.registerFileSystemProvider("prompts", memory),
      vscode.workspace.registerFileSystemProvider("sealedprompts", sealed, { isReadonly: true }),
    );
    await write("sketch.png", dot);
    await write("notes.md", "the notes");
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    providers.dispose();
  });

  it("is checked, completed, explained and linked with the files beside it", async () => {
    const text = "---\nkind: image\nmodel: demo-image\nimage: [sketch.png, gone.png]\n---\nA cat, {{file:notes.md}}\n";
    const document = await show(await write("features.gen.md", text));
    const found = await diagnosticsOf(document, (all) => all.some((one) => one.code === "missingFile"));
    assert.deepEqual(
      found.map((one) => document.getText(one.range)),
      ["gone.png"],
    );
    assert.ok((await completionsAt(document, positionOf(document, "sketch.png", 0))).includes("notes.md"));
    assert.match(await hoverAt(document, positionOf(document, "sketch.png", 3)), /image\/png, \d+ bytes/);
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>("vscode.executeLinkProvider", document.uri);
    assert.ok(links.some((link) => link.target?.toString() === "prompts:/set/sketch.png"));
  });

  it("saves its text, its media and a batch beside it, and sends the files beside it", async () => {
    const story = await show(
      await write("story.gen.md", "---\nmodel: demo-text\nfiles: [sketch.png]\noutput: answers/story\n---\nTell of {{file:notes.md}}\n"),
    );
    await run(story);
    const answer = Buffer.from(memory.readFile(vscode.Uri.parse("prompts:/set/answers/story.out.md"))).toString();
    assert.match(answer, /\S/);
    const images = "---\nkind: image\nmodel: demo-image\nsize: 64x64\noutput: art/{{time}}\nbatch: times.csv\n---\nThe coast at {{time}}\n";
    await write("times.csv", "time\ndawn\nnoon\n");
    const batch = await show(await write("coast.gen.md", images));
    await run(batch);
    assert.deepEqual(memory.filesIn("/set/art").toSorted(), ["dawn.png", "noon.png"]);
    assert.match((await lensTitles(batch))[1] ?? "", /2 results/);
    const speech = await show(
      await write("speech.gen.md", "---\ninterface: v2\nkind: text\nmodel: demo-text\noutput: answers/speech\n---\nHello\n"),
    );
    await run(speech);
    assert.ok(memory.filesIn("/set/answers").includes("speech.out.md"));
  });

  it("keeps an answer in an editor where the file system is read-only", async () => {
    sealed.writeFile(
      vscode.Uri.parse("sealedprompts:/set/text.gen.md"),
      Buffer.from("---\nmodel: demo-text\noutput: kept\n---\nSay hello.\n"),
    );
    const document = await show(vscode.Uri.parse("sealedprompts:/set/text.gen.md"));
    await run(document);
    await until(() =>
      vscode.workspace.textDocuments.find((one) => one.uri.path.endsWith("/answers/text.out.md") && one.getText().length > 10),
    );
    assert.match((await lensTitles(document))[1] ?? "", /1 result/);
    assert.deepEqual(sealed.filesIn("/set"), ["text.gen.md"]);
  });

  it("runs without a file, from an untitled editor", async () => {
    const content = "---\nmodel: demo-text\noutput: unsaved/answer\n---\nSay hello.\n";
    const document = await vscode.workspace.openTextDocument({ language: "generation-prompt", content });
    await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    assert.deepEqual(await lensTitles(document), ["$(play) Run", "Run with…", "Show Request"]);
    await run(document);
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const kept = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder.uri, "unsaved/answer.out.md"));
    assert.ok(kept.length > 10);
  });
});
