/** The table of clients in the documentation, which is that of the last run of their programs. */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, expect } from "vitest";

/** The row of a client: its version, what it needs, and what it did. */
export type Row = readonly [client: string, version: string, needs: string, works: string];

/** In the order of the table. Each has a test. */
export const clients = [
  "AI SDK (`@ai-sdk/openai`)",
  "AI SDK (`@ai-sdk/openai-compatible`)",
  "`openai`",
  "LangChain (`@langchain/openai`)",
  "`@openai/agents`",
  "promptfoo",
  "Codex",
  "opencode",
  "Qwen Code",
  "Claude Code",
  "Gemini CLI",
] as const;

const file = path.join(import.meta.dirname, "../../../docs/built-in-service.md");
const head = "| client | version | needs | works |\n|---|---|---|---|\n";
const write = (row: readonly string[]) => `| ${row.join(" | ")} |`;

/** Compares the rows of this file's tests with those of the page after the tests; `UPDATE_DOCS=1` writes them. Clients that were skipped keep theirs. */
export function checkTable(rows: readonly Row[]): void {
  afterAll(async () => {
    const page = await readFile(file, "utf8");
    const written = readTable(page);
    const lines = clients.flatMap((client) => {
      const row = rows.find(([name]) => name === client);
      return row ? [write(row)] : (written.get(client) ?? []);
    });
    if (process.env.UPDATE_DOCS) {
      const start = page.indexOf(head) + head.length;
      const end = start + (/^(?:\|.*\n)*/.exec(page.slice(start))?.[0].length ?? 0);
      await writeFile(file, `${page.slice(0, start)}${lines.join("\n")}\n${page.slice(end)}`);
    } else expect([...written.values()], "UPDATE_DOCS=1 npm run test:agents writes this table").toEqual(lines);
  });
}

/** The lines of the table by client. */
function readTable(page: string): Map<string, string> {
  const start = page.indexOf(head);
  if (start < 0) throw new Error("The page has no table of clients.");
  const lines =
    /^(?:\|.*\n)*/
      .exec(page.slice(start + head.length))?.[0]
      .trimEnd()
      .split("\n") ?? [];
  return new Map(lines.filter((line) => line !== "").map((line) => [line.split(" | ")[0]?.replace(/^\| /, "") ?? "", line]));
}
