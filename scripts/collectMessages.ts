/** Writes `l10n/bundle.l10n.json`: every message for translators, from the sources and the panels' tables of texts. */
import { glob, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { panelTexts } from "../src/chat/texts/panelTexts.ts";
import { errorSentences } from "../src/client/errors/ownSentences.ts";
import { diskSentences } from "../src/client/http/readDiskError.ts";
import { agentViewTexts } from "../src/contract/agentViewTexts.ts";
import { alternatives, type Field, type FieldType } from "../src/contract/fieldType.ts";
import { interfaceVersions, kinds } from "../src/contract/kind.ts";
import { imageEditorTexts } from "../src/imageEditor/imageEditorTexts.ts";
import { comparisonTexts } from "../src/library/comparison/comparisonTexts.ts";
import { libraryTexts } from "../src/library/libraryTexts.ts";
import { isInWords } from "../src/prompt/assist/describeField.ts";
import { documentFields } from "../src/prompt/fields/documentFields.ts";
import { builtInVariables } from "../src/prompt/text/variables.ts";
import { requestFormTexts } from "../src/requestForm/requestFormTexts.ts";

const repository = path.join(import.meta.dirname, "..");
const literal = /("(?:[^"\\\n]|\\.)+"|'(?:[^'\\\n]|\\.)+')/.source;
/** `vscode.l10n.t("…")`, and `t("…")` after destructuring. */
const call = new RegExp(`\\bt\\(\\s*${literal}`, "g");
/** Messages of our own errors, which sentences of the error table contain. */
const errorMessage = new RegExp(`(?:\\bmessage: |\\bnew DiskError\\(|\\bbad(?:Answer|File)\\()${literal}`, "g");

export async function collectMessages(): Promise<Record<string, string>> {
  const messages = new Set<string>(
    [panelTexts, libraryTexts, comparisonTexts, imageEditorTexts, requestFormTexts, agentViewTexts].flatMap<string>((table) =>
      Object.values(table),
    ),
  );
  for (const text of [...errorSentences, ...Object.values(diskSentences), ...promptTexts()]) messages.add(text);
  const translated = [
    "src/editor/**/*.ts",
    "src/client/errors/*.ts",
    "src/contract/*.ts",
    "src/prompt/**/*.ts",
    "src/promptTests/**/*.ts",
    "src/chat/conversation/*.ts",
    "src/media/signing/*.ts",
  ];
  for await (const file of glob(translated, { cwd: repository })) {
    const text = await readFile(path.join(repository, file), "utf8");
    for (const [, written = '""'] of text.matchAll(call)) messages.add(readLiteral(written));
  }
  for await (const file of glob(["src/client/**/*.ts", "src/generations/**/*.ts", "src/promptTests/**/*.ts"], { cwd: repository })) {
    const text = await readFile(path.join(repository, file), "utf8");
    for (const [, written = '""'] of text.matchAll(errorMessage)) messages.add(readLiteral(written));
  }
  return Object.fromEntries([...messages].sort().map((message) => [message, message]));
}

/** The formatter writes a literal in single quotes if it contains double ones. */
function readLiteral(written: string): string {
  const inner = written.slice(1, -1);
  return String(JSON.parse(written.startsWith("'") ? `"${inner.replaceAll("\\'", "'").replaceAll('"', '\\"')}"` : written));
}

/** What hovers and completions of prompt documents say about fields and variables. */
function promptTexts(): string[] {
  const fields = kinds.flatMap((kind) => interfaceVersions.flatMap((version) => documentFields(kind, version)));
  return [...fields.flatMap(textsOfField), ...builtInVariables.map(({ description }) => description)].filter((text) => text !== "");
}

/** The opposite of an assertion is described with the assertion's own text. */
function textsOfField(field: Field): string[] {
  const inner = alternatives(field.type).flatMap(textsOfType);
  const value = field.default !== undefined && isInWords(field.default) ? [field.default] : [];
  return field.name.startsWith("not-") ? inner : [field.description, ...value, ...inner];
}

function textsOfType(type: FieldType): string[] {
  if (type.type === "list") return alternatives(type.element).flatMap(textsOfType);
  if (type.type === "map") return type.fields.flatMap(textsOfField);
  return type.type === "string" && type.form !== undefined ? [type.form] : [];
}

if (import.meta.main) {
  const file = path.join(repository, "l10n", "bundle.l10n.json");
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(await collectMessages(), undefined, 2)}\n`);
}
