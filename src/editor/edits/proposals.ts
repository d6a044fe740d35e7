/** All open proposals of edits: at most one per file. */
import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { cellScheme, fileOfDocument } from "../base/notebooks.ts";
import { renamedUri } from "../base/renamedUri.ts";
import { report } from "../base/report.ts";
import { showDocument } from "../base/showDocument.ts";
import { createLenses } from "./lenses.ts";
import { onSavedAs } from "./onSavedAs.ts";
import { Proposal, type ProposalOptions, type ProposalOutcome, proposalScheme } from "./proposal.ts";

export class Proposals implements vscode.Disposable {
  readonly #open = new Map<string, Proposal>();
  /** By the file's URI. Resolves when the file's last proposal has ended. */
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #contentChanged = new vscode.EventEmitter<vscode.Uri>();
  readonly #lensesChanged = new vscode.EventEmitter<void>();
  readonly #listeners: vscode.Disposable;

  constructor() {
    this.#listeners = vscode.Disposable.from(
      this.#contentChanged,
      this.#lensesChanged,
      vscode.workspace.registerTextDocumentContentProvider(proposalScheme, {
        onDidChange: this.#contentChanged.event,
        provideTextDocumentContent: (uri) => this.find(uri)?.textOf(uri),
      }),
      // VS Code ignores changes between its request for the text and the opening of the document.
      vscode.workspace.onDidOpenTextDocument(({ uri }) => {
        if (uri.scheme === proposalScheme) this.#contentChanged.fire(uri);
      }),
      vscode.languages.registerCodeLensProvider("*", {
        onDidChangeCodeLenses: this.#lensesChanged.event,
        provideCodeLenses: ({ uri }) => {
          const proposal = this.find(uri);
          return proposal === undefined ? [] : createLenses(proposal, uri);
        },
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.#ofFile(document.uri)?.follow(document);
      }),
      vscode.workspace.onDidRenameFiles(({ files }) => {
        for (const { oldUri, newUri } of files) this.#follow(oldUri.toString(), newUri.toString());
      }),
      onSavedAs(
        (untitled) => this.#ofFile(untitled) !== undefined,
        (untitled, file) => {
          this.#follow(untitled.toString(), file.uri.toString());
          this.#ofFile(file.uri)?.follow(file);
        },
      ),
      vscode.workspace.onDidDeleteFiles(({ files }) => {
        const isDeleted = (uri: string) => files.some((file) => renamedUri(uri, file.toString(), "") !== uri);
        for (const proposal of this.#open.values()) if (isDeleted(fileOfDocument(proposal.uri).toString())) proposal.setGone(true);
      }),
      vscode.workspace.onDidCreateFiles(({ files }) => {
        for (const uri of files) this.#follow(uri.toString(), uri.toString());
      }),
      vscode.workspace.onDidChangeNotebookDocument(({ contentChanges }) => {
        for (const { document } of contentChanges.flatMap(({ removedCells }) => removedCells)) this.#ofFile(document.uri)?.setGone(true);
        for (const { document } of contentChanges.flatMap(({ addedCells }) => addedCells)) this.#ofFile(document.uri)?.setGone(false);
      }),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const { input } of closed) {
          if (!(input instanceof vscode.TabInputTextDiff)) continue;
          const proposal = this.find(input.modified);
          // VS Code closes a tab in its old group when it moves to another group.
          if (input.modified.scheme === proposalScheme && proposal?.tabs().length === 0) void proposal.reject();
        }
      }),
    );
  }

  /** @param uri URI of a file, or of a side of its diff. */
  find(uri: vscode.Uri): Proposal | undefined {
    return uri.scheme === proposalScheme ? this.#open.get(uri.path.split("/")[1] ?? "") : this.#ofFile(uri);
  }

  /** A proposal, and those that wait for it, follow a file that is renamed, or created again. */
  #follow(from: string, to: string): void {
    for (const proposal of this.#open.values()) {
      const file = fileOfDocument(proposal.uri).toString();
      const renamed = renamedUri(file, from, to);
      if (renamed === file && file !== to) continue;
      const uri = vscode.Uri.parse(renamed, true);
      if (proposal.uri.scheme === cellScheme) void followCell(proposal, uri).catch(report);
      else {
        if (renamed !== file) proposal.moveTo(uri);
        proposal.setGone(false);
      }
    }
    for (const [uri, turn] of [...this.#turns]) {
      const renamed = renamedUri(uri, from, to);
      if (renamed === uri) continue;
      this.#turns.delete(uri);
      this.#turns.set(renamed, turn);
    }
  }

  #ofFile(uri: vscode.Uri): Proposal | undefined {
    const wanted = uri.toString();
    return [...this.#open.values()].find((proposal) => proposal.uri.toString() === wanted);
  }

  /**
   * Begins a proposal once the user has decided on earlier ones for the same file.
   * @param begin Returns undefined if there is nothing left to propose.
   */
  async whenFree(uri: vscode.Uri, begin: () => Promise<Proposal | undefined>): Promise<Proposal | undefined> {
    const key = uri.toString();
    const before = this.#turns.get(key);
    const begun = (before ?? Promise.resolve()).then(begin);
    const turn = begun.then((proposal) => proposal?.ended).catch(() => undefined);
    this.#turns.set(key, turn);
    void turn.then(() => {
      for (const [name, waiting] of this.#turns) if (waiting === turn) this.#turns.delete(name);
    });
    return begun;
  }

  /** @param document undefined: the file does not exist yet. */
  begin(uri: vscode.Uri, document: vscode.TextDocument | undefined, options: ProposalOptions): Proposal {
    const id = randomUUID();
    const proposal = new Proposal(id, uri, document, options, {
      changed: (changed) => this.#update(changed),
      ended: (ended, outcome) => {
        this.#open.delete(id);
        return this.#finish(ended, outcome);
      },
    });
    this.#open.set(id, proposal);
    return proposal;
  }

  #update(proposal: Proposal): void {
    this.#contentChanged.fire(proposal.currentUri);
    this.#contentChanged.fire(proposal.proposedUri);
    this.#lensesChanged.fire();
    this.#updateMenus();
  }

  async #finish(proposal: Proposal, outcome: ProposalOutcome): Promise<void> {
    this.#lensesChanged.fire();
    this.#updateMenus();
    try {
      const tabs = proposal.tabs();
      const viewColumn = tabs[0]?.group.viewColumn;
      if (tabs.length > 0) await vscode.window.tabGroups.close(tabs);
      if (outcome === "accepted") await showDocument(proposal.uri, viewColumn);
    } catch (error) {
      // What waits for the end of the proposal does not wait for the user's answer to the message.
      void report(error);
    }
  }

  /** For the menus' `when` clauses. `resourcePath` is a path on this machine or, in a remote window, the path of the URI. */
  #updateMenus(): void {
    const pathsOf = (proposals: readonly Proposal[]) =>
      proposals.flatMap(({ uri, currentUri, proposedUri }) => [uri, currentUri, proposedUri]).flatMap((one) => [one.fsPath, one.path]);
    const decidable = [...this.#open.values()].filter((proposal) => !proposal.isWriting && proposal.review.open.length > 0);
    const revisable = [...this.#open.values()].filter((proposal) => proposal.canRevise);
    void vscode.commands.executeCommand("setContext", "generationStudio.proposals", pathsOf(decidable));
    void vscode.commands.executeCommand("setContext", "generationStudio.revisableProposals", pathsOf(revisable));
  }

  dispose(): void {
    this.#listeners.dispose();
  }
}

/** The address of a cell changes with its notebook's, so it is found by its text. */
async function followCell(proposal: Proposal, uri: vscode.Uri): Promise<void> {
  const cells = (await vscode.workspace.openNotebookDocument(uri)).getCells();
  const text = proposal.review.current.join("\n");
  const [cell, other] = cells.filter(({ document }) => document.getText().replaceAll("\r\n", "\n") === text);
  const isFound = cell !== undefined && other === undefined;
  if (isFound) proposal.moveTo(cell.document.uri);
  proposal.setGone(!isFound);
}
