/** Lets the user paint the mask of an image that is sent later, such as a reference image of the form. */
import * as vscode from "vscode";
import { imageEditorTexts } from "../../imageEditor/imageEditorTexts.ts";
import { noExtension } from "../../imageEditor/mask/canvasExtension.ts";
import { readRuns } from "../../imageEditor/mask/maskRuns.ts";
import type { ToImageEditor } from "../../imageEditor/toImageEditor.ts";
import { readToImageEditorHost } from "../../imageEditor/toImageEditorHost.ts";
import { encodeMask } from "../../images/encodeMask.ts";
import { log } from "../log.ts";
import { panelHtml } from "../panelHtml.ts";
import { report } from "../report.ts";
import type { PaintedMask } from "../requests/form/formRequest.ts";
import { measureImage, toDataUri, writeUpright } from "./editedImage.ts";

/** Its tabs do not survive a reload, because nothing waits for the mask then. */
const maskPainterType = "generationStudio.maskPainter";

/**
 * `image`: a data URI. undefined: closed without a mask.
 * @throws Error if the image cannot be painted on.
 */
export async function paintMask(extensionUri: vscode.Uri, image: string): Promise<PaintedMask | undefined> {
  const { t } = vscode.l10n;
  const bytes = Buffer.from(image.replace(/^data:[^,]*,/, ""), "base64");
  const size = measureImage(bytes);
  if (size === undefined) throw new Error(t("A mask can be painted on PNG, JPEG and WebP images."));
  const { width, height, isTurned } = size;
  const title = t("Paint Mask");
  // A mask has the pixels that are displayed.
  const address = isTurned ? await writeUpright(bytes, title, noExtension) : image;
  const panel = vscode.window.createWebviewPanel(maskPainterType, title, vscode.ViewColumn.Active, {
    enableScripts: true,
    retainContextWhenHidden: true,
    localResourceRoots: [vscode.Uri.joinPath(extensionUri, "dist", "webview")],
  });
  const { webview } = panel;
  const painted = Promise.withResolvers<PaintedMask | undefined>();
  const post = (message: ToImageEditor) => void webview.postMessage(message);
  const listeners = vscode.Disposable.from(
    webview.onDidReceiveMessage((value: unknown) => {
      const message = readToImageEditorHost(value);
      if (message === undefined) return log.warn("Ignored an invalid message of the image editor's page.");
      if (message.type === "ready") post({ type: "image", target: title, name: title, address, width, height, isOnlyMasked: true });
      if (message.type !== "useMask") return;
      const mask = readRuns(message.mask, width, height);
      if (mask === undefined) return void report(new Error(t("The mask does not fit the image. Nothing was sent.")));
      painted.resolve({ mask: toDataUri(encodeMask(mask), "image/png"), image: address });
    }),
    panel.onDidDispose(() => painted.resolve(undefined)),
  );
  panel.iconPath = vscode.Uri.joinPath(extensionUri, "media", "icon.png");
  webview.html = panelHtml(webview, extensionUri, { bundle: "imageEditor", title, location: "editor", texts: imageEditorTexts });
  return painted.promise.finally(() => {
    listeners.dispose();
    panel.dispose();
  });
}
