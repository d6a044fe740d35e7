/** Offers to link files, as lenses at the location of their prompt, until each is used or dismissed. */
import { randomUUID } from "node:crypto";
import path from "node:path";
import * as vscode from "vscode";
import { linkLanguageIds } from "./linkLanguages.ts";
import type { PromptLocation } from "./taskOrigin.ts";

interface Offer {
  uris: readonly vscode.Uri[];
  location: () => PromptLocation;
  resolve: (isWanted: boolean) => void;
}

const offers = new Map<string, Offer>();
const changed = new vscode.EventEmitter<void>();
/** Registered only while there are offers. */
let provider: vscode.Disposable | undefined;

/** Resolves with the user's answer; false also if the signal is aborted. */
export function offerAtLocation(uris: readonly vscode.Uri[], location: () => PromptLocation, signal: AbortSignal): Promise<boolean> {
  const id = randomUUID();
  return new Promise((resolve) => {
    const end = (isWanted: boolean) => {
      if (!offers.delete(id)) return;
      changed.fire();
      if (offers.size === 0) {
        provider?.dispose();
        provider = undefined;
      }
      resolve(isWanted);
    };
    offers.set(id, { uris, location, resolve: end });
    signal.addEventListener("abort", () => end(false), { once: true });
    provider ??= vscode.languages.registerCodeLensProvider(
      linkLanguageIds.map((language) => ({ language })),
      { onDidChangeCodeLenses: changed.event, provideCodeLenses },
    );
    changed.fire();
  });
}

/** @param id As in the lens's command. Returns whether the offer was still open. */
export function answerOffer(id: unknown, isWanted: boolean): boolean {
  const offer = typeof id === "string" ? offers.get(id) : undefined;
  offer?.resolve(isWanted);
  return offer !== undefined;
}

function provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
  return [...offers].flatMap(([id, { uris, location }]) => {
    const { uri, offset } = location();
    if (uri !== document.uri.toString()) return [];
    const { line } = document.positionAt(offset);
    const range = new vscode.Range(line, 0, line, 0);
    const name = path.posix.basename(uris[0]?.path ?? "");
    const title = uris.length === 1 ? vscode.l10n.t("Insert Link to {0}", name) : vscode.l10n.t("Insert Links to {0} Files", uris.length);
    const lens = (command: string, text: string) => new vscode.CodeLens(range, { command, title: text, arguments: [id] });
    return [
      lens("generationStudio.insertOfferedLink", `$(link) ${title}`),
      lens("generationStudio.dismissLinkOffer", `$(close) ${vscode.l10n.t("Dismiss")}`),
    ];
  });
}
