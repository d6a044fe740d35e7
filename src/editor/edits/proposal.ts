/** A proposed edit of one file, shown as a diff of virtual documents until each of its changes is accepted or rejected. */
import path from "node:path";
import * as vscode from "vscode";
import { editOf, type LocatedHunk, splitLines } from "./hunks.ts";
import { Review, type ReviewedHunk } from "./review.ts";
import { untilShown } from "./untilShown.ts";

/** Scheme of both sides of the diff. */
export const proposalScheme = "generation-studio-proposal";

/** Milliseconds between two updates of the diff while text arrives. */
const updateInterval = 80;

/** VS Code refuses an edit of a document that changes at the same moment. */
const attempts = 10;

export type ProposalOutcome = "accepted" | "rejected" | "unchanged";

export interface ProposalOptions {
  /** Of the diff's tab. */
  title: string;
  /** Where the diff opens; undefined: in the active group. */
  viewColumn: vscode.ViewColumn | undefined;
  /** What can be done instead of a decision. */
  revise?: { tryAgain(): Promise<unknown>; refine(): Promise<unknown> };
}

export interface ProposalEvents {
  /** Its texts, its changes or what can be done with it are different now. */
  changed(proposal: Proposal): void;
  /** Resolves when its diff is closed. */
  ended(proposal: Proposal, outcome: ProposalOutcome): Promise<void>;
}

export class Proposal {
  readonly uri: vscode.Uri;
  /** The left side: the file's text as it is now. */
  readonly currentUri: vscode.Uri;
  /** The right side. */
  readonly proposedUri: vscode.Uri;
  readonly options: ProposalOptions;
  readonly review: Review;
  /** Resolves with the user's decision when the diff is closed; "accepted" if a part was. */
  readonly ended: Promise<ProposalOutcome>;
  readonly #events: ProposalEvents;
  /** undefined: the file does not exist, and is created when the proposal is accepted. */
  readonly #languageId: string | undefined;
  #resolveEnded: (outcome: ProposalOutcome) => void = () => undefined;
  #isEnded = false;
  #showing: Promise<void> | undefined;
  #writing: AbortController | undefined;
  #updates: NodeJS.Timeout | undefined;
  #isApplying = false;

  /** @param document undefined: there is no such file yet. */
  constructor(id: string, uri: vscode.Uri, document: vscode.TextDocument | undefined, options: ProposalOptions, events: ProposalEvents) {
    const side = (name: string) =>
      vscode.Uri.from({ scheme: proposalScheme, path: `/${id}/${name}/${path.posix.basename(uri.path) || "untitled"}` });
    this.uri = uri;
    this.currentUri = side("current");
    this.proposedUri = side("proposed");
    this.options = options;
    this.review = new Review(splitLines(document?.getText() ?? ""));
    this.ended = new Promise((resolve) => {
      this.#resolveEnded = resolve;
    });
    this.#events = events;
    this.#languageId = document?.languageId;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Text still arrives: nothing can be accepted yet. */
  get isWriting(): boolean {
    return this.#writing !== undefined;
  }

  get canRevise(): boolean {
    return this.options.revise !== undefined && !this.isWriting && !this.review.isBegun;
  }

  /** Which of its two texts a document shows; the file's own is the current one. */
  sideOf(uri: vscode.Uri): "current" | "proposed" {
    return uri.toString() === this.proposedUri.toString() ? "proposed" : "current";
  }

  textOf(uri: vscode.Uri): string {
    return this.review[this.sideOf(uri)].join("\n");
  }

  /**
   * Shows what `run` proposes, as it arrives; the user decides afterwards. A run before is stopped, and stays where this one brings nothing.
   * @param run gets a function that takes the whole text, made from `review.base`. Its signal is aborted when the proposal ends.
   * @throws what `run` throws; what arrived before stays to be decided on.
   */
  async fill(run: (propose: (lines: readonly string[]) => void, signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#writing?.abort();
    const writing = new AbortController();
    this.#writing = writing;
    let latest: readonly string[] | undefined;
    const update = () => {
      clearTimeout(this.#updates);
      this.#updates = undefined;
      if (latest === undefined || this.isEnded || this.#writing !== writing) return;
      this.review.propose(latest);
      latest = undefined;
      void this.show();
      this.#events.changed(this);
    };
    try {
      this.#events.changed(this);
      await run((lines) => {
        latest = lines;
        this.#updates ??= setTimeout(update, updateInterval);
      }, writing.signal);
    } finally {
      update();
      if (this.#writing === writing) {
        await this.#showing;
        // A text that began as the old one did has its first change further down than at first.
        await untilShown(this.proposedUri, this.review.proposed, this.ended);
        if (this.review.open.length > 0 && this.#isInFront()) {
          await this.#openDiff();
          this.#revealFirst();
        }
      }
      // Only now: the diff takes the focus, and what a revision asks for in an input would be closed by that.
      if (this.#writing === writing) {
        this.#writing = undefined;
        this.#settle("unchanged");
      }
    }
  }

  /** Opens the diff, or brings it to the front. */
  show(): Promise<void> {
    this.#showing = (this.#showing ?? this.#setLanguage()).then(() => (this.#isInFront() ? undefined : this.#openDiff()));
    return this.#showing;
  }

  async #setLanguage(): Promise<void> {
    const id = this.#languageId;
    if (id === undefined) return;
    for (const side of [this.currentUri, this.proposedUri]) {
      const document = await vscode.workspace.openTextDocument(side);
      if (document.languageId !== id) await vscode.languages.setTextDocumentLanguage(document, id);
    }
  }

  #isInFront(): boolean {
    return this.tabs().some((tab) => tab.isActive);
  }

  /** With the cursor at the first change. */
  async #openDiff(): Promise<void> {
    if (this.isEnded) return;
    const { title, viewColumn } = this.options;
    const first = this.review.open[0]?.line ?? 0;
    const options: vscode.TextDocumentShowOptions = {
      preview: false,
      selection: new vscode.Range(first, 0, first, 0),
      viewColumn: viewColumn ?? vscode.ViewColumn.Active,
    };
    await vscode.commands.executeCommand("vscode.diff", this.currentUri, this.proposedUri, title, options);
    // The user closed the diff while it was being opened again.
    if (this.#isEnded) await vscode.window.tabGroups.close(this.tabs());
  }

  /** In the centre: at the lower edge, the lenses above a change push it out of sight. */
  #revealFirst(): void {
    const line = this.review.open[0]?.line ?? 0;
    const name = this.proposedUri.toString();
    const editors = vscode.window.visibleTextEditors.filter(({ document }) => document.uri.toString() === name);
    for (const editor of editors) editor.revealRange(new vscode.Range(line, 0, line, 0), vscode.TextEditorRevealType.InCenter);
  }

  /** Of the diff; more than one where the user split it. */
  tabs(): vscode.Tab[] {
    const isOwn = ({ input }: vscode.Tab) =>
      input instanceof vscode.TabInputTextDiff && input.modified.toString() === this.proposedUri.toString();
    return vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter(isOwn);
  }

  /** The file's document changed. */
  follow(document: vscode.TextDocument): void {
    if (this.#isApplying || this.isEnded) return;
    this.review.follow(splitLines(document.getText()));
    this.#settle("rejected");
  }

  /**
   * Writes changes into the file, as one undo step. @param id of one change; undefined: all that are open.
   * @returns false where there is nothing to accept. @throws Error where the document does not take it.
   */
  async accept(id?: number): Promise<boolean> {
    if (this.isWriting || this.#isApplying) return false;
    this.#isApplying = true;
    try {
      for (let attempt = 0; attempt < attempts && !this.isEnded; attempt += 1) {
        const document = await this.#openFile();
        if (document !== undefined) this.review.follow(splitLines(document.getText()));
        const chosen = this.review.open.filter(({ hunk }) => id === undefined || hunk.id === id);
        if (chosen.length === 0) return false;
        if (!(await vscode.workspace.applyEdit(this.#editFor(document, chosen)))) continue;
        const written = await vscode.workspace.openTextDocument(this.uri);
        this.review.accept(
          chosen.map(({ hunk }) => hunk),
          splitLines(written.getText()),
        );
        this.#settle("accepted");
        if (this.isEnded) await this.ended;
        return true;
      }
    } finally {
      this.#isApplying = false;
      if (!this.isEnded) this.#events.changed(this);
    }
    throw new Error(vscode.l10n.t("The document did not take the text."));
  }

  /** undefined: it is still to be created. */
  async #openFile(): Promise<vscode.TextDocument | undefined> {
    if (this.#languageId === undefined) {
      const exists = await vscode.workspace.fs.stat(this.uri).then(
        () => true,
        () => false,
      );
      if (!exists) return undefined;
    }
    return vscode.workspace.openTextDocument(this.uri);
  }

  #editFor(document: vscode.TextDocument | undefined, chosen: readonly LocatedHunk<ReviewedHunk>[]): vscode.WorkspaceEdit {
    const edit = new vscode.WorkspaceEdit();
    if (document === undefined) {
      edit.createFile(this.uri, { contents: Buffer.from(this.review.proposed.join("\n")) });
      return edit;
    }
    for (const located of chosen) {
      const { range, text } = editOf(this.review.current, located);
      edit.replace(this.uri, new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character), text);
    }
    return edit;
  }

  /** @param id of one change; undefined: the whole proposal. */
  async reject(id?: number): Promise<void> {
    if (id === undefined) this.#end(this.review.isBegun ? "accepted" : "rejected");
    else {
      this.review.reject(id);
      this.#settle("rejected");
    }
    if (this.isEnded) await this.ended;
  }

  /** Ends the proposal if nothing is left to decide. */
  #settle(outcome: ProposalOutcome): void {
    if (this.isEnded) return;
    if (!this.isWriting && this.review.open.length + this.review.conflictCount === 0) this.#end(this.review.isBegun ? "accepted" : outcome);
    else this.#events.changed(this);
  }

  #end(outcome: ProposalOutcome): void {
    if (this.isEnded) return;
    this.#isEnded = true;
    this.#writing?.abort();
    void this.#events.ended(this, outcome).then(() => this.#resolveEnded(outcome));
  }
}
