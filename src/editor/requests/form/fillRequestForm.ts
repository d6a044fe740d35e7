/** Shows the form of a request in an editor tab until the user has filled it in or closed it. */
import * as vscode from "vscode";
import { endingsThat } from "../../../contract/fileFormats.ts";
import type { CallHandlers } from "../../../contract/panelProtocol.ts";
import { formProtocol } from "../../../requestForm/formProtocol.ts";
import { requestFormTexts } from "../../../requestForm/requestFormTexts.ts";
import { PanelHost } from "../../panels/panelHost.ts";
import { fieldTitle } from "../../showing/fieldTitle.ts";
import { readImageAddresses } from "../imageAddress.ts";
import { describePrice } from "./describePrice.ts";
import { FormDraft } from "./formDraft.ts";
import { formEditor } from "./formEditor.ts";
import type { FilledRequestForm, FormRequest, FormSource } from "./formRequest.ts";

const { t } = vscode.l10n;

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
  readonly #host: PanelHost<typeof formProtocol>;
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
    this.#host = new PanelHost({
      panel,
      extensionUri: source.context.extensionUri,
      bundle: "requestForm",
      texts: requestFormTexts,
      protocol: formProtocol,
      handlers: () => this.#handlers(),
    });
    this.#listeners = vscode.Disposable.from(
      this.#host,
      source.models.onDidChange(() => this.#pushForm()),
      panel.onDidDispose(() => this.#filled.resolve(undefined)),
    );
    this.#host.draw(t("Generate"));
  }

  /** undefined: closed or cancelled. */
  get filled(): Promise<FilledRequestForm | undefined> {
    return this.#filled.promise;
  }

  dispose(): void {
    this.#isOpen = false;
    this.#listeners.dispose();
  }

  #handlers(): CallHandlers<typeof formProtocol> {
    const draft = this.#draft;
    const { references } = draft;
    const pushAll = () => this.#pushAll();
    return {
      ready: pushAll,
      chooseKind: ({ kind }) => this.#settle(draft.chooseKind(kind)).then(pushAll),
      chooseModel: ({ model }) => this.#change(() => draft.chooseModel(model)),
      setPrompt: ({ index, text }) => this.#type(() => draft.setPrompt(index, text)),
      improvePrompt: ({ index }) => this.#improve(index),
      answerProposal: ({ accepts }) => this.#change(() => draft.answerProposal(accepts)),
      setChoice: ({ name, value }) => this.#type(() => draft.setChoice(name, value)),
      chooseFile: async ({ name }) => {
        const [address] = await readImageAddresses(await chooseImages(fieldTitle(name), false));
        if (address !== undefined) draft.setFile(name, address);
        return pushAll();
      },
      paintMask: ({ name }) => this.#paint(name),
      setCount: ({ count }) => this.#type(() => draft.setCount(count)),
      chooseImages: async () => {
        await this.#settle(references.add(await chooseImages(t("Reference Images"), true)));
        return pushAll();
      },
      addImages: ({ uris }) => this.#settle(references.add(uris)).then(pushAll),
      addFile: ({ name, data }) => this.#change(() => references.addFile(name, data)),
      removeImage: ({ id }) => this.#change(() => references.remove(id)),
      addProvider: async () => {
        await vscode.commands.executeCommand("generationStudio.addProvider");
      },
      generate: () => this.#accept(false),
      save: () => this.#accept(true),
      cancel: () => this.#filled.resolve(undefined),
    };
  }

  /** A change that the page does not show yet. */
  #change(change: () => void): Promise<void> {
    change();
    return this.#pushAll();
  }

  /** A change that the page shows already. */
  #type(change: () => void): Promise<void> {
    change();
    return this.#pushCheck();
  }

  #pushForm(): void {
    this.#host.push({ type: "form", form: this.#draft.view() });
  }

  #pushAll(): Promise<void> {
    this.#pushForm();
    return this.#pushCheck();
  }

  /** `isLast`: even if a later check has begun. */
  async #pushCheck(isLast = false): Promise<void> {
    this.#latest += 1;
    const check = this.#latest;
    const cost = await describePrice(this.#source, this.#draft);
    const kept = this.#request.keep?.(this.#draft.values);
    if (check === this.#latest || isLast) this.#host.push({ type: "checked", errors: this.#draft.check(), cost, ...(kept && { kept }) });
  }

  #settle(change: Promise<void>): Promise<void> {
    this.#settled = Promise.allSettled([this.#settled, change]);
    return change;
  }

  async #refuse(): Promise<{ isAccepted: false }> {
    await this.#pushCheck(true);
    return { isAccepted: false };
  }

  async #accept(asDocument: boolean): Promise<{ isAccepted: boolean }> {
    await this.#settled;
    if (Object.keys(this.#draft.check()).length > 0) return this.#refuse();
    if (this.#isAccepting) return { isAccepted: true };
    this.#isAccepting = true;
    try {
      const form = this.#draft.fill(asDocument);
      if ((await this.#request.accept?.(form)) !== false) this.#filled.resolve(form);
      return { isAccepted: true };
    } finally {
      this.#isAccepting = false;
    }
  }

  async #improve(index: number): Promise<{ isAccepted: boolean }> {
    const prompt = this.#draft.promptAt(index);
    if (prompt === "") return this.#refuse();
    const improved = await this.#request.improve?.(prompt, this.#draft.kind);
    if (improved === undefined || !this.#isOpen) return { isAccepted: true };
    this.#draft.propose(index, improved);
    this.#host.reveal();
    await this.#pushAll();
    return { isAccepted: true };
  }

  async #paint(name: string): Promise<void> {
    const image = this.#draft.references.firstImage;
    const painted = image && (await this.#request.paintMask?.(image));
    if (!painted || !this.#isOpen) return;
    this.#draft.references.replaceFirst(painted.image);
    this.#draft.setFile(name, painted.mask);
    this.#host.reveal();
    await this.#pushAll();
  }
}

async function chooseImages(title: string, canSelectMany: boolean): Promise<string[]> {
  const filters = { [t("Images")]: endingsThat("isCommon", "image") };
  const chosen = await vscode.window.showOpenDialog({ canSelectMany, filters, title });
  return (chosen ?? []).map((uri) => uri.toString());
}
