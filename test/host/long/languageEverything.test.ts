/** Every field and every diagnostic of prompt documents through VS Code's own commands. */
import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import { mainTextField } from "../../../src/contract/fields.ts";
import { interfaceVersions, kinds } from "../../../src/contract/kind.ts";
import { type DiagnosticCode, severities } from "../../../src/prompt/diagnostic.ts";
import { documentFields } from "../../../src/prompt/fields/documentFields.ts";
import { configure } from "../commandRunner.ts";
import { completionItemsAt, completionsAt, detailOf, diagnosticsOf, fixesAt, hoverAt, openPrompt, until } from "../languageSupport.ts";

/** A document with each diagnostic that needs only the document: code, text and whether a fix repairs it. */
const faults: readonly (readonly [code: DiagnosticCode, text: string, hasFix: boolean])[] = [
  ["yamlSyntax", "---\nmodel: demo-text\nfiles: [notes.md\n---\nHi\n", true],
  ["duplicateField", "---\nmodel: demo-text\nmodel: demo-text\n---\nHi\n", true],
  ["aliasUsed", "---\nmodel: &m demo-text\nvars: { a: *m }\n---\n{{a}}\n", true],
  ["tagUsed", "---\nmodel: !!str demo-text\n---\nHi\n", true],
  ["keyNotText", "---\nmodel: demo-text\n? [a]\n: b\n---\nHi\n", false],
  ["unquotedVariable", "---\nmodel: {{m}}\nvars: { m: demo-text }\n---\nHi\n", true],
  ["notFields", "---\nmodel demo-text\n---\nHi\n", true],
  ["tooDeep", `---\nmodel: ${"[".repeat(30)}${"]".repeat(30)}\n---\nHi\n`, false],
  ["foreignFrontMatter", "---yaml\nmodel: demo-text\n---\nHi\n", true],
  ["unclosedFrontMatter", "---\nmodel: demo-text\n\nA prompt of words.\n\n---\n\nMore.\n", true],
  ["missingField", "---\nstream: true\n---\nHi\n", true],
  ["missingMember", "---\nmodel: demo-text\nreasoning: {}\n---\nHi\n", true],
  ["missingPrompt", "---\nmodel: demo-text\n---\n", false],
  ["unknownField", "---\nmodel: demo-text\nstraem: true\n---\nHi\n", true],
  ["foreignField", "---\nmodel: demo-text\nvoice: slt\n---\nHi\n", true],
  ["wrongType", "---\nmodel: demo-text\nstream: yes\n---\nHi\n", true],
  ["notAllowed", "---\nmodel: demo-text\nreasoning: { effort: lo }\n---\nHi\n", true],
  ["tooLong", `---\nmodel: demo-text\ninstructions: ${"a".repeat(2001)}\n---\nHi\n`, false],
  ["tooShort", '---\nmodel: demo-text\ninstructions: ""\n---\nHi\n', true],
  [
    "tooManyItems",
    `---\nmodel: demo-text\nfiles: [${Array.from({ length: 11 }, (_, n) => `https://x.example/${n}`).join(", ")}]\n---\nHi\n`,
    false,
  ],
  ["tooManyFiles", `---\nmodel: demo-text\ninput:\n${"  - { type: input_file, file_url: 'https://x.example' }\n".repeat(11)}---\n`, false],
  ["contentInAddress", '---\nmodel: demo-text\nfiles: ["https://x.example/{{clipboard}}"]\n---\nHi\n', false],
  ["missingFile", "---\nmodel: demo-text\nfiles: [nothing.md]\n---\nHi\n", true],
  ["typeAndKind", "---\ninterface: v2\nkind: image\ntype: out_video\nmodel: demo-image\n---\nHi\n", true],
  ["promptTwice", "---\nmodel: demo-text\ninput: Hi\n---\nHi\n", true],
  ["unknownModel", "---\nmodel: demo-txt\n---\nHi\n", true],
  ["modelCannot", "---\nkind: audio\nmodel: demo-image\nvoice: slt\nformat: wav\n---\nHi\n", true],
  ["valueNotListed", "---\nkind: audio\nmodel: flite\nvoice: alto\nformat: wav\n---\nHi\n", true],
  ["unknownStyle", "---\nkind: image\nmodel: demo-image\nstyle: nothing\n---\nHi\n", false],
  ["fieldNotAnnounced", "---\nkind: image\nmodel: demo-image\nsteps: 3\n---\nHi\n", true],
  ["stopPhraseInPrompt", "---\ninterface: v2\nmodel: demo-text\nstop_sequences: [Hi, Ho]\n---\nHi\n", true],
  ["undefinedVariable", "---\nmodel: demo-text\n---\n{{nobody}}\n", true],
  ["unusedVariable", "---\nmodel: demo-text\nvars: { a: 1 }\n---\nHi\n", true],
  ["unclosedVariable", "---\nmodel: demo-text\n---\n{{a\n", true],
  ["invalidVariable", "---\nmodel: demo-text\n---\n{{ 1+1 }}\n", true],
  ["argumentMissing", "---\nmodel: demo-text\n---\n{{input:}}\n", true],
  ["argumentNotTaken", "---\nmodel: demo-text\n---\n{{date:now}}\n", true],
  ["reservedVariable", "---\nmodel: demo-text\nvars: { date: 1 }\n---\n{{date}}\n", true],
  ["emptyBatch", "---\nmodel: demo-text\nbatch: []\n---\nHi\n", true],
  ["batchVariableMissing", "---\nmodel: demo-text\nbatch: [{ a: 1 }, { b: 2 }]\n---\n{{a}} {{b}}\n", true],
  ["firstTurnNotUser", "---\nmodel: demo-text\n---\n## assistant\nHi\n\n## user\nHi\n", true],
  ["lastTurnNotUser", "---\nmodel: demo-text\n---\n## user\nHi\n\n## assistant\nHi\n", true],
  ["turnRepeated", "---\nmodel: demo-text\n---\n## user\nHi\n\n## user\nHi\n", true],
  ["turnEmpty", "---\nmodel: demo-text\n---\n## user\n\n## assistant\nHi\n\n## user\nHi\n", true],
  ["textBeforeTurns", "---\nmodel: demo-text\n---\nHi\n## user\nHi\n", true],
  ["roleNotAccepted", "---\nmodel: demo-text\n---\n## system\nBe brief\n\n## user\nHi\n", true],
  ["turnsNotSent", "---\nkind: image\nmodel: demo-image\n---\n## user\nHi\n", false],
  ["assertionOfOtherKind", "---\nmodel: demo-text\ntests: [{ assert: [{ width: 64 }] }]\n---\nHi\n", true],
  ["assertionInvalid", '---\nmodel: demo-text\ntests: [{ assert: [{ regex: "(" }] }]\n---\nHi\n', false],
  ["caseWithoutAssertion", "---\nmodel: demo-text\ntests: [{ vars: { a: x } }]\n---\n{{a}}\n", false],
  ["repetitionsContradict", "---\nmodel: demo-text\ntests: [{ repeat: 3, atLeast: 5 of 3, assert: [{ contains: a }] }]\n---\nHi\n", false],
  ["judgeMissing", "---\nmodel: demo-text\ntests: [{ assert: [{ llm-rubric: kind }] }]\n---\nHi\n", true],
];

/** Diagnostics that need files, or a service that refused a value. */
const shownElsewhere: readonly DiagnosticCode[] = [
  "filesTooLarge",
  "valueRefused",
  "caseInFile",
  "csvInvalid",
  "csvWithoutEffect",
  "styleInvalid",
  // No model of the built-in service is retired.
  "modelRetired",
];

async function replaceText(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
  await vscode.workspace.applyEdit(edit);
}

describe("in a prompt document", function () {
  this.timeout(120_000);

  const modelsAt = (document: vscode.TextDocument, position: vscode.Position) =>
    until(async () => {
      const found = await completionItemsAt(document, position);
      return found.some((item) => detailOf(item).includes("makes images")) && found;
    });

  it("models come from the service's catalogue, with their capabilities", async () => {
    const document = await openPrompt("models", "---\nkind: image\nmodel: \n---\nA cat\n");
    const items = await modelsAt(document, new vscode.Position(2, 7));
    const details = items.map((item) => detailOf(item));
    assert.match(details[0] ?? "", / · makes images$/);
    assert.ok(
      details.some((detail) => detail.includes("does not make images")),
      details.join(),
    );
  });

  it("models are listed again after a change of the service", async () => {
    const document = await openPrompt("other-models", "---\nkind: image\nmodel: \n---\nA cat\n");
    await modelsAt(document, new vscode.Position(2, 7));
    await configure("baseUrl", "https://service.invalid");
    await configure("baseUrl", undefined);
    await modelsAt(document, new vscode.Position(2, 7));
  });

  it("every diagnostic is shown at its location, and a fix repairs it unless the author has to decide", async () => {
    assert.deepEqual([...faults.map(([code]) => code), ...shownElsewhere].toSorted(), Object.keys(severities).toSorted());
    const document = await openPrompt("faults", "---\nmodel: demo-text\n---\nHi\n");
    for (const [code, text, hasFix] of faults) {
      await replaceText(document, text);
      const found = await diagnosticsOf(document, (all) => all.some((one) => one.code === code));
      const own = found.find((one) => one.code === code);
      assert.ok(own && document.validateRange(own.range).isEqual(own.range), code);
      const count = countOf(document, code);
      let isRepaired = false;
      for (const fix of await fixesAt(document, own.range)) {
        if (!fix.edit || isRepaired) continue;
        await vscode.workspace.applyEdit(fix.edit);
        isRepaired = countOf(document, code) < count;
        await replaceText(document, text);
      }
      assert.equal(isRepaired, hasFix, code);
    }
    await vscode.commands.executeCommand("workbench.action.files.revert");
  });

  it("every field of each kind and interface is completed, and its hover explains it", async () => {
    const document = await openPrompt("all-fields", "---\n\n---\n");
    for (const version of interfaceVersions) {
      for (const kind of kinds) {
        const main = mainTextField(kind, version);
        const head = `---\nkind: ${kind}\ninterface: ${version}\n`;
        const fields = documentFields(kind, version).filter((field) => !["kind", "interface", "type"].includes(field.name));
        await replaceText(document, `${head}\n---\n`);
        const offered = await completionsAt(document, new vscode.Position(3, 0));
        assert.deepEqual(
          fields.filter((field) => !offered.includes(field.name)).map((field) => field.name),
          [],
          `${version} ${kind}`,
        );
        await replaceText(document, `${head}${fields.map((field) => `${field.name}: x\n`).join("")}---\n`);
        for (const [index, field] of fields.entries()) {
          const hover = await hoverAt(document, new vscode.Position(3 + index, 1));
          assert.ok(hover.includes(field.description) && hover.includes("Type: "), `${version} ${kind} ${field.name}: ${hover}`);
          if (field.required) assert.match(hover, /required/, `${kind} ${field.name} (the prompt is ${main})`);
          if (field.default !== undefined) assert.ok(hover.includes(`Default: \`${field.default}\``), hover);
        }
      }
    }
    assert.match(await hoverOf(document, "instructions: x", "text"), /1 to 2000 characters/);
    await replaceText(document, "---\nfiles: []\n---\n");
    assert.match(await hoverAt(document, new vscode.Position(1, 1)), /at most 10/i);
    await vscode.commands.executeCommand("workbench.action.files.revert");
  });

  it("models that were used are completed first, the most recent one at the top", async () => {
    for (const model of ["demo-image", "demo-image-pro"]) {
      await vscode.commands.executeCommand("generationStudio.generateImage", {
        prompt: "A gull",
        model,
        options: { size: "64x64" },
        show: false,
      });
    }
    const document = await openPrompt("used", "---\nkind: image\nmodel: \n---\nA cat\n");
    const labels = await until(async () => {
      const found = await completionsAt(document, new vscode.Position(2, 7));
      return found.includes("demo-image-pro") && found;
    });
    assert.deepEqual(labels.slice(0, 2), ["demo-image-pro", "demo-image"]);
    await vscode.commands.executeCommand("generationStudio.generateImage", {
      prompt: "A gull",
      model: "demo-image",
      options: { size: "64x64" },
      show: false,
    });
    assert.deepEqual((await completionsAt(document, new vscode.Position(2, 7))).slice(0, 2), ["demo-image", "demo-image-pro"]);
    await vscode.commands.executeCommand("workbench.action.files.revert");
  });

  it("a value that the service accepted is marked as accepted in completions and on hover", async () => {
    const front = "kind: audio\nmodel: flite\nvoice: rms\nformat: wav\noutput: seen/voice";
    const document = await openPrompt("seen", `---\n${front}\n---\nHello\n`);
    await vscode.commands.executeCommand("generationStudio.prompt.run", document.uri);
    await replaceText(document, "---\nkind: audio\nmodel: flite\nvoice: \n---\nHello\n");
    const items = await until(async () => {
      const found = await completionItemsAt(document, new vscode.Position(3, 7));
      return found.some((item) => detailOf(item) === "worked with flite") && found;
    });
    assert.equal(typeof items[0]?.label === "object" && items[0].label.label, "rms");
    assert.match(await hoverAt(document, new vscode.Position(3, 1)), /Worked with `flite`: `rms`/);
    await vscode.commands.executeCommand("workbench.action.files.revert");
  });
});

/** Diagnostics are set in the same turn of the event loop as the edit that changes them. */
function countOf(document: vscode.TextDocument, code: DiagnosticCode): number {
  return vscode.languages.getDiagnostics(document.uri).filter((one) => one.code === code).length;
}

async function hoverOf(document: vscode.TextDocument, line: string, kind: string): Promise<string> {
  await replaceText(document, `---\nkind: ${kind}\n${line}\n---\n`);
  return hoverAt(document, new vscode.Position(2, 1));
}
