/** Offers again to link the files that an earlier window of the workspace offered. */
import { exists } from "../existence.ts";
import { report } from "../report.ts";
import { isLinked, offerLink } from "./insertLink.ts";
import { keepOffers, type OfferedFiles, type OfferState, readKeptOffers } from "./keptOffers.ts";
import { openDocument } from "./openDocument.ts";
import { relocate } from "./relocate.ts";
import { trackLocation } from "./trackLocation.ts";

/** Offers whose files or text are gone, or whose files were linked meanwhile, are forgotten. */
export async function restoreOffers(state: OfferState): Promise<void> {
  const found = (await Promise.all(readKeptOffers(state).map(findAgain))).filter((one) => one !== undefined);
  if (found.length === 0) await keepOffers(state, []);
  for (const { files, location } of found) {
    const tracked = trackLocation(location);
    const offer = offerLink(files, tracked.now, "ask", state);
    void offer.done.catch((error: unknown) => report(error)).finally(() => tracked.dispose());
  }
}

async function findAgain({ files, location }: OfferedFiles): Promise<OfferedFiles | undefined> {
  const document = await openDocument(location);
  const offset = document && relocate(document.getText(), location.offset, location.before);
  if (document === undefined || offset === undefined) return undefined;
  const now = { uri: document.uri.toString(), languageId: location.languageId, offset };
  const areThere = (await Promise.all(files.uris.map(exists))).every(Boolean);
  return areThere && !(await isLinked(files, now)) ? { files, location: now } : undefined;
}
