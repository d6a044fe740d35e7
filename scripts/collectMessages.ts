/** Writes `l10n/bundle.l10n.json`: every message for translators, from the sources and the panels' tables of texts. */
import { glob, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { panelTexts } from "../src/chat/texts/panelTexts.ts";
import { agentViewTexts } from "../src/contract/agentViewTexts.ts";
import { imageEditorTexts } from "../src/imageEditor/imageEditorTexts.ts";
import { comparisonTexts } from "../src/library/comparison/comparisonTexts.ts";
import { libraryTexts } from "../src/library/libraryTexts.ts";
import { requestFormTexts } from "../src/requestForm/requestFormTexts.ts";

const repository = path.join(import.meta.dirname, "..");
/** `vscode.l10n.t("…")`, and `t("…")` after destructuring. */
const call = /\bt\(\s*("(?:[^"\\\n]|\\.)*")/g;

export async function collectMessages(): Promise<Record<string, string>> {
  const messages = new Set<string>(
    [panelTexts, libraryTexts, comparisonTexts, imageEditorTexts, requestFormTexts, agentViewTexts].flatMap<string>((table) =>
      Object.values(table),
    ),
  );
  for await (const file of glob(["src/editor/**/*.ts", "src/client/errors/*.ts", "src/prompt/assist/*.ts"], { cwd: repository })) {
    const text = await readFile(path.join(repository, file), "utf8");
    for (const [, literal = '""'] of text.matchAll(call)) messages.add(String(JSON.parse(literal)));
  }
  return Object.fromEntries([...messages].sort().map((message) => [message, message]));
}

if (import.meta.main) {
  const file = path.join(repository, "l10n", "bundle.l10n.json");
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(await collectMessages(), undefined, 2)}\n`);
}
