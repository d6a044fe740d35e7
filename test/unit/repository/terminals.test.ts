/** Texts of strangers reach a terminal only through the function that takes its control characters. */
import { expect, test } from "vitest";
import { sources } from "./repositoryFiles.ts";

/** What shows its argument in a terminal: the program's streams, terminals of VS Code, and the output of its test runs. */
const writes = /\b(?:process\.std(?:out|err)\.write|console\.\w+|appendOutput|sendText)\(|\bwriteSync\([12]\b/;
const safe = /forTerminal\(|\bwrite: terminalWriter\(/;

/** What is written without it, and why nothing of a stranger is in it. */
const own: Readonly<Record<string, readonly RegExp[]>> = {
  "helps and the version": [
    /\((?:mcpHelp|doctorHelp)\(program\)\)/,
    /stdout\.write\(help\)|stderr\.write\(help\)/,
    /serveHelp, keysHelp, usageHelp/,
    /version\.ts/,
  ],
  "the user's own arguments, address and key": [
    /The MCP server is at/,
    /Generation service\\nurl/,
    /Standard output could not be written/,
    /stderr\.write\($/,
  ],
  "commands that the user reads at the prompt, without control characters": [/terminal\.sendText\(commands\.text, false\)/],
};

const allowed = Object.values(own).flat();
const lines = sources
  // The pages of panels have no terminal, and the programs that are written for users run elsewhere.
  .filter(({ name }) => /^src\/(?!webview\/|prompt\/compile\/)/.test(name))
  .flatMap(({ name, text }) => text.split("\n").flatMap((line) => (writes.test(line) ? [{ name, line: line.trim() }] : [])));

test("whatever a terminal shows goes through forTerminal", () => {
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.filter(({ line }) => !safe.test(line) && !allowed.some((pattern) => pattern.test(line)))).toEqual([]);
  expect(allowed.filter((pattern) => !lines.some(({ line }) => pattern.test(line))).map(String)).toEqual([]);
});
