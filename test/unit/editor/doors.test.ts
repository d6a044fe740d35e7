/** VS Code's APIs that are easily misused are used by one module each. */
import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";

const sourceFolder = path.join(import.meta.dirname, "../../../src");
const files: { name: string; text: string }[] = [];
for await (const name of glob("{editor/**/*.ts,extension.ts}", { cwd: sourceFolder })) {
  files.push({ name: name.replaceAll(path.sep, "/"), text: readFileSync(path.join(sourceFolder, name), "utf8") });
}

const usersOf = (pattern: RegExp) =>
  files
    .filter(({ text }) => pattern.test(text))
    .map(({ name }) => name)
    .sort();

describe("restricted APIs", () => {
  it("are searched for in many files", () => {
    expect(files.length).toBeGreaterThan(40);
  });

  it.each([
    ["settings are read", /getConfiguration\(/, ["editor/base/settings.ts"]],
    ["the user is notified", /show(?:Information|Warning|Error)Message/, ["editor/base/report.ts"]],
    ["lines are logged", /createOutputChannel/, ["editor/base/log.ts"]],
    ["secrets are kept", /SecretStorage\b/, ["editor/base/secrets.ts"]],
    ["state is kept", /\bMemento\b/, ["editor/base/state.ts"]],
    ["rows are picked", /showQuickPick\(/, ["editor/base/pickRow.ts"]],
    ["the service is started", /\bspawn\(/, ["editor/service/builtInProcess.ts"]],
  ])("%s in one module", (_, pattern, expected) => {
    expect(usersOf(pattern)).toEqual(expected);
  });

  it("a progress in a notification, and a question that others have written, make no link", () => {
    const showing = files.filter(({ text }) => /ProgressLocation\.Notification|\bprompt: question\b/.test(text));
    expect(showing.length).toBeGreaterThan(1);
    expect(showing.filter(({ text }) => !text.includes("plainMessage(")).map(({ name }) => name)).toEqual([]);
  });

  it("rows show the characters that would reorder them", () => {
    const showing = files.filter(({ text }) => /createQuickPick</.test(text));
    expect(showing.length).toBeGreaterThan(1);
    expect(showing.filter(({ text }) => !text.includes("shownRow(") && !text.includes("shownRow)")).map(({ name }) => name)).toEqual([]);
  });

  it("every sentence of a message is passed through l10n; package.nls.json contains the titles of commands", () => {
    const messages = files.filter(({ name }) => !name.endsWith("/commands.ts"));
    const raw =
      /(?:announce|confirm|askAmong|showInputBox|withProgress)\(\s*["'`]|\b(?:placeHolder|placeholder|prompt|title): "(?!Generation Studio")[A-Z]/;
    expect(messages.flatMap(({ name, text }) => (raw.test(text) ? [`${name}: ${raw.exec(text)?.[0]}`] : []))).toEqual([]);
  });
});
