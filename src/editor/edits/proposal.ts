/** A proposed edit of one file, shown as a diff of virtual documents until each of its changes is accepted or rejected. */
import path from "node:path";
import * as vscode from "vscode";
import { uriExists } from "../base/existence.ts";
import { findCell } from "../base/notebooks.ts";
import { settings } from "../base/settings.ts";
import { hunkEdit, type LocatedHunk, splitLines } from "./hunks.ts";
import { Review, type ReviewedHunk } from "./review.ts";
import { untilShown } from "./untilShown.ts";

/** Scheme of both sides of the diff. */
export const proposalScheme = "generation-studio-proposal";

/** Milliseconds between two updates of the diff while text arrives. */
const updateInterval = 80;

/** VS Code rejects an edit if its document changes at the same time. */
const attempts = 10;

export type ProposalOutcome = "accepted" | "rejected" | "unchanged";

export interface ProposalOptions {
  /** Title of the diff's tab. */
  title: string;
  /** Where the diff opens; undefined: in the active group. */
  viewColumn: vscode.ViewColumn | undefined;
  /** Alternatives to accepting or rejecting. */
  revise?: { tryAgain(): Promise<unknown>; refine(): Promise<unknown> };
}

export interface ProposalEvents {
  /** Called when the proposal's texts, changes or possible actions have changed. */
  changed(proposal: Proposal): void;
  /** Resolves when the proposal's diff is closed. */
  ended(proposal: Proposal, outcome: ProposalOutcome): Promise<void>;
}

export class Proposal {
  #uri: vscode.Uri;
  #isGone = false;
  /** The left side: the file's current text. */
  readonly currentUri: vscode.Uri;
  /** The right side. */
  readonly proposedUri: vscode.Uri;
  readonly options: ProposalOptions;
  readonly review: Review;
  /** Resolves with the user's decision when the diff is closed; "accepted" if at least one change was accepted. */
  readonly ended: Promise<ProposalOutcome>;
  readonly #events: ProposalEvents;
  /** undefined: the file does not exist, and accepting creates it. */
  readonly #languageId: string | undefined;
  #resolveEnded: (outcome: ProposalOutcome) => void = () => undefined;
  #isEnded = false;
  #showing: Promise<void> | undefined;
  #writing: AbortController | undefined;
  #updates: NodeJS.Timeout | undefined;
  #isApplying = false;

  /** @param document undefined: the file does not exist yet. */
  constructor(id: string, uri: vscode.Uri, document: vscode.TextDocument | undefined, options: ProposalOptions, events: ProposalEvents) {
    const side = (name: string) =>
      vscode.Uri.from({ scheme: proposalScheme, path: `/${id}/${name}/${path.posix.basename(uri.path) || "untitled"}` });
    this.#uri = uri;
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

  /** The file, also after it was renamed. */
  get uri(): vscode.Uri {
    return this.#uri;
  }

  /** The file was deleted, so nothing can be accepted. */
  get isGone(): boolean {
    return this.#isGone;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** The text is still arriving, so nothing can be accepted yet. */
  get isWriting(): boolean {
    return this.#writing !== undefined;
  }

  get canRevise(): boolean {
    return this.options.revise !== undefined && !this.isWriting && !this.review.isBegun;
  }

  /** Which of the two texts a document shows; the file itself counts as the current one. */
  sideOf(uri: vscode.Uri): "current" | "proposed" {
    return uri.toString() === this.proposedUri.toString() ? "proposed" : "current";
  }

  textOf(uri: vscode.Uri): string {
    return this.review[this.sideOf(uri)].join("\n");
  }

  /**
   * Shows the text that `run` proposes while it arrives; the user decides afterwards. Stops a previous run, whose text remains if this one
   * proposes nothing.
   * @param run Receives a function that takes the whole text, based on `review.base`. Its signal is aborted when the proposal ends.
   * @throws what `run` throws; the user can still decide on the text that arrived before.
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
        // If the new text starts like the previous one, its first change is further down than at first.
        await untilShown(this.proposedUri, this.review.proposed, this.ended);
        if (this.review.open.length > 0 && this.#isInFront()) {
          await this.#openDiff();
          this.#revealFirst();
        }
      }
      // Not earlier: opening the diff takes the focus, which would close an input box of a revision.
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

  /** Puts the cursor at the first change. */
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
    // The user closed the diff while it was being reopened.
    if (this.#isEnded) await vscode.window.tabGroups.close(this.tabs());
  }

  /** In the centre, because the lenses above a change at the lower edge would push it out of view. */
  #revealFirst(): void {
    const line = this.review.open[0]?.line ?? 0;
    const name = this.proposedUri.toString();
    const editors = vscode.window.visibleTextEditors.filter(({ document }) => document.uri.toString() === name);
    for (const editor of editors) editor.revealRange(new vscode.Range(line, 0, line, 0), vscode.TextEditorRevealType.InCenter);
  }

  /** The diff's tabs; more than one if the user has split it. */
  tabs(): vscode.Tab[] {
    const isOwn = ({ input }: vscode.Tab) =>
      input instanceof vscode.TabInputTextDiff && input.modified.toString() === this.proposedUri.toString();
    return vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter(isOwn);
  }

  /** Called when the file's document has changed. */
  follow(document: vscode.TextDocument): void {
    if (this.#isApplying || this.isEnded) return;
    this.review.follow(splitLines(document.getText()));
    this.#settle("rejected");
  }

  /** Called when the file was renamed. */
  moveTo(uri: vscode.Uri): void {
    this.#uri = uri;
    this.#events.changed(this);
  }

  /** Called when the file was deleted, or is there again. */
  setGone(isGone: boolean): void {
    if (this.#isGone === isGone) return;
    this.#isGone = isGone;
    this.#events.changed(this);
  }

  /**
   * Applies changes to the file as one undo step. @param id Id of one change; undefined: all open changes.
   * @returns false if there is nothing to accept, or the file is gone. @throws Error if the document cannot be edited.
   */
  async accept(id?: number): Promise<boolean> {
    if (this.isWriting || this.#isApplying) return false;
    this.#isApplying = true;
    try {
      for (let attempt = 0; attempt < attempts && !this.isEnded; attempt += 1) {
        const document = await this.#openFile();
        this.setGone(document === "gone");
        if (document === "gone") return false;
        if (document !== undefined) this.review.follow(splitLines(document.getText()));
        const chosen = this.review.open.filter(({ hunk }) => id === undefined || hunk.id === id);
        if (chosen.length === 0) return false;
        const written = document === undefined ? await this.#createFile() : await this.#edit(document, chosen);
        if (written === undefined) continue;
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

  /** undefined: the file does not exist yet. "gone": it was deleted. */
  async #openFile(): Promise<vscode.TextDocument | "gone" | undefined> {
    const isNew = this.#languageId === undefined && !this.review.isBegun;
    if (isNew && !(await uriExists(this.uri))) return undefined;
    const cell = findCell(this.uri);
    // VS Code keeps an open notebook whose file was deleted.
    if (cell !== undefined) return cell.notebook.isUntitled || (await uriExists(cell.notebook.uri)) ? cell.document : "gone";
    // VS Code would open an empty one.
    if (this.uri.scheme === "untitled" && !vscode.workspace.textDocuments.some(({ uri }) => uri.toString() === this.uri.toString()))
      return "gone";
    return vscode.workspace.openTextDocument(this.uri).then(
      (document) => document,
      async (error: unknown) => {
        if (await uriExists(this.uri)) throw error;
        return "gone" as const;
      },
    );
  }

  /**
   * Writes through VS Code's document, which uses the configured encoding, line endings and final line break.
   * @returns undefined: the edit was refused.
   */
  async #createFile(): Promise<vscode.TextDocument | undefined> {
    const creation = new vscode.WorkspaceEdit();
    creation.createFile(this.uri);
    if (!(await vscode.workspace.applyEdit(creation))) return undefined;
    const encoding = settings.encoding(await vscode.workspace.openTextDocument(this.uri));
    const empty = await vscode.workspace.openTextDocument(this.uri, { encoding });
    const edit = new vscode.WorkspaceEdit();
    edit.insert(this.uri, new vscode.Position(0, 0), this.review.proposed.join("\n"));
    if (!(await vscode.workspace.applyEdit(edit))) return undefined;
    await empty.save();
    return empty;
  }

  async #edit(document: vscode.TextDocument, chosen: readonly LocatedHunk<ReviewedHunk>[]): Promise<vscode.TextDocument | undefined> {
    const edit = new vscode.WorkspaceEdit();
    for (const located of chosen) {
      const { range, text } = hunkEdit(this.review.current, located);
      edit.replace(document.uri, new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character), text);
    }
    return (await vscode.workspace.applyEdit(edit)) ? document : undefined;
  }

  /** @param id Id of one change; undefined: the whole proposal. */
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
