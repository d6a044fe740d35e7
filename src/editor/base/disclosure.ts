/** Reads what the editor may send by the rule of `judge`, and asks the user about the rest. */
import path from "node:path";
import * as vscode from "vscode";
import { inOneLine } from "../../contract/hiddenCharacters.ts";
import { type Judged, judge, type Location, placeholderIn, type Reason } from "../../disclosure/judge.ts";
import type { Placeholder } from "../../disclosure/placeholder.ts";
import { locate } from "../../disclosure/readToSend.ts";
import { isBelow } from "./leadsInside.ts";
import { fileOfDocument } from "./notebooks.ts";
import { choose } from "./report.ts";

const { t } = vscode.l10n;

export interface DisclosureOptions {
  /** The folder that the file must not lead out of; without it, the file's workspace folder. */
  root?: vscode.Uri | undefined;
  /** The user has chosen this very file. */
  isChosen?: boolean;
}

/** `content`: what was read from the file, or from the editor that shows it; `text`: its text or bytes. */
export async function judgeFile<Content>(
  uri: vscode.Uri,
  content: Content,
  text: string | Uint8Array,
  { root, isChosen = false }: DisclosureOptions = {},
): Promise<Judged<Content>> {
  return judge(content, text, await locateFile(uri, root), { isChosen });
}

/** Where the file of a document is. A document that was never saved is nowhere else. */
export async function locateFile(document: vscode.Uri, root?: vscode.Uri): Promise<Location> {
  const file = fileOfDocument(document);
  const folder = root ?? vscode.workspace.getWorkspaceFolder(file)?.uri;
  if (file.scheme === "file") return locate(file.fsPath, folder?.scheme === "file" ? [folder.fsPath] : []);
  const isInside = file.scheme === "untitled" || (folder !== undefined && isBelow(folder, file));
  const named = folder !== undefined && isInside ? path.posix.relative(folder.path, file.path) : file.path;
  return { named, real: named, isNamedInside: isInside, isInside };
}

/** Something that was judged, with its name for the user. */
export interface NamedJudged<Content> {
  name: string;
  judged: Judged<Content>;
}

/** What may be attached without a question or after the user's consent. @throws Error with a message for the user. */
export async function requireConsent<Content>(name: string, judged: Judged<Content>): Promise<Content> {
  for (const content of await askToAttach([{ name, judged }])) return content;
  throw new Error(t("{0} was not attached.", name));
}

/**
 * The same for several: what may be attached, in its order. One question is asked for all of them.
 * @throws PlaceholderError
 */
export async function askToAttach<Content>(all: readonly NamedJudged<Content>[]): Promise<Content[]> {
  refusePlaceholders(all);
  const withheld = all.filter(({ judged }) => judged.type === "withheld");
  const [first] = withheld;
  const question =
    withheld.length === 1
      ? t("{0} may contain something private. Attach it?", inOneLine(first?.name ?? ""))
      : t("{0} files may contain something private. Attach them?", withheld.length);
  const attach = t("Attach");
  const isAllowed = first === undefined || (await choose(question, [attach], describeWithheld(withheld))) === attach;
  return all.flatMap(({ judged }) => {
    if (judged.type === "missing" || (judged.type === "withheld" && !isAllowed)) return [];
    return [judged.type === "free" ? judged.content : judged.disclose()];
  });
}

/** A file's content is kept elsewhere; the message says how to get it. */
export class PlaceholderError extends Error {}

/** @throws PlaceholderError */
export function refusePlaceholders(all: readonly NamedJudged<unknown>[]): void {
  for (const { name, judged } of all) {
    const found = placeholderIn(judged);
    if (found !== undefined) throw new PlaceholderError(describePlaceholder(name, found));
  }
}

function describePlaceholder(name: string, { of, command }: Placeholder): string {
  return t("{0} is only a pointer of {1}, without the file's content. '{2}' gets it.", name, of, command);
}

/** A line for each reason, for the detail of a question. */
export function describeWithheld(all: readonly NamedJudged<unknown>[]): string {
  return all
    .flatMap(({ name, judged }) =>
      judged.type === "withheld" ? judged.reasons.map((one) => inOneLine(`${name}: ${describeReason(one)}`)) : [],
    )
    .join("\n");
}

function describeReason(reason: Reason): string {
  switch (reason.type) {
    case "clipboard":
      return t("the clipboard, which may contain a password");
    case "address":
      return t("it is an address of this machine or its network");
    case "outside":
      return t("it is outside, at {0}", reason.path);
    case "placeholder":
      return t("it is only a pointer of {0}, without the file's content", reason.placeholder.of);
    case "name":
      return t("{0} is probably a file of secrets", reason.path);
    case "content":
      switch (reason.secret.type) {
        case "privateKey":
          return t("it contains a private key");
        case "token":
          return t("it contains a token of {0}", reason.secret.of);
        case "webToken":
          return t("it contains a JSON Web Token");
        case "urlPassword":
          return t("it contains a URL with a password");
        case "named":
          return t("it contains a secret, {0}", reason.secret.name);
      }
  }
}
