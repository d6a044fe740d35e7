/** Drags results into documents, the chat and the Explorer. */
import { resultType } from "../../library/resultType.ts";
import type { PanelEntry } from "../../library/toLibrary.ts";
import type { LibraryStore } from "./libraryStore.ts";
import { meantBy, nameOf, namesOf, type Selection } from "./selection.ts";

/** Includes VS Code's own type, because Chromium does not pass on file addresses that a page sets under the standard type. */
const uriTypes = ["application/vnd.code.uri-list", "text/uri-list"];

/**
 * Drags all selected results, if this one is among them. Documents insert links from the results' data; the chat attaches the addresses.
 */
export function dragResults(store: Pick<LibraryStore, "entryOf">, selection: Selection, entry: PanelEntry, transfer: DataTransfer): void {
  const meant = meantBy(selection, entry);
  const entries = [...meant.keys()].flatMap((number) => store.entryOf(number) ?? []).filter(({ isMissing }) => isMissing !== true);
  const selected = meant.size > 1 ? { selected: namesOf(meant) } : {};
  transfer.effectAllowed = "copyLink";
  for (const type of uriTypes) transfer.setData(type, entries.map(({ uri }) => uri).join("\r\n"));
  transfer.setData(resultType, JSON.stringify({ ...nameOf(entry.number, entry.task ?? ""), ...selected }));
  transfer.setData("text/plain", entries.map(({ name }) => name).join("\n"));
}
