/** Answers questions to `@studio` in VS Code's chat: about models, about costs, and about how files were generated. Generates nothing. */
import * as vscode from "vscode";
import { formatSums } from "../../showing/formatAmount.ts";
import { toLanguageModelError } from "../toLanguageModelError.ts";
import { askEditorModel, type QuestionSource } from "./askEditorModel.ts";
import { readAskedFiles, writeHowMade } from "./howMade.ts";
import { writeCosts } from "./writeCosts.ts";
import { writeModels } from "./writeModels.ts";

/** Without a command, the model selected in the chat answers from the same facts. */
export async function answerQuestion(
  studio: QuestionSource,
  request: vscode.ChatRequest,
  context: vscode.ChatContext,
  stream: vscode.ChatResponseStream,
  token: vscode.CancellationToken,
): Promise<vscode.ChatResult> {
  try {
    switch (request.command) {
      case "models":
        stream.markdown(writeModels(await studio.models.list(), (id, kind) => studio.models.ability(id, kind), request.prompt));
        break;
      case "costs":
        stream.markdown(writeCosts((await studio.tasks()).costs, new Date(), formatSums));
        break;
      case "made":
        await answerHowMade(studio, request, stream);
        break;
      default:
        await askEditorModel(studio, request, context, stream, token);
    }
    return {};
  } catch (error) {
    return { errorDetails: { message: toLanguageModelError(error).message } };
  }
}

async function answerHowMade(studio: QuestionSource, request: vscode.ChatRequest, stream: vscode.ChatResponseStream): Promise<void> {
  const files = readAskedFiles(request.references);
  if (files.length === 0) stream.markdown(vscode.l10n.t("Attach or open a file to see how it was generated."));
  for (const file of files) {
    stream.reference(file);
    stream.markdown(await writeHowMade(await studio.tasks(), file));
  }
}
