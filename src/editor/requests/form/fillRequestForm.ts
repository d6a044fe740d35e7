/** Shows the form of a request in an editor tab until the user has filled it in or closed it. */
import * as vscode from "vscode";
import { endingsThat } from "../../../contract/fileFormats.ts";
import { requestFormTexts } from "../../../requestForm/requestFormTexts.ts";
import type { ToForm } from "../../../requestForm/toForm.ts";
import { readToFormHost, type ToFormHost } from "../../../requestForm/toFormHost.ts";
import { EditorPage } from "../../panels/editorPage.ts";
import { fieldTitle } from "../../showing/fieldTitle.ts";
import { readImageAddresses } from "../imageAddress.ts";
import { describePrice } from "./describePrice.ts";
import { FormDraft } from "./formDraft.ts";
import { formEditor } from "./formEditor.ts";
import type { FilledRequestForm, FormRequest, FormSource } from "./formRequest.ts";

/** undefined: closed or cancelled. Throws ServiceError if the service does not list its models. */
export async function fillRequestForm(source: FormSource, request: FormRequest): Promise<FilledRequestForm | undefined> {
  let panel = request.restored?.panel;
  try {
    const draft = await FormDraft.begin(source, request);
    panel ??= vscode.window.createWebviewPanel(formEditor, "", vscode.ViewColumn.Active);
    return await showForm(source, request, draft, panel);
  } finally {
    panel?.dispose();
  }
}

/** @internal */
export async function showForm(
  source: FormSource,
  request: FormRequest,
  draft: FormDraft,
  panel: vscode.WebviewPanel,
): Promise<FilledRequestForm | undefined> {
  const page = new FormPage(source, request, draft, panel);
  try {
    return await page.filled;
  } finally {
    page.dispose();
  }
}

class FormPage implements vscode.Disposable {
  readonly #source: FormSource;
  readonly #request: FormRequest;
  readonly #draft: FormDraft;
  readonly #panel: vscode.WebviewPanel;
  readonly #filled = Promise.withResolvers<FilledRequestForm | undefined>();
  readonly #listeners: vscode.Disposable;
  #isAccepting = false;
  #isOpen = true;
  /** Resolves when everything that the user has chosen until now is in the draft. */
  #settled: Promise<unknown> = Promise.resolve();
  /** Number of the last check: of several that overlap, only the last one is sent. */
  #latest = 0;

  constructor(source: FormSource, request: FormRequest, draft: FormDraft, panel: vscode.WebviewPanel) {
    this.#source = source;
    this.#request = request;
    this.#draft = draft;
    this.#panel = panel;
    const page = new EditorPage({
      panel,
      extensionUri: source.context.extensionUri,
      bundle: "requestForm",
      texts: requestFormTexts,
      read: readToFormHost,
      act: (message) => this.#act(message),
    });
    this.#listeners = vscode.Disposable.from(
      page,
      source.models.onDidChange(() => this.#post({ type: "form", form: draft.view() })),
      panel.onDidDispose(() => this.#filled.resolve(undefined)),
    );
    page.draw(vscode.l10n.t("Generate"));
  }

  /** undefined: closed or cancelled. */
  get filled(): Promise<FilledRequestForm | undefined> {
    return this.#filled.promise;
  }

  dispose(): void {
    this.#isOpen = false;
    this.#listeners.dispose();
  }

  async #act(message: ToFormHost): Promise<void> {
    const draft = this.#draft;
    switch (message.type) {
      case "ready":
        return this.#postForm();
      case "chooseKind":
        await this.#settle(draft.chooseKind(message.kind));
        return this.#postForm();
      case "chooseModel":
        draft.chooseModel(message.model);
        return this.#postForm();
      case "setPrompt":
        draft.setPrompt(message.index, message.text);
        return this.#postCheck();
      case "improvePrompt":
        return this.#improve(message.index);
      case "answerProposal":
        draft.answerProposal(message.accepts);
        return this.#postForm();
      case "setChoice":
        draft.setChoice(message.name, message.value);
        return this.#postCheck();
      case "chooseFile": {
        const [address] = await readImageAddresses(await chooseImages(fieldTitle(message.name, vscode.l10n.t), false));
        if (address !== undefined) draft.setFile(message.name, address);
        return this.#postForm();
      }
      case "paintMask":
        return this.#paint(message.name);
      case "setCount":
        draft.setCount(message.count);
        return this.#postCheck();
      case "chooseImages":
        await this.#settle(draft.references.add(await chooseImages(vscode.l10n.t("Reference Images"), true)));
        return this.#postForm();
      case "addImages":
        await this.#settle(draft.references.add(message.uris));
        return this.#postForm();
      case "addFile":
        draft.references.addFile(message.name, message.data);
        return this.#postForm();
      case "removeImage":
        draft.references.remove(message.id);
        return this.#postForm();
      case "addProvider":
        await vscode.commands.executeCommand("generationStudio.addProvider");
        return;
      case "generate":
        return this.#accept(false);
      case "save":
        return this.#accept(true);
      case "cancel":
        this.#filled.resolve(undefined);
        return;
    }
  }

  #post(message: ToForm): void {
    void this.#panel.webview.postMessage(message);
  }

  #postForm(): Promise<void> {
    this.#post({ type: "form", form: this.#draft.view() });
    return this.#postCheck();
  }

  async #postCheck(isRefused = false): Promise<void> {
    this.#latest += 1;
    const check = this.#latest;
    const cost = await describePrice(this.#source, this.#draft);
    const kept = this.#request.keep?.(this.#draft.values);
    if (check === this.#latest || isRefused)
      this.#post({ type: "checked", errors: this.#draft.check(), cost, isRefused, ...(kept && { kept }) });
  }

  #settle(change: Promise<void>): Promise<void> {
    this.#settled = Promise.allSettled([this.#settled, change]);
    return change;
  }

  async #accept(asDocument: boolean): Promise<void> {
    await this.#settled;
    if (Object.keys(this.#draft.check()).length > 0) return this.#postCheck(true);
    if (this.#isAccepting) return;
    this.#isAccepting = true;
    try {
      const form = this.#draft.fill(asDocument);
      if ((await this.#request.accept?.(form)) !== false) this.#filled.resolve(form);
    } finally {
      this.#isAccepting = false;
    }
  }

  async #improve(index: number): Promise<void> {
    const prompt = this.#draft.promptAt(index);
    if (prompt === "") return this.#postCheck(true);
    const improved = await this.#request.improve?.(prompt, this.#draft.kind);
    if (improved === undefined || !this.#isOpen) return;
    this.#draft.propose(index, improved);
    this.#panel.reveal();
    await this.#postForm();
  }

  async #paint(name: string): Promise<void> {
    const image = this.#draft.references.firstImage;
    const painted = image && (await this.#request.paintMask?.(image));
    if (!painted || !this.#isOpen) return;
    this.#draft.references.replaceFirst(painted.image);
    this.#draft.setFile(name, painted.mask);
    this.#panel.reveal();
    await this.#postForm();
  }
}

async function chooseImages(title: string, canSelectMany: boolean): Promise<string[]> {
  const filters = { [vscode.l10n.t("Images")]: endingsThat("isCommon", "image") };
  const chosen = await vscode.window.showOpenDialog({ canSelectMany, filters, title });
  return (chosen ?? []).map((uri) => uri.toString());
}
