/** Fetches everything that a prompt document needs from the editor, the disk and the user. Shows no messages except questions. */
import * as vscode from "vscode";
import { mediaTypeOfFile } from "../../contract/fileFormats.ts";
import { type Judged, judge, judgeAddress } from "../../disclosure/judge.ts";
import { asksQuestion, findMissingValues } from "../../prompt/compile/findMissingValues.ts";
import { findAttachments, findNeeds } from "../../prompt/compile/findNeeds.ts";
import { writeDate } from "../../prompt/compile/writeDate.ts";
import type { PromptDocument } from "../../prompt/parse/promptDocument.ts";
import { namedStyles } from "../../prompt/styles/namedStyles.ts";
import type { TestCase } from "../../prompt/testing/readTests.ts";
import { decodeFileText, includedText } from "../../prompt/text/textEncoding.ts";
import type { SuppliedValues, VariableSet } from "../../prompt/variables/variableSets.ts";
import { describeWithheld, judgeFile, locateFile, type NamedJudged, PlaceholderError, refusePlaceholders } from "../base/disclosure.ts";
import { isBelow } from "../base/leadsInside.ts";
import { confirm } from "../base/report.ts";
import { userPromptFolder } from "./findPromptDocuments.ts";
import { findStyles } from "./findStyles.ts";
import type { LastEditor } from "./lastEditor.ts";
import { readNamedFile, resolvePath } from "./promptPaths.ts";

const { t } = vscode.l10n;

/** The values that a document needs; or why one is missing, as a message of the language of prompt documents; or the user cancelled. */
export type FetchedValues = { type: "values"; values: SuppliedValues } | { type: "missing"; reason: string } | { type: "cancelled" };

/** Asks the user the questions of `{{input:…}}`. undefined: cancelled. */
export type AskQuestions = (questions: readonly string[]) => Promise<Readonly<Record<string, string>> | undefined>;

/**
 * Looks for all other missing values before it asks a question. `tests`: the cases that are run. What may be private is sent only if the
 * user allows it: files by the rule of `judge`, addresses of this machine, the clipboard, and the text of a private file in the editor.
 */
export async function fetchDocumentValues(...given: Parameters<typeof collectValues>): Promise<FetchedValues> {
  try {
    return await collectValues(...given);
  } catch (error) {
    if (error instanceof PlaceholderError) return { type: "missing", reason: error.message };
    throw error;
  }
}

async function collectValues(
  document: vscode.Uri,
  parsed: PromptDocument,
  lastEditor: Pick<LastEditor, "read">,
  ask: AskQuestions,
  tests: readonly TestCase[] = [],
): Promise<FetchedValues> {
  const needs = findNeeds(parsed, tests);
  const changes = tests.map(({ vars }) => vars);
  const { batchFile } = needs;
  const named = [...(batchFile === undefined ? [] : [batchFile]), ...needs.includedFiles];
  const before = needs.selection || needs.file ? lastEditor.read() : undefined;
  const clipboard = needs.clipboard ? await vscode.env.clipboard.readText() : "";
  const allowed = await askToSend([
    { name: vscode.workspace.asRelativePath(document), judged: await judgeDocument(document, parsed.text) },
    ...(await Promise.all(named.map((path) => readNamed(document, path)))),
    ...(before === undefined
      ? []
      : [{ name: vscode.workspace.asRelativePath(before.uri), judged: await judgeFile(before.uri, undefined, before.text) }]),
    ...(clipboard.trim() === "" || isUsers(document) ? [] : [clipboardOf(document)]),
  ]);
  if (allowed === undefined) return { type: "cancelled" };
  const textOf = (path: string) => decode(allowed.get(path));
  const batchCsv = batchFile === undefined ? undefined : textOf(batchFile);
  const given: SuppliedValues = {
    ...(needs.selection && before?.selection ? { selection: before.selection } : {}),
    ...(needs.file && before?.text ? { file: before.text } : {}),
    ...(clipboard.trim() === "" ? {} : { clipboard }),
    ...(needs.date ? { date: writeDate(new Date()) } : {}),
    ...(batchCsv === undefined ? {} : { batchCsv }),
    ...(namedStyles(parsed).length === 0 ? {} : { styles: await findStyles(document) }),
    includedFiles: Object.fromEntries(
      needs.includedFiles.flatMap((path) => {
        const text = includedText(textOf(path));
        return text === undefined ? [] : [[path, text]];
      }),
    ),
  };
  const known = await attach(document, parsed, given, changes);
  if (known === undefined) return { type: "cancelled" };
  const [reason] = findMissingValues(parsed, known);
  if (reason !== undefined) return { type: "missing", reason };
  if (needs.questions.length === 0) return { type: "values", values: known };
  const answers = await ask(needs.questions);
  const values = answers && (await attach(document, parsed, { ...given, answers }, changes, known.attachments));
  return values === undefined ? { type: "cancelled" } : { type: "values", values };
}

type Named = NamedJudged<Uint8Array | undefined>;

/** Reads the files to send whose paths are known. undefined: the user did not allow one, or an address. */
async function attach(
  document: vscode.Uri,
  parsed: PromptDocument,
  values: SuppliedValues,
  changes: readonly VariableSet[],
  known: Readonly<Record<string, string>> = {},
): Promise<SuppliedValues | undefined> {
  const all = findAttachments(parsed, values, changes);
  const paths = all.paths.filter((path) => known[path] === undefined && !asksQuestion(path));
  const addresses = all.addresses.map((address): Named => ({ name: address, judged: withoutContent(judgeAddress(address)) }));
  const allowed = await askToSend([...(await Promise.all(paths.map((path) => readNamed(document, path)))), ...addresses]);
  if (allowed === undefined) return undefined;
  const read = paths.flatMap((path) => {
    const bytes = allowed.get(path);
    return bytes === undefined ? [] : [[path, `data:${mediaTypeOfFile(path, bytes)};base64,${Buffer.from(bytes).toString("base64")}`]];
  });
  return { ...values, attachments: { ...known, ...Object.fromEntries(read) } };
}

/** An address is sent as it is. */
function withoutContent(judged: Judged<string>): Judged<undefined> {
  return judged.type === "withheld" ? { ...judged, disclose: () => undefined } : { type: "free", content: undefined };
}

/** A user may send any document of their own. Of a link, nobody sees where it leads: all documents of a folder are run at once. */
async function judgeDocument(document: vscode.Uri, text: string): Promise<Judged<undefined>> {
  const location = await locateFile(document);
  return location.named === location.real ? { type: "free", content: undefined } : judge(undefined, text, location, { isChosen: true });
}

/** Documents that may read the clipboard until the window is closed. */
const clipboardReaders = new Set<string>();

/** The clipboard may contain a password, so a document that someone else may have written reads it only if the user agrees once. */
function clipboardOf(document: vscode.Uri): Named {
  const isAllowed = clipboardReaders.has(document.toString());
  const disclose = () => {
    clipboardReaders.add(document.toString());
    return undefined;
  };
  const judged: Judged<undefined> = isAllowed
    ? { type: "free", content: undefined }
    : { type: "withheld", reasons: [{ type: "clipboard" }], disclose };
  return { name: "{{clipboard}}", judged };
}

/** Whether a document is in the user's own folder. */
function isUsers(document: vscode.Uri): boolean {
  return isBelow(userPromptFolder(), document);
}

/** What was read, by its name, without what is missing. Asks one question about what may be private. undefined: the user did not agree. */
async function askToSend(all: readonly Named[]): Promise<Map<string, Uint8Array> | undefined> {
  refusePlaceholders(all);
  const reasons = all.flatMap(({ judged }) => (judged.type === "withheld" ? judged.reasons : []));
  const question = reasons.every(({ type }) => type === "outside")
    ? t("This prompt document sends files from outside the workspace. Send them?")
    : t("This prompt document sends what may be private. Send it?");
  if (reasons.length > 0 && !(await confirm(question, t("Send"), describeWithheld(all)))) return undefined;
  return new Map(
    all.flatMap(({ name, judged }) => {
      const content = judged.type === "free" ? judged.content : judged.type === "withheld" ? judged.disclose() : undefined;
      return content === undefined ? [] : [[name, content] as const];
    }),
  );
}

/** A file that a document names: by whoever wrote it. A missing one is reported by the compiler, with where it is named. */
async function readNamed(document: vscode.Uri, path: string): Promise<Named> {
  const uri = resolvePath(document, path);
  const judged = uri === undefined ? undefined : await readNamedFile(document, uri);
  return { name: path, judged: judged ?? { type: "missing" } };
}

function decode(bytes: Uint8Array | undefined): string | undefined {
  return bytes && decodeFileText(bytes, TextDecoder);
}
