/** An image in an editor tab to edit it: sends the page the image and the models, and performs the page's requests. */
import * as vscode from "vscode";
import { announces } from "../../contract/acceptedValues.ts";
import { onlyUpscales } from "../../contract/onlyUpscales.ts";
import type { CallHandlers } from "../../contract/panelProtocol.ts";
import { isLeft, isLeftRunning, type Task } from "../../generations/task.ts";
import {
  type Decided,
  type Edit,
  type EditedResult,
  type EditingModel,
  type Ended,
  imageEditorProtocol,
  type Purpose,
} from "../../imageEditor/imageEditorProtocol.ts";
import { imageEditorTexts } from "../../imageEditor/imageEditorTexts.ts";
import { noExtension } from "../../imageEditor/mask/canvasExtension.ts";
import { moveToTrash } from "../artifacts/moveToTrash.ts";
import { artifactUri } from "../base/artifactUri.ts";
import { uriExists } from "../base/existence.ts";
import { report } from "../base/report.ts";
import { PanelHost } from "../panels/panelHost.ts";
import { findModel, type ModelSource } from "../requests/chooseModel.ts";
import { sortModels } from "../service/sortModels.ts";
import type { Studio } from "../service/studio.ts";
import { describeStopped } from "../showing/billing.ts";
import { describeRunning, errorSentence } from "../showing/describeTask.ts";
import { modelRow } from "../showing/summarizeModel.ts";
import { pageAddressOf, readEditedImage } from "./editedImage.ts";
import type { KeptPaintings } from "./keptPaintings.ts";
import { canReplace, replaceImage } from "./replaceImage.ts";
import { runEdit } from "./runEdit.ts";

const { t } = vscode.l10n;

export class ImageEditorPage implements vscode.Disposable {
  readonly #studio: Studio;
  readonly #panel: vscode.WebviewPanel;
  readonly #webview: vscode.Webview;
  readonly #paintings: KeptPaintings;
  readonly #onTarget: (target: vscode.Uri) => void;
  readonly #host: PanelHost<typeof imageEditorProtocol>;
  readonly #listeners: vscode.Disposable;
  #target: vscode.Uri | undefined;
  /** Of the image's file. */
  #watcher: vscode.Disposable | undefined;
  /** What to do, until the page is ready. */
  #purpose: Purpose | undefined;
  #results: readonly vscode.Uri[] = [];
  #running: AbortController | undefined;

  /** `onTarget`: called when the panel goes on with another image. */
  constructor(
    studio: Studio,
    panel: vscode.WebviewPanel,
    target: vscode.Uri | undefined,
    paintings: KeptPaintings,
    onTarget: (target: vscode.Uri) => void,
  ) {
    this.#studio = studio;
    this.#paintings = paintings;
    this.#panel = panel;
    this.#webview = panel.webview;
    this.#target = target;
    this.#onTarget = onTarget;
    this.#host = new PanelHost({
      panel,
      extensionUri: studio.context.extensionUri,
      bundle: "imageEditor",
      texts: imageEditorTexts,
      protocol: imageEditorProtocol,
      handlers: () => this.#handlers(),
    });
    this.#listeners = vscode.Disposable.from(
      this.#host,
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#draw()),
      studio.models.onDidChange(() => void this.#pushModels().catch(report)),
    );
    this.#draw();
  }

  /** Chooses in the form what to do. */
  choose(purpose: Purpose): void {
    if (this.#host.isReady) this.#host.push({ type: "purpose", purpose });
    else this.#purpose = purpose;
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#watcher?.dispose();
  }

  /** The page may load the files of the image's folder and of the results' folder only. */
  #draw(): void {
    this.#watch();
    const name = this.#target?.path.split("/").at(-1) ?? "";
    const files = [this.#target, ...(vscode.workspace.workspaceFolders ?? []).map(({ uri }) => vscode.Uri.joinPath(uri, "file"))];
    const folders = files.flatMap((file) => (file === undefined ? [] : [vscode.Uri.joinPath(file, "..")]));
    this.#host.draw(t("Edit {0}", name), vscode.workspace.isTrusted ? folders : []);
  }

  /** An image that another program replaces is shown as it is now. */
  #watch(): void {
    this.#watcher?.dispose();
    if (this.#target === undefined) return;
    const [folder, name] = [vscode.Uri.joinPath(this.#target, ".."), this.#target.path.split("/").at(-1) ?? ""];
    // Brackets and braces in a name are not a pattern.
    const pattern = new vscode.RelativePattern(folder, name.replace(/[[\]{}*?]/g, "[$&]"));
    const watcher = vscode.workspace.createFileSystemWatcher(pattern, false, false, true);
    const onChange = () => void this.#pushImage().catch(report);
    this.#watcher = vscode.Disposable.from(watcher, watcher.onDidChange(onChange), watcher.onDidCreate(onChange));
  }

  #handlers(): CallHandlers<typeof imageEditorProtocol> {
    return {
      ready: async () => {
        await this.#pushImage();
        await this.#pushModels();
        if (this.#purpose !== undefined) this.#host.push({ type: "purpose", purpose: this.#purpose });
        this.#purpose = undefined;
      },
      generate: (edit) => this.#generate(edit),
      painted: async (painted) => {
        if (this.#target !== undefined) await this.#paintings.keep(this.#target, painted);
      },
      // Only asked for by `paintMask`.
      useMask: () => {},
      stop: () => this.#running?.abort(),
      replace: ({ position }) => this.#replace(this.#results[position]),
      discard: ({ position }) => this.#discard(this.#results[position]),
      keep: () => this.#decided(t("Kept: {0}", this.#results.map(nameOf).join(", ")), []),
      editResult: ({ position }) => this.#editResult(this.#results[position]),
      done: () => this.#panel.dispose(),
      addProvider: async () => {
        await vscode.commands.executeCommand("generationStudio.addProvider");
      },
      trust: async () => {
        await vscode.commands.executeCommand("workbench.trust.manage");
      },
    };
  }

  async #pushImage(): Promise<void> {
    if (!vscode.workspace.isTrusted) return this.#host.push({ type: "nothing", because: "restricted" });
    const image = this.#target && (await readEditedImage(this.#target));
    if (image === undefined) return this.#host.push({ type: "nothing", because: "gone" });
    const { uri, name, width, height } = image;
    const [address, painted] = await Promise.all([pageAddressOf(this.#webview, uri), this.#paintings.read(uri)]);
    this.#host.push({ type: "image", target: uri.toString(), name, address, width, height, ...(painted === undefined ? {} : { painted }) });
  }

  async #pushModels(): Promise<void> {
    if (!this.#host.isReady || !vscode.workspace.isTrusted) return;
    const { models, chosen } = await listEditingModels(this.#studio);
    this.#host.push({ type: "models", models, ...(chosen === undefined ? {} : { chosen }) });
  }

  async #generate(edit: Edit): Promise<Ended | undefined> {
    // Its file may have been replaced.
    const image = this.#target && (await readEditedImage(this.#target));
    if (image === undefined) this.#host.push({ type: "nothing", because: "gone" });
    if (image === undefined || this.#running !== undefined) return undefined;
    const controller = new AbortController();
    this.#running = controller;
    // The page shows one note for all tasks of a request.
    const onChange = (task: Task) =>
      this.#host.push({
        type: "running",
        note: describeRunning(task),
        ...(edit.count === 1 && task.progress ? { progress: task.progress } : {}),
      });
    this.#host.push({ type: "running", note: t("Generating with {0}", edit.model) });
    try {
      const tasks = await runEdit(this.#studio, image, edit, { signal: controller.signal, onChange });
      this.#results = (tasks ?? []).flatMap(({ artifacts }) => artifacts.map(artifactUri));
      const failed = tasks?.find((task) => !isLeft(task) && task.artifacts.length === 0);
      const results = await this.#describe(this.#results);
      const left = tasks?.find(isLeftRunning);
      return {
        results,
        ...(failed === undefined ? {} : { error: errorSentence(failed) }),
        ...(left === undefined ? {} : { note: describeStopped(left.model) }),
      };
    } catch (error) {
      void report(error);
      return { results: [] };
    } finally {
      this.#running = undefined;
    }
  }

  #describe(results: readonly vscode.Uri[]): Promise<EditedResult[]> {
    const target = this.#target;
    const shown = results.map(async (uri) => ({
      name: nameOf(uri),
      address: await pageAddressOf(this.#webview, uri),
      canReplace: target !== undefined && canReplace(target, uri),
    }));
    return Promise.all(shown);
  }

  /** The page shows what was done, and the results that are left. */
  async #decided(note: string, left: readonly vscode.Uri[], isReplaced = false): Promise<Decided> {
    this.#results = left;
    if (isReplaced) await this.#pushImage();
    return { note, left: await this.#describe(left), isReplaced };
  }

  async #replace(result: vscode.Uri | undefined): Promise<Decided | undefined> {
    const image = this.#target;
    if (result === undefined || image === undefined || !canReplace(image, result)) return undefined;
    if (!(await replaceImage(image, result))) return undefined;
    await this.#paintings.keep(image, { extension: noExtension });
    return this.#decided(t("{0} is replaced.", nameOf(image)), [], true);
  }

  async #discard(result: vscode.Uri | undefined): Promise<Decided | undefined> {
    if (result === undefined) return undefined;
    await moveToTrash([result], false);
    if (await uriExists(result)) return undefined;
    const left = this.#results.filter((one) => one !== result);
    return this.#decided(t("{0} is discarded.", nameOf(result)), left);
  }

  /** Goes on with a result. */
  #editResult(result: vscode.Uri | undefined): void {
    if (result === undefined) return;
    this.#target = result;
    this.#results = [];
    this.#onTarget(result);
    this.#draw();
  }
}

const nameOf = (uri: vscode.Uri) => uri.path.split("/").at(-1) ?? "";

/**
 * Those that take a reference image: first those of which the service announces it. A service that announces nothing may take one with any
 * model of images, because the field is part of the interface. Throws ServiceError.
 */
async function listEditingModels(source: ModelSource): Promise<{ models: EditingModel[]; chosen: string | undefined }> {
  const known = await source.models.list();
  const sorted = [...known.filter(({ capabilities }) => onlyUpscales(capabilities)), ...sortModels(source, known, "image", false)];
  const able = sorted.filter(({ capabilities }) => capabilities?.image !== 0);
  const announced = able.filter(({ capabilities }) => capabilities?.image !== undefined);
  const models = [...announced, ...able.filter((model) => !announced.includes(model))].map(
    ({ id, owned_by: group = "", capabilities }) => ({
      ...modelRow({ id, capabilities }, group),
      takesMask: announces(capabilities, "mask"),
      ...(capabilities?.strength === undefined ? {} : { strength: capabilities.strength }),
      upscale: capabilities?.upscale ?? [],
      onlyUpscales: onlyUpscales(capabilities),
      isTransparent: capabilities?.background?.includes("transparent") === true,
    }),
  );
  const usual = await findModel(source, "image");
  const editing = models.filter((model) => !model.onlyUpscales);
  const chosen = editing.find(({ id }) => id === usual) ?? editing.find((model) => model.takesMask) ?? editing[0];
  return { models, chosen: chosen?.id };
}
