/** The studio in; the commands that generate, the walkthrough and the log, registered, out. Their code loads at first use. */
import * as vscode from "vscode";
import { type MediaKind, mediaKinds } from "../../contract/kind.ts";
import type { Studio } from "../studio.ts";
import { readTaskKeys } from "../tasks/readTaskKeys.ts";
import { readArguments, readFiles } from "./readArguments.ts";
import type { PromptSource } from "./runGenerate.ts";
import { registerText } from "./text/register.ts";
import type { GenerateArguments } from "./wish.ts";

const walkthroughId = "generation-studio.generation-studio#welcome";

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
  const made = (clicked: unknown, others: unknown) => {
    const keys = readTaskKeys(clicked, others);
    return { keys, files: keys.length > 0 ? [] : readFiles(clicked, others) };
  };
  const remake = async (values: unknown[], withOptions: boolean) =>
    (await import("./makeAnother.ts")).makeAnother(studio, made(values[0], values[1]), readArguments(values[2]), withOptions);
  const again = [
    register("showHowMade", async (clicked, others) => (await import("./makeAnother.ts")).showHowMade(studio, made(clicked, others))),
    register("makeAnother", (...values) => remake(values, false)),
    register("makeAnotherWithOptions", (...values) => remake(values, true)),
    register("retryTask", (...values) => remake(values, false)),
    register("showWelcome", () => vscode.commands.executeCommand("workbench.action.openWalkthrough", walkthroughId, false)),
    register("showLog", async () => (await import("../log.ts")).log.show()),
  ];
  return vscode.Disposable.from(...ofKind, ...fromPictures, ...again, registerText(studio));
}
