/** Calls each language feature of prompt documents through VS Code's built-in commands. */
import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import { typingPause } from "../../src/editor/language/diagnosePublisher.ts";
import { ask, completionsAt, diagnosticsOf, hoverAt, lensTitles, openPrompt, positionOf, until, workspaceFile } from "./languageSupport.ts";
import { shownDocument } from "./shownTabs.ts";

const image = `---
kind: image
model: demo-image
siez: 1024x1024
image: [sketch.png]
vars: { place: Brest }
---
# Sea

A lighthouse in {{place}} and {{place}}, {{nobody}}
`;

const selected = () => {
  const editor = vscode.window.activeTextEditor;
  return editor?.document.getText(editor.selection) ?? "";
};

/**
 * Prevents pauses in typing and automatic saves, however slow the machine is. The extension runs in this process: its timer for a
 * pause never fires.
 */
async function withoutPauses(run: () => Promise<void>): Promise<void> {
  const { setTimeout: original } = globalThis;
  const saving = (choice: string | undefined) =>
    vscode.workspace.getConfiguration("files").update("autoSave", choice, vscode.ConfigurationTarget.Global);
  await saving("off");
  const patched = (callback: (...values: unknown[]) => void, milliseconds?: number, ...values: unknown[]) =>
    original(callback, milliseconds === typingPause ? 2 ** 31 - 1 : milliseconds, ...values);
  globalThis.setTimeout = Object.assign(patched, original);
  try {
    await run();
  } finally {
    globalThis.setTimeout = original;
    await saving(undefined);
  }
}

describe("a prompt document in the editor", () => {
  let document: vscode.TextDocument;

  before(async () => {
    await vscode.workspace.fs.writeFile(workspaceFile("notes.md"), new TextEncoder().encode("notes"));
    document = await openPrompt("language", image);
  });

  it("has the language generation-prompt by its name", () => {
    assert.equal(document.languageId, "generation-prompt");
  });

  it("shows diagnostics, including missing files", async () => {
    const found = await diagnosticsOf(document, (all) => all.some((one) => one.code === "missingFile"));
    assert.deepEqual(
      found.map((one) => [one.code, document.getText(one.range)]),
      [
        ["unknownField", "siez"],
        ["missingFile", "sketch.png"],
        ["undefinedVariable", "nobody"],
      ],
    );
  });

  it("removes a missing file's diagnostic when the file is created", async () => {
    const own = await openPrompt("appears", "---\nkind: image\nmodel: demo-image\nimage: [late.png]\n---\nA cat\n");
    await diagnosticsOf(own, (all) => all.some((one) => one.code === "missingFile"));
    const edit = new vscode.WorkspaceEdit();
    edit.createFile(workspaceFile("late.png"), { contents: new Uint8Array([1]) });
    await vscode.workspace.applyEdit(edit);
    await diagnosticsOf(own, (all) => all.length === 0);
  });

  it("has its texts in the editor's language", async () => {
    const { generationStudioLanguage: own } = globalThis;
    assert.equal(own?.tag, "en");
    // As VS Code's texts would be in another language; what is loaded later reads them too.
    globalThis.generationStudioLanguage = { tag: "de", translate: (message) => `de: ${message}` };
    try {
      const misspelt = await openPrompt("translated", "---\nmodle: a\n---\nHi\n");
      const found = await diagnosticsOf(misspelt, (all) => all.length > 0);
      assert.ok(found.every(({ message }) => message.startsWith("de: ")));
      assert.match((await lensTitles(misspelt)).join(), /de: /);
    } finally {
      globalThis.generationStudioLanguage = own;
    }
  });

  it("completes missing fields", async () => {
    const own = await openPrompt("fields", "---\nkind: image\nmodel: demo-image\n\n---\nA cat\n");
    const labels = await completionsAt(own, new vscode.Position(3, 0));
    assert.ok(labels.includes("aspect_ratio"), labels.join());
    assert.ok(!labels.includes("model"));
    assert.ok(!labels.includes("voice"));
  });

  it("completes values of a field, models of the catalogue with their capabilities, and file paths", async () => {
    const own = await openPrompt("values", "---\nkind: \nmodel: \nfiles: [n]\n---\nHello\n");
    assert.ok((await completionsAt(own, new vscode.Position(1, 6))).includes("video"));
    const models = await until(async () => {
      const labels = await completionsAt(own, new vscode.Position(2, 7));
      return labels.includes("demo-text") && labels;
    });
    assert.ok(models.indexOf("demo-text") < models.indexOf("demo-image"), models.join());
    assert.ok((await completionsAt(own, new vscode.Position(3, 9))).includes("notes.md"));
  });

  it("completes variables of the document and built-in variables", async () => {
    const labels = await completionsAt(document, positionOf(document, "{{nobody", 2));
    assert.ok(labels.includes("place") && labels.includes("selection"), labels.join());
  });

  it("explains a field and shows a variable's value on hover", async () => {
    assert.match(await hoverAt(document, positionOf(document, "image: [", 2)), /Reference images/);
    assert.match(await hoverAt(document, positionOf(document, "{{place}}", 4)), /Brest/);
    assert.match(await hoverAt(document, positionOf(document, "demo-image", 2)), /demo-image/);
  });

  it("shows an attached image's thumbnail on hover", async () => {
    const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
    await vscode.workspace.fs.writeFile(workspaceFile("dot.png"), png);
    const own = await openPrompt("thumbnail", "---\nkind: image\nmodel: demo-image\nimage: [dot.png]\n---\nA cat\n");
    const text = await until(async () => {
      const shown = await hoverAt(own, positionOf(own, "dot.png", 2));
      return shown.includes("<img") && shown;
    });
    assert.match(text, /dot\.png/);
  });

  it("offers quick fixes that repair the document", async () => {
    const own = await openPrompt("fixes", "---\nkind: image\nmodel: demo-image\nsiez: 1k\n---\nA cat\n");
    await diagnosticsOf(own, (all) => all.length === 1);
    const actions = await ask<vscode.CodeAction[]>("vscode.executeCodeActionProvider", own.uri, new vscode.Range(3, 0, 3, 4));
    const fix = actions.find((action) => action.title === "Change to 'size'");
    assert.ok(fix?.edit, actions.map((action) => action.title).join());
    await vscode.workspace.applyEdit(fix.edit);
    assert.equal(own.lineAt(3).text, "size: 1k");
    await diagnosticsOf(own, (all) => all.length === 0);
  });

  it("has code lenses that run it, or that show the number of problems", async () => {
    const good = await openPrompt("lenses", "---\nmodel: demo-text\n---\nHello\n");
    assert.deepEqual(await lensTitles(good), ["$(play) Run", "Run with…", "Show Request"]);
    const { length } = vscode.languages.getDiagnostics(document.uri).filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error);
    assert.equal((await lensTitles(document))[0], `$(error) ${length} problems`);
  });

  it("shows no diagnostics for text that is being typed, until there is a pause, or it is saved or run", async () => {
    const type = (text: string) => vscode.commands.executeCommand("type", { text });
    const shown = () => vscode.languages.getDiagnostics(own.uri).map(({ code }) => code);
    const own = await openPrompt("typing", "");
    await withoutPauses(async () => {
      for (const text of ["-", "--", "\n", "kind:", " ", "image", "\n", "siez: 1"]) {
        await type(text);
        assert.deepEqual(shown(), [], text);
      }
    });
    await type("k");
    await diagnosticsOf(own, (all) => all.length >= 4);
    await withoutPauses(async () => {
      for (const text of ["\n", "model: demo-image", "\n---\n"]) await type(text);
      assert.ok(shown().includes("unknownField") && !shown().includes("missingPrompt"));
      await type("{{nobody}}");
      assert.ok(!shown().includes("undefinedVariable"));
      await own.save();
      await until(() => shown().includes("undefinedVariable"));
      await type("{{somebody");
      await type("}}");
      const counted = () => shown().filter((code) => code === "undefinedVariable").length;
      assert.equal(counted(), 1);
      await vscode.commands.executeCommand("generationStudio.prompt.run", own.uri);
      assert.equal(counted(), 2);
    });
  });

  it("has an outline, folds, and links to its files", async () => {
    const symbols = await ask<vscode.DocumentSymbol[]>("vscode.executeDocumentSymbolProvider", document.uri);
    assert.deepEqual(
      symbols.map((symbol) => symbol.name),
      ["Front matter", "Sea"],
    );
    assert.deepEqual(
      symbols[0]?.children.map((child) => child.name),
      ["kind", "model", "siez", "image", "vars"],
    );
    const folds = await ask<vscode.FoldingRange[]>("vscode.executeFoldingRangeProvider", document.uri);
    assert.ok(
      folds.some((fold) => fold.start === 0 && fold.end === 6),
      JSON.stringify(folds),
    );
    const links = await ask<vscode.DocumentLink[]>("vscode.executeLinkProvider", document.uri);
    assert.ok(links.some((link) => link.target?.path.endsWith("/sketch.png")));
  });

  it("finds references of a variable, goes to its definition and renames it everywhere", async () => {
    const own = await openPrompt("rename", image);
    const at = positionOf(own, "{{place}}", 3);
    const references = await ask<vscode.Location[]>("vscode.executeReferenceProvider", own.uri, at);
    assert.equal(references.length, 3);
    const [definition] = await ask<vscode.Location[]>("vscode.executeDefinitionProvider", own.uri, at);
    assert.equal(definition && own.getText(definition.range), "place");
    const edit = await vscode.commands.executeCommand<vscode.WorkspaceEdit>("vscode.executeDocumentRenameProvider", own.uri, at, "town");
    await vscode.workspace.applyEdit(edit);
    assert.equal(own.getText().match(/\btown\b/g)?.length, 3);
    assert.ok(!own.getText().includes("place"));
  });

  it("colours fields and variables", async () => {
    const legend = await until(async () =>
      vscode.commands.executeCommand<vscode.SemanticTokensLegend>("vscode.provideDocumentSemanticTokensLegend", document.uri),
    );
    const tokens = await vscode.commands.executeCommand<vscode.SemanticTokens>("vscode.provideDocumentSemanticTokens", document.uri);
    const types = new Set(Array.from({ length: tokens.data.length / 5 }, (_, index) => legend.tokenTypes[tokens.data[index * 5 + 3] ?? 0]));
    assert.ok(types.has("promptField") && types.has("promptVariable") && types.has("enumMember"), [...types].join());
  });

  it("formats the front matter and keeps its comments", async () => {
    const own = await openPrompt("format", "---\nkind:   image # what\nmodel: demo-image\nvars: {place: Brest}\n---\nIn {{ place }}\n");
    const edits = await ask<vscode.TextEdit[]>("vscode.executeFormatDocumentProvider", own.uri, { tabSize: 2, insertSpaces: true });
    const edit = new vscode.WorkspaceEdit();
    edit.set(own.uri, edits);
    await vscode.workspace.applyEdit(edit);
    assert.equal(own.getText(), "---\nkind: image # what\nmodel: demo-image\nvars: { place: Brest }\n---\nIn {{place}}\n");
  });

  it("inserts a snippet for each kind, which is a document without errors, and for each turn", async () => {
    for (const [name, mark] of [
      ["Text prompt", "kind: text"],
      ["Image prompt", "output: art/picture-{n}"],
      ["Audio prompt", "voice: slt"],
      ["Video prompt", "size: 16:9"],
    ] as const) {
      const own = await openPrompt(`snippet${name.replace(" ", "")}`, "");
      await vscode.commands.executeCommand("editor.action.insertSnippet", { langId: "generation-prompt", name });
      await until(() => own.getText().includes(mark));
      assert.ok((await lensTitles(own))[0]?.includes("Run"), own.getText());
      await own.save();
    }
    const dialogue = await openPrompt("snippetTurn", "---\nmodel: demo-text\n---\n");
    const editor = await vscode.window.showTextDocument(dialogue);
    editor.selection = new vscode.Selection(3, 0, 3, 0);
    await vscode.commands.executeCommand("editor.action.insertSnippet", { langId: "generation-prompt", name: "Turn of the user" });
    await vscode.commands.executeCommand("type", { text: "Hello" });
    await until(() => dialogue.getText().endsWith("## user\nHello"));
    await dialogue.save();
  });

  it("opens a new document without errors from the template of a kind", async () => {
    for (const kind of ["text", "image", "audio", "video"]) {
      await vscode.commands.executeCommand("generationStudio.prompt.new", kind);
      const own = await shownDocument((document) => document.isUntitled && document.getText().includes(`kind: ${kind}`));
      assert.equal(own.languageId, "generation-prompt");
      assert.ok((await lensTitles(own))[0]?.includes("Run"), own.getText());
      assert.match(selected(), /^(Write|A|The|Waves) .+\.$/);
    }
  });

  it("offers its template in an empty document, and selects the prompt in it", async () => {
    const own = await openPrompt("blank", "\n");
    const [lens] = await ask<vscode.CodeLens[]>("vscode.executeCodeLensProvider", own.uri, 10);
    assert.equal(lens?.command?.title, "$(new-file) Insert Template…");
    await vscode.commands.executeCommand(lens.command.command, ...(lens.command.arguments ?? []), "audio");
    assert.match(own.getText(), /^---\nkind: audio\n/);
    assert.equal(selected(), "The light turns all night, so that ships find their way.");
    await own.save();
  });
});
