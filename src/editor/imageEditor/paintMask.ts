/** Lets the user paint the mask of an image that is sent later, such as a reference image of the form. */
import * as vscode from "vscode";
import { maskProtocol } from "../../imageEditor/imageEditorProtocol.ts";
import { imageEditorTexts } from "../../imageEditor/imageEditorTexts.ts";
import { noExtension } from "../../imageEditor/mask/canvasExtension.ts";
import { readRuns } from "../../imageEditor/mask/maskRuns.ts";
import { encodeMask } from "../../media/images/encodeMask.ts";
import { PanelHost } from "../panels/panelHost.ts";
import type { PaintedMask } from "../requests/form/formRequest.ts";
import { measureImage, toDataUri, writeUpright } from "./editedImage.ts";

const { t } = vscode.l10n;

/** Its tabs do not survive a reload, because nothing waits for the mask then. */
const maskPainterType = "generationStudio.maskPainter";

/**
 * `image`: a data URI. undefined: closed without a mask.
 * @throws Error if the image cannot be painted on.
 */
export async function paintMask(extensionUri: vscode.Uri, image: string): Promise<PaintedMask | undefined> {
  const bytes = Buffer.from(image.replace(/^data:[^,]*,/, ""), "base64");
  const size = measureImage(bytes);
  if (size === undefined) throw new Error(t("A mask can be painted on PNG, JPEG and WebP images."));
  const { width, height, isTurned } = size;
  const title = t("Paint Mask");
  // A mask has the pixels that are displayed.
  const address = isTurned ? await writeUpright(bytes, title, noExtension) : image;
  const panel = vscode.window.createWebviewPanel(maskPainterType, title, vscode.ViewColumn.Active, { retainContextWhenHidden: true });
  const painted = Promise.withResolvers<PaintedMask | undefined>();
  const host: PanelHost<typeof maskProtocol> = new PanelHost({
    panel,
    extensionUri,
    bundle: "imageEditor",
    texts: imageEditorTexts,
    protocol: maskProtocol,
    handlers: () => ({
      ready: () => host.push({ type: "image", target: title, name: title, address, width, height, isOnlyMasked: true }),
      // A mask that is not used is not kept.
      painted: () => {},
      useMask: (used) => {
        const mask = readRuns(used.mask, width, height);
        if (mask === undefined) throw new Error(t("The mask does not fit the image. Nothing was sent."));
        painted.resolve({ mask: toDataUri(encodeMask(mask), "image/png"), image: address });
      },
    }),
  });
  const listeners = vscode.Disposable.from(
    host,
    panel.onDidDispose(() => painted.resolve(undefined)),
  );
  host.draw(title);
  return painted.promise.finally(() => {
    listeners.dispose();
    panel.dispose();
  });
}
