/** Shows the form of a request in an editor tab until the user has filled it in or closed it. */
import * as vscode from "vscode";
import { endingsThat } from "../../../contract/fileFormats.ts";
import { requestFormTexts } from "../../../requestForm/requestFormTexts.ts";
import type { ToForm } from "../../../requestForm/toForm.ts";
import { readToFormHost, type ToFormHost } from "../../../requestForm/toFormHost.ts";
import { log } from "../../log.ts";
import { panelHtml } from "../../panelHtml.ts";
import { report } from "../../report.ts";
import { fieldTitle } from "../fieldTitle.ts";
import { readImageAddresses } from "../imageAddress.ts";
import { describePrice } from "./describePrice.ts";
import { FormDraft } from "./formDraft.ts";
import type { FilledForm, FormRequest, FormSource } from "./formRequest.ts";

/** Type of the form's editor tabs. @internal */
export const formEditor = "generationStudio.requestForm";

/** undefined: closed or cancelled. Throws ServiceError if the service does not list its models. */
export async function fillRequestForm(source: FormSource, request: FormRequest): Promise<FilledForm | undefined> {
  const draft = await FormDraft.begin(source, request);
  const panel = vscode.window.createWebviewPanel(formEditor, vscode.l10n.t("Generate"), vscode.ViewColumn.Active, {
    enableScripts: true,
    localResourceRoots: [vscode.Uri.joinPath(source.context.extensionUri, "dist", "webview")],
  });
  try {
    return await showForm(source, request, draft, panel);
  } finally {
    panel.dispose();
  }
}

/** @internal */
export function showForm(
  source: FormSource,
  request: FormRequest,
  draft: FormDraft,
  panel: vscode.WebviewPanel,
): Promise<FilledForm | undefined> {
  const { webview } = panel;
  const filled = Promise.withResolvers<FilledForm | undefined>();
  let isAccepting = false;
  let isOpen = true;
  /** Number of the last check: of several that overlap, only the last one is sent. */
  let latest = 0;

  const post = (message: ToForm) => void webview.postMessage(message);

  async function postCheck(isRefused = false): Promise<void> {
    latest += 1;
    const check = latest;
    const cost = await describePrice(source, draft);
    if (check === latest || isRefused) post({ type: "checked", errors: draft.check(), cost, isRefused });
  }

  function postForm(): Promise<void> {
    post({ type: "form", form: draft.view() });
    return postCheck();
  }

  async function accept(asDocument: boolean): Promise<void> {
    if (Object.keys(draft.check()).length > 0) return postCheck(true);
    if (isAccepting) return;
    isAccepting = true;
    try {
      const form = draft.fill(asDocument);
      if ((await request.accept?.(form)) !== false) filled.resolve(form);
    } finally {
      isAccepting = false;
    }
  }

  async function improve(index: number): Promise<void> {
    const prompt = draft.promptAt(index);
    if (prompt === "") return postCheck(true);
    const improved = await request.improve?.(prompt, draft.kind);
    if (improved === undefined || !isOpen) return;
    draft.propose(index, improved);
    panel.reveal();
    await postForm();
  }

  async function paint(name: string): Promise<void> {
    const image = draft.references.firstImage;
    const painted = image && (await request.paintMask?.(image));
    if (!painted || !isOpen) return;
    draft.references.replaceFirst(painted.image);
    draft.setFile(name, painted.mask);
    panel.reveal();
    await postForm();
  }

  async function act(message: ToFormHost): Promise<void> {
    switch (message.type) {
      case "ready":
        return postForm();
      case "chooseKind":
        await draft.chooseKind(message.kind);
        return postForm();
      case "chooseModel":
        draft.chooseModel(message.model);
        return postForm();
      case "setPrompt":
        draft.setPrompt(message.index, message.text);
        return postCheck();
      case "improvePrompt":
        return improve(message.index);
      case "answerProposal":
        draft.answerProposal(message.accepts);
        return postForm();
      case "setChoice":
        draft.setChoice(message.name, message.value);
        return postCheck();
      case "chooseFile": {
        const [address] = await readImageAddresses(await chooseImages(fieldTitle(message.name, vscode.l10n.t), false));
        if (address !== undefined) draft.setFile(message.name, address);
        return postForm();
      }
      case "paintMask":
        return paint(message.name);
      case "setCount":
        draft.setCount(message.count);
        return postCheck();
      case "chooseImages":
        await draft.references.add(await chooseImages(vscode.l10n.t("Reference Images"), true));
        return postForm();
      case "addImages":
        await draft.references.add(message.uris);
        return postForm();
      case "addFile":
        draft.references.addFile(message.name, message.data);
        return postForm();
      case "removeImage":
        draft.references.remove(message.id);
        return postForm();
      case "addProvider":
        await vscode.commands.executeCommand("generationStudio.addProvider");
        return;
      case "generate":
        return accept(false);
      case "save":
        return accept(true);
      case "cancel":
        filled.resolve(undefined);
        return;
    }
  }

  panel.iconPath = vscode.Uri.joinPath(source.context.extensionUri, "media", "icon.png");
  const listeners = vscode.Disposable.from(
    webview.onDidReceiveMessage(async (value: unknown) => {
      const message = readToFormHost(value);
      if (message === undefined) return log.warn("Ignored an invalid message of the form's page.");
      await act(message).catch(report);
    }),
    source.models.onDidChange(() => post({ type: "form", form: draft.view() })),
    panel.onDidDispose(() => filled.resolve(undefined)),
  );
  webview.html = panelHtml(webview, source.context.extensionUri, {
    bundle: "requestForm",
    title: panel.title,
    location: "editor",
    texts: requestFormTexts,
  });
  return filled.promise.finally(() => {
    isOpen = false;
    listeners.dispose();
  });
}

async function chooseImages(title: string, canSelectMany: boolean): Promise<string[]> {
  const filters = { [vscode.l10n.t("Images")]: endingsThat("isCommon", "image") };
  const chosen = await vscode.window.showOpenDialog({ canSelectMany, filters, title });
  return (chosen ?? []).map((uri) => uri.toString());
}
