/** Offers again to link the files that an earlier window of the workspace offered, when their documents are opened. */
import * as vscode from "vscode";
import { uriExists } from "../base/existence.ts";
import { report } from "../base/report.ts";
import { isLinked, offerLink } from "./insertLink.ts";
import { type KeptOffers, type OfferState, readKeptOffers } from "./keptOffers.ts";
import { keepOffers, waitingOffers } from "./linkOffers.ts";
import { relocate } from "./relocate.ts";
import { trackLocation } from "./trackLocation.ts";

/** Offers whose documents, files or text are gone, or whose files were linked meanwhile, are forgotten. */
export async function restoreOffers(state: OfferState): Promise<vscode.Disposable> {
  const kept = readKeptOffers(state);
  for (const offer of kept) waitingOffers.add(offer);
  for (const offer of kept) if (!(await uriExists(vscode.Uri.parse(offer.location.uri, true)))) waitingOffers.delete(offer);
  keepOffers(state);
  const offerIn = (document: vscode.TextDocument) => {
    for (const offer of [...waitingOffers].filter(({ location }) => location.uri === document.uri.toString())) {
      waitingOffers.delete(offer);
      void offerAgain(state, offer, document).catch(report);
    }
  };
  vscode.workspace.textDocuments.forEach(offerIn);
  return vscode.workspace.onDidOpenTextDocument(offerIn);
}

async function offerAgain(state: OfferState, { files, location }: KeptOffers, document: vscode.TextDocument): Promise<void> {
  const { uri, languageId } = location;
  const areThere = (await Promise.all(files.uris.map(uriExists))).every(Boolean);
  const offset = relocate(document.getText(), location.offset, location.before);
  if (!areThere || offset === undefined || (await isLinked(files, { uri, languageId, offset }))) {
    keepOffers(state);
    return;
  }
  const tracked = trackLocation({ uri, languageId, offset });
  await offerLink(files, tracked.now, "ask", state).done.finally(() => tracked.dispose());
}
