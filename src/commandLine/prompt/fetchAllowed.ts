/** Gets the values of a document, and the files that it names, as far as the command line may send or read them. */
import path from "node:path";
import { describeReason, type Judged, type Reason } from "../../disclosure/judge.ts";
import { judgeWords } from "../../disclosure/judgeWords.ts";
import { findNeeds } from "../../prompt/compile/findNeeds.ts";
import { readNamed } from "../../prompt/files/documentFolder.ts";
import { fetchValues } from "../../prompt/files/fetchValues.ts";
import type { PromptDocument } from "../../prompt/parse/promptDocument.ts";
import type { TestCase } from "../../prompt/testing/readTests.ts";
import type { SuppliedValues } from "../../prompt/variables/variableSets.ts";

/** What the user allows a document to send. */
export interface Allowed {
  /** Files outside the document's folder and the current folder. */
  outside: boolean;
  /** Files with private keys, tokens or passwords, and files whose names say so. */
  secrets: boolean;
  /** Addresses of this machine and its network, which the service fetches. */
  local: boolean;
}

export interface ValueOptions {
  values: Readonly<Record<string, string>>;
  /** As written: QUESTION=TEXT. */
  answers: readonly string[];
  allowed: Allowed;
  /** Receives progress messages. */
  report(line: string): void;
}

/** The folders whose files may be read. */
function allowedFolders(file: string): string[] {
  return [path.dirname(path.resolve(file)), process.cwd()];
}

const options = {
  outside: "outside",
  name: "secrets",
  content: "secrets",
  clipboard: "secrets",
  address: "local",
  placeholder: undefined,
} as const satisfies Record<Reason["type"], keyof Allowed | undefined>;

/** Whether the user allows it; otherwise, the option that would is reported. `name`: what the document calls it. */
function allowsReason(file: string, name: string, reason: Reason, { allowed, report }: Pick<ValueOptions, "allowed" | "report">): boolean {
  const option = options[reason.type];
  if (option !== undefined && allowed[option]) return true;
  const why = reason.type === "outside" ? "is outside the document's folder" : describeReason(reason);
  report(`${file}: error: \`${name}\` ${why}${option === undefined ? "" : `; --allow-${option} sends it`}.`);
  return false;
}

/**
 * `tests`: the cases that are run. undefined: a file, an address or a value is not sent, which was reported. Values are judged because they
 * come from scripts: `--value "file=$(cat config.yaml)"`.
 */
export function fetchAllowed(
  file: string,
  document: PromptDocument,
  given: ValueOptions,
  tests: readonly TestCase[] = [],
): Promise<SuppliedValues | undefined> {
  const { values } = given;
  const answers = splitAnswers(given.answers, findNeeds(document, tests).questions);
  const words = [...Object.entries(values), ...Object.entries(answers)].map(([name, text]) => release(file, name, judgeWords(text), given));
  if (words.includes(undefined)) return Promise.resolve(undefined);
  const allows = (address: string, reason: Reason) => allowsReason(file, address, reason, given);
  return fetchValues(file, document, { values, answers, tests, folders: allowedFolders(file), allows });
}

/** The document's questions decide where one with `=` ends. */
function splitAnswers(written: readonly string[], questions: readonly string[]): Record<string, string> {
  const longestFirst = questions.toSorted((one, other) => other.length - one.length);
  return Object.fromEntries(
    written.map((pair) => {
      const question = longestFirst.find((one) => pair.startsWith(`${one}=`)) ?? pair.slice(0, pair.indexOf("="));
      return [question, pair.slice(question.length + 1)];
    }),
  );
}

/** Reads a file that a document names. undefined: it cannot be read, or must not, which was reported. */
export async function readAllowed(
  file: string,
  address: string,
  given: Pick<ValueOptions, "allowed" | "report">,
): Promise<Buffer | undefined> {
  return release(file, address, await readNamed(file, address, allowedFolders(file)), given);
}

/** undefined: it is missing, or is not sent, which was reported. */
function release<Content>(
  file: string,
  name: string,
  judged: Judged<Content>,
  given: Pick<ValueOptions, "allowed" | "report">,
): Content | undefined {
  if (judged.type !== "withheld") return judged.type === "free" ? judged.content : undefined;
  return judged.reasons.map((reason) => allowsReason(file, name, reason, given)).every(Boolean) ? judged.disclose() : undefined;
}
