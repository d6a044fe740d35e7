/** Registers the image editor and the panels restored from an earlier window; everything else is loaded on first use. */
import * as vscode from "vscode";
import type { Purpose } from "../../imageEditor/imageEditorProtocol.ts";
import { canRemoveBackground, canUpscale } from "../../library/contextKeys.ts";
import { Lazy } from "../base/lazy.ts";
import { report } from "../base/report.ts";
import { givenText } from "../commands/givenArguments.ts";
import { registerCommands } from "../commands/registerCommands.ts";
import type { Studio } from "../service/studio.ts";
import type { imageEditorCommands } from "./commands.ts";
import type { ImageEditorPage } from "./imageEditorPage.ts";

/** Type of the editor tabs that edit an image. */
const imageEditorType = "generationStudio.imageEditor";

export function registerImageEditor(studio: Studio): vscode.Disposable {
  /** By the URI of the image. */
  const shown = new Map<string, vscode.WebviewPanel>();
  const paintings = new Lazy(async () => {
    const { KeptPaintings } = await import("./keptPaintings.ts");
    const { storageUri, globalStorageUri } = studio.context;
    return new KeptPaintings(vscode.Uri.joinPath(storageUri ?? globalStorageUri, "paintings").fsPath);
  });
  const parts = new Map<vscode.WebviewPanel, ImageEditorPage>();

  async function fill(panel: vscode.WebviewPanel, target: vscode.Uri | undefined): Promise<void> {
    const show = (image: vscode.Uri | undefined) => {
      for (const [key, one] of shown) if (one === panel) shown.delete(key);
      if (image !== undefined) shown.set(image.toString(), panel);
    };
    show(target);
    const { ImageEditorPage } = await import("./imageEditorPage.ts");
    const page = new ImageEditorPage(studio, panel, target, await paintings.get(), show);
    parts.set(panel, page);
    panel.onDidDispose(() => {
      show(undefined);
      page.dispose();
      parts.delete(panel);
    });
  }

  async function open(purpose: Purpose, clicked: unknown, others: unknown): Promise<boolean> {
    const { findNamedFiles } = await import("../artifacts/namedResults.ts");
    const [image] = await findNamedFiles(await studio.tasks(), clicked, others);
    if (image === undefined) return false;
    const known = shown.get(image.toString());
    // The page is kept while it is hidden, with the history of its mask.
    const options = { retainContextWhenHidden: true };
    const panel = known ?? vscode.window.createWebviewPanel(imageEditorType, "", vscode.ViewColumn.Active, options);
    if (known === undefined) await fill(panel, image);
    else known.reveal();
    if (purpose !== "edit" || known !== undefined) parts.get(panel)?.choose(purpose);
    return true;
  }

  const command = (purpose: Purpose) => async (clicked: unknown, others: unknown) => {
    try {
      return await open(purpose, clicked, others);
    } catch (error) {
      void report(error);
      return false;
    }
  };

  /** Menus show only what a model announces. */
  function announceAbilities(): void {
    const known = studio.models.known?.map(({ capabilities }) => capabilities);
    const announced = known && [
      ...(known.some((one) => (one?.upscale?.length ?? 0) > 0) ? [canUpscale] : []),
      ...(known.some((one) => one?.background?.includes("transparent") === true) ? [canRemoveBackground] : []),
    ];
    const shown = announced ?? studio.state.imageActions();
    for (const key of [canUpscale, canRemoveBackground]) void vscode.commands.executeCommand("setContext", key, shown.includes(key));
    if (announced !== undefined) void studio.state.rememberImageActions(announced);
  }
  announceAbilities();

  return vscode.Disposable.from(
    registerCommands<typeof imageEditorCommands>({
      editImage: command("edit"),
      upscaleImage: command("upscale"),
      removeBackground: command("removeBackground"),
      paintMask: async (image) => {
        const address = typeof image === "string" ? image : "";
        return (await import("./paintMask.ts")).paintMask(studio.context.extensionUri, address);
      },
    }),
    studio.models.onDidChange(announceAbilities),
    vscode.window.registerWebviewPanelSerializer(imageEditorType, {
      deserializeWebviewPanel: async (panel, state) => {
        const stored = givenText(state, "target");
        await fill(panel, stored === undefined ? undefined : vscode.Uri.parse(stored));
      },
    }),
    { dispose: () => vscode.Disposable.from(...parts.values()).dispose() },
  );
}
