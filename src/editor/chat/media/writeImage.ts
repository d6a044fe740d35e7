import * as vscode from "vscode";
import { stateOriginOfImage } from "../../artifacts/originOf.ts";
import type { Studio } from "../../service/studio.ts";
import type { NamedImage } from "./nameImage.ts";

/** Writes an image of the chat to a file. If an answer has the image, the file gets metadata about how it was generated. */
export async function writeImage(
  studio: Pick<Studio, "isDemo">,
  bytes: Uint8Array,
  target: vscode.Uri,
  { prompt, model }: NamedImage,
): Promise<void> {
  const stated =
    model === undefined ? bytes : await stateOriginOfImage(bytes, target, { model, isProcedural: studio.isDemo(model), prompt });
  await vscode.workspace.fs.writeFile(target, stated);
}
