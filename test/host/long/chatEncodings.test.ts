/** Files in other encodings than UTF-8 are attached as the editor shows them, and edited and created as VS Code saves them. */
import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";
import { applyCode } from "../../../src/editor/chat/code/applyCode.ts";
import { attachFile } from "../../../src/editor/chat/context/readAttachment.ts";
import { attachWorkspace } from "../../../src/editor/chat/context/workspaceSearch/attachWorkspace.ts";
import { Proposals } from "../../../src/editor/edits/proposals.ts";
import { until, workspaceFile } from "../languageSupport.ts";

/** A text and its bytes, which Python's codecs wrote. */
const encodings: [encoding: string, text: string, hex: string][] = [
  ["shiftjis", "日本語", "93fa967b8cea"],
  ["eucjp", "日本語", "c6fccbdcb8ec"],
  ["euckr", "한국어", "c7d1b1b9beee"],
  ["gb18030", "中文 €", "d6d0cec420a2e3"],
  ["cp950", "中文", "a4a4a4e5"],
  ["windows1251", "Привет", "cff0e8e2e5f2"],
  ["koi8r", "Привет", "f0d2c9d7c5d4"],
  ["windows1252", "café €", "636166e92080"],
  ["utf16be", "日本 a", "65e5672c00200061"],
  ["utf16le", "日本 a", "e5652c6720006100"],
];
/** Japanese sentences of two lines in Shift_JIS, long enough to guess the encoding from. */
const guessable =
  "2f2f2090dd92e8837483408343838b82f093c782dd8d9e82dd82dc82b78142926c82aa8ca982c282a982e782c882a28fea8d8782cd81418af992e882cc926c82f08e67" +
  "82a282dc82b781420a2f2f2082b182cc8ad6909482cd8141979897708ed282aa914982f182be8cbe8cea82c583818362835a815b835782f0955c8ea682b582dc82b781420a";

describe("encodings", function () {
  this.timeout(60_000);
  const proposals = new Proposals();
  const folder = () => workspaceFile("encodings");
  const fileOf = (name: string) => vscode.Uri.joinPath(folder(), name);
  const write = async (name: string, bytes: Uint8Array) => {
    await vscode.workspace.fs.writeFile(fileOf(name), bytes);
    return fileOf(name);
  };
  /** VS Code empties a file before it writes it, also when it closes an editor. */
  const hexOf = (uri: vscode.Uri) => until(async () => Buffer.from(await vscode.workspace.fs.readFile(uri)).toString("hex") || undefined);
  const attached = async (uri: vscode.Uri) => {
    const { attachment, content } = await attachFile(uri);
    return [attachment.kind, Buffer.from(content ?? []).toString()];
  };
  const bytesOf = (encoding: string, hex: string, around: [before: string, after: string]) => {
    const ascii = (part: string) => {
      const wide = Buffer.from(part, "utf16le");
      return encoding === "utf16be" ? wide.swap16() : encoding === "utf16le" ? wide : Buffer.from(part);
    };
    const marks: Record<string, string> = { utf16be: "feff", utf16le: "fffe" };
    return Buffer.concat([Buffer.from(marks[encoding] ?? "", "hex"), ascii(around[0]), Buffer.from(hex, "hex"), ascii(around[1])]);
  };
  const accept = async (uri: vscode.Uri) => {
    assert.equal(await proposals.find(uri)?.accept(), true);
    await (await vscode.workspace.openTextDocument(uri)).save();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  };

  /** Runs with a setting of `files`, for everything, one language, or the folder of the workspace. */
  async function configured(name: string, value: unknown, run: () => Promise<void>, where: "all" | "language" | "folder" = "all") {
    const scope = where === "language" ? { languageId: "javascript" } : undefined;
    const target = where === "folder" ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
    const change = (to: unknown) => vscode.workspace.getConfiguration("files", scope).update(name, to, target, where === "language");
    await change(value);
    try {
      await run();
    } finally {
      await change(undefined);
    }
  }

  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.workspace.fs.delete(folder(), { recursive: true }).then(undefined, () => undefined);
  });
  after(() => proposals.dispose());

  for (const [encoding, text, hex] of encodings) {
    const bytes = (before: string, after: string) => bytesOf(encoding, hex, [before, after]);

    it(`${encoding}: a file is attached, edited and created`, () =>
      configured("encoding", encoding, async () => {
        const old = await write(`${encoding}.js`, bytes("// ", "\nlet a = 1;\nlet b = 2;\n"));
        assert.deepEqual(await attached(old), ["text", `// ${text}\nlet a = 1;\nlet b = 2;\n`]);
        await applyCode(proposals, undefined, {
          code: `// ${text}\nlet a = 7;\nlet b = 2;\n`,
          info: `js encodings/${encoding}.js`,
          before: "",
        });
        await accept(old);
        assert.equal(await hexOf(old), bytes("// ", "\nlet a = 7;\nlet b = 2;\n").toString("hex"));

        await applyCode(proposals, undefined, { code: `// ${text}\n`, info: `js encodings/new-${encoding}.js`, before: "" });
        await accept(fileOf(`new-${encoding}.js`));
        assert.equal(await hexOf(fileOf(`new-${encoding}.js`)), bytes("// ", "\n").toString("hex"));
      }));
  }

  it("UTF-16 is recognized by its mark, without a setting", async () => {
    for (const encoding of ["utf16be", "utf16le"]) {
      const [, text = "", hex = ""] = encodings.find(([name]) => name === encoding) ?? [];
      assert.deepEqual(await attached(await write(`${encoding}.txt`, bytesOf(encoding, hex, ["", "\n"]))), ["text", `${text}\n`]);
    }
  });

  it("of a language, and of the workspace's folder, are used for their files", async () => {
    const hex = "93fa967b8cea";
    for (const where of ["language", "folder"] as const) {
      await configured(
        "encoding",
        "shiftjis",
        async () => {
          assert.deepEqual(await attached(await write(`${where}.js`, Buffer.from(hex, "hex"))), ["text", "日本語"]);
          await applyCode(proposals, undefined, { code: "日本語", info: `js encodings/new-${where}.js`, before: "" });
          await accept(fileOf(`new-${where}.js`));
          assert.equal(await hexOf(fileOf(`new-${where}.js`)), hex);
        },
        where,
      );
    }
  });

  it("are guessed if VS Code is set to do so, and kept by an edit", () =>
    configured("autoGuessEncoding", true, async () => {
      const bytes = Buffer.from(guessable, "hex");
      const uri = await write("guess.js", Buffer.concat([bytes, Buffer.from("let a = 1;\n")]));
      const [kind, text = ""] = await attached(uri);
      assert.equal(kind, "text");
      assert.match(text, /^\/\/ 設定ファイルを読み込みます。/);
      await applyCode(proposals, undefined, { code: "let a = 7;\n", info: "js encodings/guess.js", before: "" });
      await accept(uri);
      assert.equal(await hexOf(uri), Buffer.concat([bytes, Buffer.from("let a = 7;\n")]).toString("hex"));
    }));

  it("are decoded for @workspace too", () =>
    configured("encoding", "windows1251", async () => {
      await write("found.md", Buffer.concat([Buffer.from("The zyxxogram: "), Buffer.from("cff0e8e2e5f2", "hex"), Buffer.from("\n")]));
      const [found] = await attachWorkspace("@workspace zyxxogram");
      assert.equal(found?.attachment.name, path.posix.join("encodings", "found.md"));
      assert.equal(Buffer.from(found?.content ?? []).toString(), "The zyxxogram: Привет\n");
    }));
});
