/** Shows an image in an editor tab to edit it: sends its page the image and the models, and performs the page's requests. */
import * as vscode from "vscode";
import { imageEditorTexts } from "../../imageEditor/imageEditorTexts.ts";
import type { Purpose, ToImageEditor } from "../../imageEditor/toImageEditor.ts";
import { type EditMessage, readToImageEditorHost, type ToImageEditorHost } from "../../imageEditor/toImageEditorHost.ts";
import type { Task } from "../../tasks/task.ts";
import { artifactUri } from "../artifacts/artifactUri.ts";
import { describeRunning, errorSentence } from "../describeTask.ts";
import { log } from "../log.ts";
import { panelHtml } from "../panelHtml.ts";
import { report } from "../report.ts";
import type { Studio } from "../studio.ts";
import { addressOf, type EditedImage, readEditedImage } from "./editedImage.ts";
import { listEditingModels } from "./listEditingModels.ts";
import { runEdit } from "./runEdit.ts";

export interface FilledImageEditor extends vscode.Disposable {
  /** Chooses in the form what to do. */
  choose(purpose: Purpose): void;
}

/** `onTarget`: called when the panel goes on with another image. */
export function fillImageEditor(
  studio: Studio,
  panel: vscode.WebviewPanel,
  first: vscode.Uri | undefined,
  onTarget: (target: vscode.Uri) => void,
): FilledImageEditor {
  const { webview } = panel;
  const { extensionUri } = studio.context;
  let target = first;
  let image: EditedImage | undefined;
  let isReady = false;
  let purpose: Purpose | undefined;
  let results: readonly vscode.Uri[] = [];
  let running: AbortController | undefined;

  const post = (message: ToImageEditor) => void (isReady && webview.postMessage(message));

  async function postImage(): Promise<void> {
    image = target && vscode.workspace.isTrusted ? await readEditedImage(target) : undefined;
    if (!vscode.workspace.isTrusted) return post({ type: "nothing", because: "restricted" });
    if (image === undefined) return post({ type: "nothing", because: "gone" });
    const { uri, name, width, height } = image;
    post({ type: "image", target: uri.toString(), name, address: await addressOf(webview, uri), width, height });
  }

  async function postModels(): Promise<void> {
    if (!isReady || !vscode.workspace.isTrusted) return;
    const { models, chosen } = await listEditingModels(studio);
    post({ type: "models", models, ...(chosen === undefined ? {} : { chosen }) });
  }

  async function generate(edit: EditMessage): Promise<void> {
    if (image === undefined || running !== undefined) return;
    const controller = new AbortController();
    running = controller;
    // The page shows one note for all tasks of a request.
    const onChange = (task: Task) =>
      post({ type: "running", note: describeRunning(task), ...(edit.count === 1 && task.progress ? { progress: task.progress } : {}) });
    post({ type: "running", note: vscode.l10n.t("Generating with {0}", edit.model) });
    try {
      const tasks = await runEdit(studio, image, edit, { signal: controller.signal, onChange });
      results = (tasks ?? []).flatMap(({ artifacts }) => artifacts.map(artifactUri));
      const failed = tasks?.find(({ state, artifacts }) => state !== "stopped" && artifacts.length === 0);
      const shown = results.map(async (uri) => ({ name: uri.path.split("/").at(-1) ?? "", address: await addressOf(webview, uri) }));
      post({ type: "ended", results: await Promise.all(shown), ...(failed === undefined ? {} : { error: errorSentence(failed) }) });
    } catch (error) {
      post({ type: "ended", results: [] });
      void report(error);
    } finally {
      running = undefined;
    }
  }

  async function act(message: ToImageEditorHost): Promise<void> {
    switch (message.type) {
      case "ready":
        isReady = true;
        await postImage();
        await postModels();
        if (purpose !== undefined) post({ type: "purpose", purpose });
        purpose = undefined;
        return;
      case "generate":
        return generate(message);
      case "useMask":
        // Only asked for by `paintMask`.
        return;
      case "stop":
        return running?.abort();
      case "use": {
        const used = results[message.position];
        if (used === undefined) return;
        target = used;
        results = [];
        onTarget(used);
        return draw();
      }
      case "addProvider":
        await vscode.commands.executeCommand("generationStudio.addProvider");
        return;
      case "trust":
        await vscode.commands.executeCommand("workbench.trust.manage");
        return;
    }
  }

  /** The page may load the files of the image's folder and of the results' folder only. */
  function draw(): void {
    isReady = false;
    const name = target?.path.split("/").at(-1) ?? "";
    const title = vscode.l10n.t("Edit {0}", name);
    panel.title = title;
    const folders = [target, ...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => vscode.Uri.joinPath(uri, "file"))];
    const roots = vscode.workspace.isTrusted
      ? folders.flatMap((file) => (file === undefined ? [] : [vscode.Uri.joinPath(file, "..")]))
      : [];
    webview.options = { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(extensionUri, "dist", "webview"), ...roots] };
    webview.html = panelHtml(webview, extensionUri, { bundle: "imageEditor", title, location: "editor", texts: imageEditorTexts });
  }

  panel.iconPath = vscode.Uri.joinPath(extensionUri, "media", "icon.png");
  const listeners = vscode.Disposable.from(
    webview.onDidReceiveMessage(async (value: unknown) => {
      const message = readToImageEditorHost(value);
      if (message === undefined) return log.warn("Ignored an invalid message of the image editor's page.");
      await act(message).catch(report);
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(draw),
    studio.models.onDidChange(() => void postModels().catch(report)),
  );
  draw();
  return {
    choose(chosen) {
      if (isReady) post({ type: "purpose", purpose: chosen });
      else purpose = chosen;
    },
    dispose: () => listeners.dispose(),
  };
}
