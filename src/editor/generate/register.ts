/** Registers the commands that generate, the walkthrough and the log. Their code is loaded on first use. */
import * as vscode from "vscode";
import { kindTable, type MediaKind, mediaKinds } from "../../contract/kind.ts";
import { readFiles } from "../base/readFiles.ts";
import { report } from "../base/report.ts";
import { givenText } from "../commands/givenArguments.ts";
import { registerCommands } from "../commands/registerCommands.ts";
import { formEditor } from "../requests/form/formEditor.ts";
import type { FormTools } from "../requests/form/formRequest.ts";
import type { GenerateArguments } from "../requests/requestOptions.ts";
import type { Studio } from "../service/studio.ts";
import { watchLeftTexts } from "../service/watchLeftTexts.ts";
import { readTaskSelection } from "../showing/readTaskSelection.ts";
import type { generateCommands } from "./commands.ts";
import { readGenerateArguments, readVariation } from "./readGenerateArguments.ts";
import type { PromptSource } from "./runGenerate.ts";
import type { textCommands } from "./text/commands.ts";
import type { TextCommand } from "./text/runTextCommand.ts";

/** The kinds that an image can become. */
const fromImages = mediaKinds.filter((kind) => kindTable[kind].takesImages);
const walkthroughId = "generation-studio.generation-studio#welcome";

export function registerGenerate(studio: Studio): vscode.Disposable {
  const run = async (kind: MediaKind, source: PromptSource, given: GenerateArguments) =>
    (await import("./runGenerate.ts")).runGenerate(studio, kind, source, given);
  const runAsked = async (kinds: readonly MediaKind[], source: PromptSource, given: unknown) => {
    const kind = kinds.find((one) => one === givenText(given, "kind")) ?? (await (await import("./chooseKind.ts")).chooseKind(kinds));
    return kind === undefined ? undefined : run(kind, source, readGenerateArguments(given));
  };
  const type = (kind: MediaKind) => (given: unknown) => run(kind, { from: "keyboard" }, readGenerateArguments(given));
  const fromSelection = (kind: MediaKind) => (given: unknown) => run(kind, { from: "selection" }, readGenerateArguments(given));
  const form: FormTools = {
    improve: async (prompt, kind) => (await import("./text/improveText.ts")).improveText(studio, prompt, kind),
    paintMask: async (image) => vscode.commands.executeCommand("generationStudio.paintMask", image),
  };
  const again = (withOptions: boolean) => async (clicked: unknown, others: unknown, given: unknown) =>
    (await import("./runAgain.ts")).runAgain(
      studio,
      readTaskSelection(clicked, others),
      readGenerateArguments(given),
      withOptions ? form : undefined,
    );

  const commands = registerCommands<typeof generateCommands>({
    insertOfferedLink: async (id) => (await import("../artifacts/linkOffers.ts")).answerOffer(id, true, false),
    chooseLinkOffer: async (ids) => (await import("../artifacts/linkOffers.ts")).chooseOffer(ids),
    generateImage: type("image"),
    generateAudio: type("audio"),
    generateVideo: type("video"),
    generateImageFromSelection: fromSelection("image"),
    generateAudioFromSelection: fromSelection("audio"),
    generateVideoFromSelection: fromSelection("video"),
    generateFromParagraph: (given) => runAsked(mediaKinds, { from: "paragraph" }, given),
    generateFromDocument: (file, others, given) => runAsked(mediaKinds, { from: "documents", files: readFiles(file, others) }, given),
    generateFromImage: (file, others, given) => runAsked(fromImages, { from: "images", files: readFiles(file, others) }, given),
    useAsReference: async (clicked, others, given) => {
      try {
        const { findNamedFiles } = await import("../artifacts/namedResults.ts");
        const files = await findNamedFiles(await studio.tasks(), clicked, others);
        return files.length === 0 ? undefined : await runAsked(fromImages, { from: "images", files }, given);
      } catch (error) {
        return void report(error);
      }
    },
    generateFromClipboard: (given) => runAsked(mediaKinds, { from: "clipboard" }, given),
    chooseSpeakers: async () => (await import("./changeSpeakers.ts")).changeSpeakers(studio),
    generateWithOptions: async (given) => {
      const kind = mediaKinds.find((one) => one === givenText(given, "kind"));
      return (await import("./runGenerate.ts")).generateWithForm(studio, kind, readGenerateArguments(given), { form });
    },
    runAgain: again(false),
    runAgainWithOptions: again(true),
    moreLikeThis: async (clicked, others, given) =>
      (await import("./moreLikeThis.ts")).moreLikeThis(studio, readTaskSelection(clicked, others), readVariation(given)),
    showWelcome: () => vscode.commands.executeCommand("workbench.action.openWalkthrough", walkthroughId, false),
    showLog: async () => (await import("../base/log.ts")).log.show(),
  });
  const forms = vscode.window.registerWebviewPanelSerializer(formEditor, {
    async deserializeWebviewPanel(panel, state) {
      const kept = (await import("./formState.ts")).readFormState(state);
      if (kept === undefined) panel.dispose();
      else void (await import("./runGenerate.ts")).generateWithForm(studio, undefined, {}, { form, restored: { panel, kept } });
    },
  });
  return vscode.Disposable.from(commands, forms, restoreLinkOffers(studio), registerText(studio));
}

function restoreLinkOffers({ state }: Studio): vscode.Disposable {
  if (state.linkOffers().length === 0) return vscode.Disposable.from();
  const restoring = import("../artifacts/restoreOffers.ts").then(({ restoreOffers }) => restoreOffers(state));
  restoring.catch(report);
  return new vscode.Disposable(() => void restoring.then((listener) => listener.dispose()));
}

/** The commands that write into the document or propose a replacement of its selection. */
function registerText(studio: Studio): vscode.Disposable {
  const write = (command: TextCommand) => async (given: unknown) => {
    const { runTextCommand } = await import("./text/runTextCommand.ts");
    return runTextCommand(studio, command, readGenerateArguments(given));
  };
  const watch = watchLeftTexts(studio, async (tasks) => (await import("./text/offerLeftText.ts")).loadLeftTexts(studio, tasks));
  const commands = registerCommands<typeof textCommands>({
    replaceSelection: write("replace"),
    insertAtCursor: write("insert"),
    continueText: write("continue"),
    improvePrompt: async (given) => (await import("./text/improvePrompt.ts")).improvePrompt(studio, readGenerateArguments(given)),
    openInterruptedText: async () => {
      try {
        await (await import("./text/offerLeftText.ts")).openLeftText(studio);
      } catch (error) {
        void report(error);
      }
    },
    writeWithOptions: async (given) => {
      const { askTextCommand, runTextCommand } = await import("./text/runTextCommand.ts");
      const command = await askTextCommand();
      return command === undefined ? undefined : runTextCommand(studio, command, readGenerateArguments(given), true);
    },
  });
  return vscode.Disposable.from(watch, commands);
}
