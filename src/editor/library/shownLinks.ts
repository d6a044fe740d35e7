/** Sends the page the documents that link to the result whose details it shows. */
import * as vscode from "vscode";
import type { PanelLink } from "../../library/toLibrary.ts";
import type { LibraryEntry } from "../../tasks/library/library.ts";
import { artifactUri } from "../artifacts/artifactUri.ts";
import { log } from "../log.ts";
import type { LinkingDocuments } from "./linkingDocuments.ts";

/** Milliseconds within which changes are combined. */
const changeMilliseconds = 200;

export interface ShownLinks extends vscode.Disposable {
  /** Called when the page shows this result. */
  show(entry: LibraryEntry): Promise<void>;
  /** Whether the document was sent to the page. */
  has(document: string): boolean;
}

export interface ShownLinksOptions {
  /** Nothing is searched while the page is not visible. */
  isReady(): boolean;
  /** Sends a result's links to the page, initially and after a document has changed. */
  post(number: number, links: PanelLink[]): void;
}

export function createShownLinks({ isReady, post }: ShownLinksOptions): ShownLinks {
  let linking: LinkingDocuments | undefined;
  let changing: NodeJS.Timeout | undefined;
  let shown: LibraryEntry | undefined;
  let known: ReadonlySet<string> = new Set();

  async function postLinks(): Promise<void> {
    if (shown === undefined || !isReady()) return;
    const entry = shown;
    const { createLinkingDocuments } = await import("./linkingDocuments.ts");
    linking ??= createLinkingDocuments(() => {
      changing ??= setTimeout(() => {
        changing = undefined;
        postLinks().catch((error: unknown) => log.error("library", error));
      }, changeMilliseconds);
    });
    const found = await linking.find(artifactUri(entry.artifact));
    if (shown !== entry) return;
    known = new Set(found.map(({ uri }) => uri.toString()));
    post(
      entry.number,
      found.map(({ uri, line }) => ({ document: uri.toString(), name: vscode.workspace.asRelativePath(uri), line })),
    );
  }

  return {
    show(entry) {
      shown = entry;
      return postLinks();
    },
    has: (document) => known.has(document),
    dispose() {
      clearTimeout(changing);
      linking?.dispose();
    },
  };
}
