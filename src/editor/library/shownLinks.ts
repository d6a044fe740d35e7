/** Sends the page the documents that link to the result whose details it shows. */
import * as vscode from "vscode";
import type { LibraryEntry } from "../../generations/library/library.ts";
import type { PanelLink } from "../../library/libraryProtocol.ts";
import { artifactUri } from "../base/artifactUri.ts";
import { log } from "../base/log.ts";
import type { LinkingDocuments } from "./linkingDocuments.ts";

/** Milliseconds within which changes are combined. */
const changeMilliseconds = 200;

interface ShownLinksOptions {
  /** Nothing is searched while the page is not visible. */
  isReady(): boolean;
  /** Sends a result's links to the page, at first and after a document has changed. */
  push(number: number, links: PanelLink[]): void;
}

export class ShownLinks implements vscode.Disposable {
  readonly #options: ShownLinksOptions;
  #linking: LinkingDocuments | undefined;
  #changing: NodeJS.Timeout | undefined;
  #shown: LibraryEntry | undefined;
  #known: ReadonlySet<string> = new Set();

  constructor(options: ShownLinksOptions) {
    this.#options = options;
  }

  /** Called when the page shows this result. */
  show(entry: LibraryEntry): Promise<void> {
    this.#shown = entry;
    return this.#pushLinks();
  }

  /** Whether the document was sent to the page. */
  has(document: string): boolean {
    return this.#known.has(document);
  }

  dispose(): void {
    clearTimeout(this.#changing);
    this.#linking?.dispose();
  }

  async #pushLinks(): Promise<void> {
    const entry = this.#shown;
    if (entry === undefined || !this.#options.isReady()) return;
    const { LinkingDocuments } = await import("./linkingDocuments.ts");
    this.#linking ??= new LinkingDocuments(() => {
      this.#changing ??= setTimeout(() => {
        this.#changing = undefined;
        this.#pushLinks().catch((error: unknown) => log.error("library", error));
      }, changeMilliseconds);
    });
    const found = await this.#linking.find(artifactUri(entry.artifact));
    if (this.#shown !== entry) return;
    this.#known = new Set(found.map(({ uri }) => uri.toString()));
    this.#options.push(
      entry.number,
      found.map(({ uri, line }) => ({ document: uri.toString(), name: vscode.workspace.asRelativePath(uri), line })),
    );
  }
}
