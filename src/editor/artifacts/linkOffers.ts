/** Offers to link files, as lenses at the location of their prompt, until each is answered. */
import { randomUUID } from "node:crypto";
import path from "node:path";
import * as vscode from "vscode";
import { log } from "../base/log.ts";
import { cellScheme } from "../base/notebooks.ts";
import { settings } from "../base/settings.ts";
import { type LinkedFiles, type OfferedFiles, type OfferState, writeKeptOffers } from "./keptOffers.ts";
import { linkLanguageIds } from "./linkLanguages.ts";
import { openDocument } from "./openDocument.ts";
import { landmarkBefore } from "./relocate.ts";
import type { PromptLocation } from "./taskOrigin.ts";

interface Offer {
  files: LinkedFiles;
  location: () => PromptLocation;
  /** The text before the location when the link was offered; undefined: not read yet. */
  before: string | undefined;
  resolve: (isWanted: boolean) => void;
}

const offers = new Map<string, Offer>();
/** Offers of an earlier window, until their documents are opened. */
export const waitingOffers = new Set<OfferedFiles>();
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
    provider ??= vscode.languages.registerCodeLensProvider(
      linkLanguageIds.map((language) => ({ language })),
      { onDidChangeCodeLenses: changed.event, provideCodeLenses },
    );
    changed.fire();
    void readTextBefore(offer).then(() => keepOffers(state));
  });
  return { answered, answer: (isWanted) => offers.get(id)?.resolve(isWanted) };
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

function provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
  return [...offers].flatMap(([id, { files, location }]) => {
    const { uris } = files;
    const { uri, offset } = location();
    if (uri !== document.uri.toString()) return [];
    const { line } = document.positionAt(offset);
    const range = new vscode.Range(line, 0, line, 0);
    const name = path.posix.basename(uris[0]?.path ?? "");
    const title =
      uris.length === 1 ? vscode.l10n.t("Insert Link to {0}", shortenName(name)) : vscode.l10n.t("Insert Links to {0} Files", uris.length);
    const lens = (text: string, isWanted: boolean, isRule: boolean) => {
      const command = isWanted ? "generationStudio.insertOfferedLink" : "generationStudio.dismissLinkOffer";
      return new vscode.CodeLens(range, { command, title: text, tooltip: name, arguments: [id, isRule] });
    };
    const { t } = vscode.l10n;
    return [
      lens(`$(link) ${title}`, true, false),
      lens(t("Always"), true, true),
      lens(t("Dismiss"), false, false),
      lens(t("Never"), false, true),
    ];
  });
}

/** Beside a preview, a lens is as wide as half of the editors: a long name would hide the answers after it. */
function shortenName(name: string): string {
  const [start, end] = [8, 10];
  return name.length <= start + end + 1 ? name : `${name.slice(0, start)}…${name.slice(-end)}`;
}
