/** Offers to link files, as lenses at the location of their prompt, until each is answered. */
import { randomUUID } from "node:crypto";
import path from "node:path";
import * as vscode from "vscode";
import { log } from "../base/log.ts";
import { cellScheme } from "../base/notebooks.ts";
import { pickRow } from "../base/pickRow.ts";
import { announce } from "../base/report.ts";
import { settings } from "../base/settings.ts";
import { type KeptOffers, type LinkedFiles, type OfferState, writeKeptOffers } from "./keptOffers.ts";
import { linkLanguageIds } from "./linkLanguages.ts";
import { openDocument } from "./openDocument.ts";
import { landmarkBefore } from "./relocate.ts";
import { shortenName } from "./shortenName.ts";
import type { PromptLocation } from "./taskOrigin.ts";

const { t } = vscode.l10n;

interface Offer {
  files: LinkedFiles;
  location: () => PromptLocation;
  /** The text before the location when the link was offered; undefined: not read yet. */
  before: string | undefined;
  resolve: (isWanted: boolean) => void;
}

/** Lines above the end of an offer's text at which to look for the start of its paragraph. */
const longestParagraph = 200;

const offers = new Map<string, Offer>();
/** Offers of an earlier window, until their documents are opened. */
export const waitingOffers = new Set<KeptOffers>();
const changed = new vscode.EventEmitter<void>();
/** Registered only while there are offers. */
let provider: vscode.Disposable | undefined;

/** Whether an editor shows lenses at a location. Those of notebook cells never do. */
export function hasLenses({ uri, languageId }: PromptLocation): boolean {
  const document = vscode.Uri.parse(uri, true);
  return document.scheme !== cellScheme && settings.showsCodeLenses({ uri: document, languageId });
}

/** `answered`: resolves with the user's answer, also if it is given elsewhere with `answer`. The offer is kept in `state` until then. */
export function offerAtLocation(
  files: LinkedFiles,
  location: () => PromptLocation,
  state: OfferState,
): { answered: Promise<boolean>; answer: (isWanted: boolean) => void } {
  const id = randomUUID();
  const answered = new Promise<boolean>((resolve) => {
    const end = (isWanted: boolean) => {
      if (!offers.delete(id)) return;
      changed.fire();
      keepOffers(state);
      if (offers.size === 0) {
        provider?.dispose();
        provider = undefined;
      }
      resolve(isWanted);
    };
    const offer: Offer = { files, location, before: undefined, resolve: end };
    offers.set(id, offer);
    provider ??= registerProviders();
    changed.fire();
    void readTextBefore(offer).then(() => keepOffers(state));
  });
  return { answered, answer: (isWanted) => offers.get(id)?.resolve(isWanted) };
}

function registerProviders(): vscode.Disposable {
  const selector = linkLanguageIds.map((language) => ({ language }));
  return vscode.Disposable.from(
    vscode.languages.registerCodeLensProvider(selector, { onDidChangeCodeLenses: changed.event, provideCodeLenses }),
    vscode.languages.registerCodeActionsProvider(selector, { provideCodeActions }),
  );
}

/** If the document is gone, there is no text, and the offer is not kept. */
async function readTextBefore(offer: Offer): Promise<void> {
  const document = await openDocument(offer.location());
  if (document !== undefined) offer.before = landmarkBefore(document.getText(), offer.location().offset);
}

/** The next window of the workspace offers what is open again. */
export function keepOffers(state: OfferState): void {
  const shown = [...offers.values()].flatMap(({ files, location, before }) =>
    before === undefined || !hasLenses(location()) ? [] : [{ files, location: { ...location(), before } }],
  );
  writeKeptOffers(state, [...waitingOffers, ...shown]).catch((error: unknown) => log.error("The open offers could not be kept.", error));
}

/**
 * @param id As in the lens's command.
 * @param isRule The answer is that to all future offers, too.
 * Returns whether the offer was still open.
 */
export async function answerOffer(id: unknown, isWanted: boolean, isRule: unknown): Promise<boolean> {
  const offer = typeof id === "string" ? offers.get(id) : undefined;
  if (offer !== undefined && isRule === true) await settings.setInsertLink(isWanted ? "always" : "never");
  offer?.resolve(isWanted);
  return offer !== undefined;
}

/** The files were linked in the document in another way. */
export function endOffers(uris: readonly vscode.Uri[], document: vscode.TextDocument): void {
  const linked = new Set(uris.map(String));
  const isUsed = (offer: Offer) =>
    offer.location().uri === document.uri.toString() && offer.files.uris.every((uri) => linked.has(String(uri)));
  for (const offer of [...offers.values()].filter(isUsed)) offer.resolve(false);
}

/** The open offers of a document, by the line above which they are shown. */
function offersIn(document: vscode.TextDocument): Map<number, [id: string, offer: Offer][]> {
  const own = [...offers].filter(([, { location }]) => location().uri === document.uri.toString());
  return Map.groupBy(own, ([, { location }]) => firstLineOf(document, location().offset));
}

/** The first line of the paragraph that an offer's text is in: a selection by mouse may end at the start of the next line. */
function firstLineOf(document: vscode.TextDocument, offset: number): number {
  const { line: end, character } = document.positionAt(offset);
  let line = character === 0 && end > 0 && !document.lineAt(end - 1).isEmptyOrWhitespace ? end - 1 : end;
  while (line > 0 && end - line < longestParagraph && !document.lineAt(line - 1).isEmptyOrWhitespace) line -= 1;
  return line;
}

/** One lens inserts, as a line has no room for more; the other answers are in the list. */
function provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
  return [...offersIn(document)].flatMap(([line, found]) => {
    const range = new vscode.Range(line, 0, line, 0);
    const ids = found.map(([one]) => one);
    const [id, files] = found.length === 1 ? [found[0]?.[0], found[0]?.[1].files] : [];
    const choose = (title: string) => new vscode.CodeLens(range, { command: "generationStudio.chooseLinkOffer", title, arguments: [ids] });
    if (id === undefined || files === undefined) return [choose(`$(link) ${t("Insert Link ({0})…", found.length)}`)];
    const insert = {
      command: "generationStudio.insertOfferedLink",
      title: `$(link) ${titleOf(files)}`,
      tooltip: nameOf(files),
      arguments: [id],
    };
    return [new vscode.CodeLens(range, insert), choose(t("More…"))];
  });
}

/** The offers of the paragraph at the cursor. */
function provideCodeActions(document: vscode.TextDocument, { start }: vscode.Range): vscode.CodeAction[] {
  const line = firstLineOf(document, document.offsetAt(document.lineAt(start.line).range.end));
  return (offersIn(document).get(line) ?? []).map(([id, { files }]) => {
    const action = new vscode.CodeAction(titleOf(files), vscode.CodeActionKind.QuickFix);
    action.command = { command: "generationStudio.insertOfferedLink", title: titleOf(files), arguments: [id] };
    return action;
  });
}

const nameOf = ({ uris }: LinkedFiles) => path.posix.basename(uris[0]?.path ?? "");

function titleOf(files: LinkedFiles): string {
  return files.uris.length === 1 ? t("Insert Link to {0}", shortenName(nameOf(files))) : t("Insert Links to {0} Files", files.uris.length);
}

/**
 * Lists open offers, and the other answers to them. `given`: their ids; by default all of the active editor's document.
 * Returns whether an offer was answered.
 */
export async function chooseOffer(given: unknown): Promise<boolean> {
  const { window, QuickPickItemKind } = vscode;
  const document = window.activeTextEditor?.document;
  const shown = document === undefined ? [] : [...offersIn(document).values()].flat().map(([id]) => id);
  const ids = Array.isArray(given) ? given.filter((id): id is string => typeof id === "string" && offers.has(id)) : shown;
  if (ids.length === 0) {
    void announce(t("No link is offered in this document. Insert Link on a task or a result links it at the cursor."));
    return false;
  }
  const rows = ids.flatMap((id) => {
    const files = offers.get(id)?.files;
    return files === undefined
      ? []
      : [{ label: `$(link) ${titleOf(files)}`, description: nameOf(files), answers: [id], isWanted: true, isRule: false }];
  });
  const all = { answers: ids, isRule: false };
  const items: (vscode.QuickPickItem & { answers?: readonly string[]; isWanted?: boolean; isRule?: boolean })[] = [
    ...rows,
    ...(rows.length > 1 ? [{ label: t("Insert All"), ...all, isWanted: true }] : []),
    { label: "", kind: QuickPickItemKind.Separator },
    { label: t("Dismiss"), ...all, isWanted: false },
    { label: t("Always Insert Links"), ...all, isWanted: true, isRule: true },
    { label: t("Never Offer Links"), ...all, isWanted: false, isRule: true },
  ];
  const picked = await pickRow(items, { title: t("Insert Link") });
  if (picked?.answers === undefined) return false;
  for (const id of picked.answers) await answerOffer(id, picked.isWanted === true, picked.isRule);
  return true;
}
