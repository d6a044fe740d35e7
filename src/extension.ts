/** VS Code's context in; every feature registered, none of them loaded, out. */
import type * as vscode from "vscode";
import { registerAi } from "./editor/ai/register.ts";
import { registerChat } from "./editor/chat/register.ts";
import { type ClosableStudio, createStudio } from "./editor/createStudio.ts";
import { registerGenerate } from "./editor/generate/register.ts";
import { registerKey } from "./editor/key/register.ts";
import { registerLanguage } from "./editor/language/register.ts";
import { registerModels } from "./editor/models/register.ts";
import { registerTasks } from "./editor/tasks/register.ts";

let studio: ClosableStudio | undefined;

export function activate(context: vscode.ExtensionContext): void {
  studio = createStudio(context);
  context.subscriptions.push(
    registerKey(studio),
    registerChat(studio),
    registerGenerate(studio),
    registerTasks(studio),
    registerModels(studio),
    registerLanguage(studio),
    registerAi(studio),
  );
}

/** Resolves when the journal is closed and the built-in service has ended. */
export async function deactivate(): Promise<void> {
  await studio?.close();
}
