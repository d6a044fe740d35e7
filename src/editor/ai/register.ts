/** Registers the service's models and a participant for VS Code's chat, and tools and a server for agents, if the editor supports them. */
import * as vscode from "vscode";
import { kindTable, mediaKinds } from "../../contract/kind.ts";
import type { TaskSource } from "../requests/taskSource.ts";
import type { Studio } from "../service/studio.ts";
import { registerAgentServer } from "./agentServer.ts";
import type { MediaTool } from "./mediaTool.ts";
import type { ModelProvider } from "./modelProvider.ts";

/** Vendor of the models, as in the manifest. */
const vendor = "generation-studio";

export function registerAi(studio: Studio): vscode.Disposable {
  return vscode.Disposable.from(registerModels(studio), registerTools(studio), registerAgentServer(studio), registerParticipant(studio));
}

/** Editors based on VS Code may lack the API; then nothing is offered. */
function registerModels(studio: Pick<Studio, "connection" | "generations" | "isDemo" | "models" | "state" | "tasks">): vscode.Disposable {
  if (typeof vscode.lm?.registerLanguageModelChatProvider !== "function") return vscode.Disposable.from();
  let loading: Promise<ModelProvider> | undefined;
  const provider = () => {
    loading ??= import("./modelProvider.ts").then((module) => new module.ModelProvider(studio));
    return loading;
  };
  return vscode.lm.registerLanguageModelChatProvider(vendor, {
    onDidChangeLanguageModelChatInformation: studio.models.onDidChange,
    provideLanguageModelChatInformation: async (options) => (isForEntry(options) ? [] : (await provider()).list(options.silent)),
    provideLanguageModelChatResponse: async (model, messages, options, progress, token) =>
      (await provider()).answer(model, messages, options, progress, token),
    provideTokenCount: async (_, text) => (await import("./countMessageTokens.ts")).countMessageTokens(text),
  });
}

/**
 * Newer versions of VS Code ask once without an entry, and once for each entry that the user added with *Add Models*. With an entry, whose
 * configuration is empty, VS Code's chat needs no GitHub account. The models are listed only once, without an entry.
 */
function isForEntry(options: { silent: boolean; configuration?: unknown }): boolean {
  return options.configuration !== undefined;
}

/** The names of the tools are in the manifest, too. */
function registerTools(studio: TaskSource): vscode.Disposable {
  if (typeof vscode.lm?.registerTool !== "function") return vscode.Disposable.from();
  const tools = mediaKinds.map((kind) => {
    let loading: Promise<MediaTool> | undefined;
    const tool = () => {
      loading ??= import("./mediaTool.ts").then((module) => new module.MediaTool(studio, kind));
      return loading;
    };
    return vscode.lm.registerTool<unknown>(`generationStudio_generate${kindTable[kind].identifier}`, {
      prepareInvocation: async ({ input }) => (await tool()).prepare(input),
      invoke: async ({ input }, token) => (await tool()).invoke(input, token),
    });
  });
  return vscode.Disposable.from(...tools);
}

/** `@studio` answers questions about the service's models, costs and files. */
function registerParticipant(studio: Pick<Studio, "context" | "models" | "tasks">): vscode.Disposable {
  if (typeof vscode.chat?.createChatParticipant !== "function") return vscode.Disposable.from();
  const participant = vscode.chat.createChatParticipant("generation-studio.studio", async (request, context, stream, token) =>
    (await import("./participant/answerQuestion.ts")).answerQuestion(studio, request, context, stream, token),
  );
  participant.iconPath = vscode.Uri.joinPath(studio.context.extensionUri, "media", "icon.png");
  return participant;
}
