/** Attaches context of the workspace to a prompt: problems, changes, editors, folders and the terminal's selection. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import * as vscode from "vscode";
import type { LoadedAttachment } from "../../src/conversations/drafts.ts";
import { attachFile } from "../../src/editor/chat/context/readAttachment.ts";
import { readContext } from "../../src/editor/chat/context/readContext.ts";
import { searchFiles } from "../../src/editor/chat/context/searchFiles.ts";
import { attachSymbol, describeSymbol, searchSymbols } from "../../src/editor/chat/context/symbols.ts";
import { attachChanges } from "../../src/editor/chat/context/uncommittedChanges.ts";
import { openFile } from "./commandRunner.ts";

const textOf = ({ content }: LoadedAttachment) => Buffer.from(content ?? []).toString();

describe("context for the chat", function () {
  this.timeout(120_000);
  let folder: string;

  before(async () => {
    folder = path.join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "", "context");
    await mkdir(folder);
  });
  after(async () => {
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  it("attaches the problems of the active file and of the workspace, the most severe first", async () => {
    // A language for which no other extension reports problems.
    const editor = await openFile(folder, "add.txt", "one\ntwo\nthree\n");
    const { uri } = editor.document;
    await assert.rejects(readContext("fileProblems", editor), /add\.txt has no problems/);
    await assert.rejects(readContext("fileProblems", undefined), /No file is open/);
    const diagnostics = vscode.languages.createDiagnosticCollection("test");
    try {
      const unused = new vscode.Diagnostic(new vscode.Range(0, 2, 0, 3), "Not used", vscode.DiagnosticSeverity.Warning);
      const missing = new vscode.Diagnostic(new vscode.Range(1, 0, 1, 3), "Cannot find it\nanywhere");
      Object.assign(missing, { source: "ts", code: { value: 2304, target: uri } });
      diagnostics.set(uri, [unused, missing]);
      const expected = "context/add.txt\n  2:1 error: Cannot find it\n    anywhere [ts 2304]\n  1:3 warning: Not used";
      const [ofFile] = await readContext("fileProblems", editor);
      assert.ok(ofFile !== undefined);
      assert.deepEqual([ofFile.attachment.name, ofFile.attachment.kind, textOf(ofFile)], ["Problems of add.txt", "text", expected]);
      const [ofWorkspace] = await readContext("workspaceProblems", undefined);
      assert.ok(ofWorkspace !== undefined && textOf(ofWorkspace).includes(expected));
      // A spelling checker quotes what it does not know.
      const quoted = (text: string) => [new vscode.Diagnostic(new vscode.Range(0, 0, 0, 3), `Unknown word: ${text}`)];
      diagnostics.set(vscode.Uri.file(path.join(folder, ".env")), quoted("Kv7"));
      diagnostics.set(vscode.Uri.file(path.join(folder, "notes.txt")), quoted(`hf_${"q7Zk2mXw9RtB4vNc8LsJ5hPy3GdF6aKe1U"}`));
      const [again] = await readContext("workspaceProblems", undefined);
      assert.ok(again !== undefined && textOf(again).includes(expected) && !textOf(again).includes("Unknown word"));
    } finally {
      diagnostics.dispose();
    }
  });

  it("attaches each open editor with its unsaved changes", async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await assert.rejects(readContext("openEditors", undefined), /No file is open/);
    await openFile(folder, "one.txt", "saved\n");
    const second = await openFile(folder, "two.txt", "saved\n");
    await second.edit((edit) => edit.insert(new vscode.Position(0, 0), "un"));
    const attached = await readContext("openEditors", undefined);
    assert.deepEqual(attached.map((one) => [one.attachment.name, textOf(one)]).toSorted(), [
      ["context/one.txt", "saved\n"],
      ["context/two.txt", "unsaved\n"],
    ]);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  it("finds a folder by its name, and attaches its tree and the contents of its text files without secrets", async () => {
    const lamps = path.join(folder, "lamps");
    await mkdir(path.join(lamps, "deep"), { recursive: true });
    await assert.rejects(attachFile(vscode.Uri.file(lamps)), /context\/lamps has no files/);
    await writeFile(path.join(lamps, "a.ts"), "const a = 1;\n");
    await writeFile(path.join(lamps, "deep/b.md"), "# B\n");
    await writeFile(path.join(lamps, "deep/c.bin"), Buffer.from([0, 1, 2]));
    await writeFile(path.join(lamps, "large.txt"), "x".repeat(60_000));
    await writeFile(path.join(lamps, ".env"), "TOKEN=1\n");
    const found = (await searchFiles("lamps")).find(({ isFolder }) => isFolder);
    assert.deepEqual(found, { path: "context/lamps", name: "lamps", folder: "context", isFolder: true });
    const attached = await attachFile(vscode.Uri.file(lamps));
    assert.equal(attached.attachment.name, "context/lamps/");
    const tree = "context/lamps/\n  .env\n  a.ts\n  deep/\n    b.md\n    c.bin\n  large.txt";
    assert.equal(textOf(attached), `${tree}\n\n--- a.ts\nconst a = 1;\n\n\n--- deep/b.md\n# B\n`);
  });

  it("reports why changes are unavailable: no Git extension, no Git, no repository, or Git's error", async () => {
    const extensionOf = (exported: unknown) => () => ({ activate: async () => exported });
    await assert.rejects(
      attachChanges(undefined, () => undefined),
      /the Git extension of VS Code is disabled/,
    );
    const getAPI = () => {
      throw new Error("Git model not found");
    };
    await assert.rejects(
      attachChanges(undefined, extensionOf({ enabled: false, getAPI })),
      /VS Code found no Git\. Install it or set “git\.path”/,
    );
    const withRepositories = (...repositories: unknown[]) =>
      extensionOf({ enabled: true, getAPI: () => ({ repositories, getRepository: () => null }) });
    const within = vscode.Uri.file(path.join(folder, "not-opened", "src", "a.ts"));
    await assert.rejects(attachChanges(within, withRepositories()), /^Error: No Git repository is open\.$/);
    await mkdir(path.join(folder, "not-opened", ".git"), { recursive: true });
    await assert.rejects(
      attachChanges(within, withRepositories()),
      /No Git repository is open\. The Source Control view offers to open one/,
    );
    const failed = Object.assign(new Error("Failed to execute git"), { stderr: "fatal: bad object HEAD\n" });
    const broken = { rootUri: vscode.Uri.file(folder), status: () => Promise.reject(failed) };
    await assert.rejects(attachChanges(undefined, withRepositories(broken)), /in context: fatal: bad object HEAD\.$/);
  });

  it("finds symbols of the workspace by their names, and attaches the complete lines of a symbol", async () => {
    const uri = vscode.Uri.file(path.join(folder, "tower.lamps"));
    await writeFile(uri.fsPath, "class Tower\n  light()\n    burn\n    turn\n\n  dark() end\n");
    const selector = { pattern: "**/*.lamps" };
    const range = (first: number, last: number, end: number) => new vscode.Range(first, 2, last, end);
    const method = (name: string, whole: vscode.Range) =>
      new vscode.DocumentSymbol(name, "", vscode.SymbolKind.Method, whole, new vscode.Range(whole.start, whole.start.translate(0, 4)));
    const providers = vscode.Disposable.from(
      vscode.languages.registerWorkspaceSymbolProvider({
        provideWorkspaceSymbols: (query) => {
          const at = (line: number, where = uri) => new vscode.Location(where, new vscode.Position(line, 2));
          const all = [
            new vscode.SymbolInformation("light", vscode.SymbolKind.Method, "Tower", at(1)),
            new vscode.SymbolInformation("dark", vscode.SymbolKind.Method, "Tower", at(5)),
            new vscode.SymbolInformation("light", vscode.SymbolKind.Method, "", at(0, vscode.Uri.file("/elsewhere/library.lamps"))),
          ];
          return all.filter(({ name }) => name.includes(query));
        },
      }),
      vscode.languages.registerDocumentSymbolProvider(selector, {
        provideDocumentSymbols: () => {
          const tower = new vscode.DocumentSymbol(
            "Tower",
            "",
            vscode.SymbolKind.Class,
            new vscode.Range(0, 0, 5, 12),
            new vscode.Range(0, 6, 0, 11),
          );
          tower.children = [method("light", range(1, 3, 8)), method("dark", range(5, 5, 12))];
          return [tower];
        },
      }),
    );
    try {
      const lights = (await searchSymbols("light")).filter(({ location }) => location.uri.path.endsWith(".lamps"));
      assert.deepEqual(lights.map(describeSymbol), ["Tower · context/tower.lamps"]);
      const [light] = lights;
      assert.ok(light !== undefined);
      const attached = await attachSymbol(light);
      assert.deepEqual(
        [attached.attachment.name, attached.attachment.kind, textOf(attached)],
        ["light: context/tower.lamps, lines 2–4", "text", "  light()\n    burn\n    turn"],
      );
      const [dark] = await searchSymbols("dark");
      assert.ok(dark !== undefined);
      assert.equal((await attachSymbol(dark)).attachment.name, "dark: context/tower.lamps, line 6");
    } finally {
      providers.dispose();
    }
  });

  it("attaches the changes since the last commit, including new files, and reports if there are none", async () => {
    const repository = path.join(folder, "repository");
    await mkdir(repository);
    const git = (...values: string[]) =>
      promisify(execFile)("git", ["-c", "user.name=Test", "-c", "user.email=test@example.com", ...values], { cwd: repository });
    await writeFile(path.join(repository, "kept.txt"), "before\n");
    await git("init");
    await git("add", "kept.txt");
    await git("commit", "-m", "Begin");
    const api = (await vscode.extensions.getExtension("vscode.git")?.activate())?.getAPI(1);
    await api.openRepository(vscode.Uri.file(repository));
    const editor = await openFile(repository, "kept.txt", "before\n");
    await assert.rejects(readContext("changes", editor), /Nothing has changed/);
    await writeFile(path.join(repository, "kept.txt"), "after\n");
    await writeFile(path.join(repository, "new.txt"), "one\ntwo\n");
    await writeFile(path.join(repository, "staged.txt"), "staged\n");
    await git("add", "staged.txt");
    const [changes] = await readContext("changes", editor);
    assert.ok(changes !== undefined);
    const text = textOf(changes);
    assert.match(text, /^diff --git a\/kept\.txt b\/kept\.txt[\s\S]*\n-before\n\+after\n/);
    assert.match(text, /\+\+\+ b\/staged\.txt[\s\S]*\n\+staged/);
    assert.match(text, /\ndiff --git a\/new\.txt b\/new\.txt\nnew file\n--- \/dev\/null\n\+\+\+ b\/new\.txt\n\+one\n\+two$/);
  });

  it("attaches the terminal's selection, and leaves the clipboard unchanged", async () => {
    await vscode.env.clipboard.writeText("kept in the clipboard");
    const active = new Promise<void>((resolve) => {
      const listener = vscode.window.onDidChangeActiveTerminal((changed) => {
        if (changed?.name !== "Lamps") return;
        listener.dispose();
        resolve();
      });
    });
    const terminal = vscode.window.createTerminal({ name: "Lamps" });
    try {
      terminal.show();
      await active;
      await assert.rejects(readContext("terminalSelection", undefined), /Nothing is selected in the terminal/);
      terminal.sendText("echo lighthouse-$((40 + 2))");
      let attached: LoadedAttachment | undefined;
      while (attached === undefined || !textOf(attached).includes("lighthouse-42")) {
        await vscode.commands.executeCommand("workbench.action.terminal.selectAll");
        [attached] = await readContext("terminalSelection", undefined).catch(() => []);
      }
      assert.equal(attached.attachment.name, "Terminal Lamps");
      assert.equal(await vscode.env.clipboard.readText(), "kept in the clipboard");
    } finally {
      terminal.dispose();
    }
  });
});
