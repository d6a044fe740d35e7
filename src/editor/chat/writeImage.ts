import * as vscode from "vscode";
import { stateOriginOfImage } from "../artifacts/stateOrigin.ts";
import type { Studio } from "../studio.ts";
import type { NamedImage } from "./nameImage.ts";

/** Writes an image of the chat as a file, with a statement how it was made where an answer has it. */
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
