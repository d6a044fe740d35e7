/** The studio in; the commands that generate, registered, out. Their code loads at first use. */
import * as vscode from "vscode";
import { type MediaKind, mediaKinds } from "../../contract/kind.ts";
import type { Studio } from "../studio.ts";
import type { PromptSource } from "./runGenerate.ts";
import type { GenerateArguments } from "./wish.ts";

const titleCase: Record<MediaKind, string> = { image: "Image", audio: "Audio", video: "Video" };

export function registerGenerate(studio: Studio): vscode.Disposable {
  const run = async (kind: MediaKind, source: PromptSource, given: GenerateArguments, withOptions?: boolean) =>
    (await import("./runGenerate.ts")).runGenerate(studio, kind, source, given, withOptions);
  const register = (name: string, handler: (...values: unknown[]) => unknown) =>
    vscode.commands.registerCommand(`generationStudio.${name}`, handler);

  const ofKind = mediaKinds.flatMap((kind) => [
    register(`generate${titleCase[kind]}`, (given) => run(kind, { from: "keyboard" }, readArguments(given))),
    register(`generate${titleCase[kind]}FromSelection`, (given) => run(kind, { from: "selection" }, readArguments(given))),
    register(`generate${titleCase[kind]}WithOptions`, (given) => run(kind, { from: "selection" }, readArguments(given), true)),
    register(`generate${titleCase[kind]}FromClipboard`, (given) => run(kind, { from: "clipboard" }, readArguments(given))),
    register(`generate${titleCase[kind]}FromFile`, (file, others, given) =>
      run(kind, { from: "files", files: readFiles(file, others) }, readArguments(given)),
    ),
  ]);
  const fromPictures = (["image", "video"] as const).map((kind) =>
    register(`generate${titleCase[kind]}FromPicture`, (file, others, given) =>
      run(kind, { from: "pictures", files: readFiles(file, others) }, readArguments(given)),
    ),
  );
  return vscode.Disposable.from(...ofKind, ...fromPictures);
}

/** A menu gives the clicked file, or an object that is not ours; a caller gives arguments. */
function readArguments(given: unknown): GenerateArguments {
  if (typeof given !== "object" || given === null || given instanceof vscode.Uri) return {};
  return given;
}

/** The Explorer gives the clicked file and, second, every selected one; a keybinding gives nothing. */
function readFiles(file: unknown, others: unknown): vscode.Uri[] {
  if (Array.isArray(others) && others.length > 0) return others.filter((other) => other instanceof vscode.Uri);
  if (file instanceof vscode.Uri) return [file];
  const active = vscode.window.activeTextEditor?.document.uri;
  return active === undefined ? [] : [active];
}
