/** An image in an editor tab to edit it: sends the page the image and the models, and performs the page's requests. */
import * as vscode from "vscode";
import { imageEditorTexts } from "../../imageEditor/imageEditorTexts.ts";
import type { Purpose, ToImageEditor } from "../../imageEditor/toImageEditor.ts";
import { type EditMessage, readToImageEditorHost, type ToImageEditorHost } from "../../imageEditor/toImageEditorHost.ts";
import type { Task } from "../../tasks/task.ts";
import { artifactUri } from "../artifacts/artifactUri.ts";
import { describeRunning, errorSentence } from "../describeTask.ts";
import { EditorPage } from "../editorPage.ts";
import { report } from "../report.ts";
import type { Studio } from "../studio.ts";
import { addressOf, type EditedImage, readEditedImage } from "./editedImage.ts";
import { listEditingModels } from "./listEditingModels.ts";
import { runEdit } from "./runEdit.ts";

export class ImageEditorPage implements vscode.Disposable {
  readonly #studio: Studio;
  readonly #webview: vscode.Webview;
  readonly #onTarget: (target: vscode.Uri) => void;
  readonly #page: EditorPage<ToImageEditorHost>;
  readonly #listeners: vscode.Disposable;
  #target: vscode.Uri | undefined;
  #image: EditedImage | undefined;
  #isReady = false;
  /** What to do, until the page is ready. */
  #purpose: Purpose | undefined;
  #results: readonly vscode.Uri[] = [];
  #running: AbortController | undefined;

  /** `onTarget`: called when the panel goes on with another image. */
  constructor(studio: Studio, panel: vscode.WebviewPanel, target: vscode.Uri | undefined, onTarget: (target: vscode.Uri) => void) {
    this.#studio = studio;
    this.#webview = panel.webview;
    this.#target = target;
    this.#onTarget = onTarget;
    this.#page = new EditorPage({
      panel,
      extensionUri: studio.context.extensionUri,
      bundle: "imageEditor",
      texts: imageEditorTexts,
      read: readToImageEditorHost,
      act: (message) => this.#act(message),
    });
    this.#listeners = vscode.Disposable.from(
      this.#page,
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#draw()),
      studio.models.onDidChange(() => void this.#postModels().catch(report)),
    );
    this.#draw();
  }

  /** Chooses in the form what to do. */
  choose(purpose: Purpose): void {
    if (this.#isReady) this.#post({ type: "purpose", purpose });
    else this.#purpose = purpose;
  }

  dispose(): void {
    this.#listeners.dispose();
  }

  #post(message: ToImageEditor): void {
    if (this.#isReady) void this.#webview.postMessage(message);
  }

  /** The page may load the files of the image's folder and of the results' folder only. */
  #draw(): void {
    this.#isReady = false;
    const name = this.#target?.path.split("/").at(-1) ?? "";
    const files = [this.#target, ...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => vscode.Uri.joinPath(uri, "file"))];
    const folders = files.flatMap((file) => (file === undefined ? [] : [vscode.Uri.joinPath(file, "..")]));
    this.#page.draw(vscode.l10n.t("Edit {0}", name), vscode.workspace.isTrusted ? folders : []);
  }

  async #act(message: ToImageEditorHost): Promise<void> {
    switch (message.type) {
      case "ready":
        this.#isReady = true;
        await this.#postImage();
        await this.#postModels();
        if (this.#purpose !== undefined) this.#post({ type: "purpose", purpose: this.#purpose });
        this.#purpose = undefined;
        return;
      case "generate":
        return this.#generate(message);
      case "useMask":
        // Only asked for by `paintMask`.
        return;
      case "stop":
        return this.#running?.abort();
      case "use":
        return this.#use(this.#results[message.position]);
      case "addProvider":
        await vscode.commands.executeCommand("generationStudio.addProvider");
        return;
      case "trust":
        await vscode.commands.executeCommand("workbench.trust.manage");
        return;
    }
  }

  async #postImage(): Promise<void> {
    this.#image = this.#target && vscode.workspace.isTrusted ? await readEditedImage(this.#target) : undefined;
    if (!vscode.workspace.isTrusted) return this.#post({ type: "nothing", because: "restricted" });
    if (this.#image === undefined) return this.#post({ type: "nothing", because: "gone" });
    const { uri, name, width, height } = this.#image;
    this.#post({ type: "image", target: uri.toString(), name, address: await addressOf(this.#webview, uri), width, height });
  }

  async #postModels(): Promise<void> {
    if (!this.#isReady || !vscode.workspace.isTrusted) return;
    const { models, chosen } = await listEditingModels(this.#studio);
    this.#post({ type: "models", models, ...(chosen === undefined ? {} : { chosen }) });
  }

  async #generate(edit: EditMessage): Promise<void> {
    const image = this.#image;
    if (image === undefined || this.#running !== undefined) return;
    const controller = new AbortController();
    this.#running = controller;
    // The page shows one note for all tasks of a request.
    const onChange = (task: Task) =>
      this.#post({
        type: "running",
        note: describeRunning(task),
        ...(edit.count === 1 && task.progress ? { progress: task.progress } : {}),
      });
    this.#post({ type: "running", note: vscode.l10n.t("Generating with {0}", edit.model) });
    try {
      const tasks = await runEdit(this.#studio, image, edit, { signal: controller.signal, onChange });
      this.#results = (tasks ?? []).flatMap(({ artifacts }) => artifacts.map(artifactUri));
      const failed = tasks?.find(({ state, artifacts }) => state !== "stopped" && artifacts.length === 0);
      const shown = this.#results.map(async (uri) => ({
        name: uri.path.split("/").at(-1) ?? "",
        address: await addressOf(this.#webview, uri),
      }));
      this.#post({ type: "ended", results: await Promise.all(shown), ...(failed === undefined ? {} : { error: errorSentence(failed) }) });
    } catch (error) {
      this.#post({ type: "ended", results: [] });
      void report(error);
    } finally {
      this.#running = undefined;
    }
  }

  /** Goes on with a result. */
  #use(result: vscode.Uri | undefined): void {
    if (result === undefined) return;
    this.#target = result;
    this.#results = [];
    this.#onTarget(result);
    this.#draw();
  }
}
