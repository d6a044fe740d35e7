/** Registers all features without loading them. */
import { type ExtensionContext, env, l10n } from "vscode";
import { setLanguage } from "./contract/translate.ts";
import { registerAi } from "./editor/ai/register.ts";
import { registerChat } from "./editor/chat/register.ts";
import { type ClosableStudio, createStudio } from "./editor/createStudio.ts";
import { registerEdits } from "./editor/edits/register.ts";
import { registerGenerate } from "./editor/generate/register.ts";
import { registerImageEditor } from "./editor/imageEditor/register.ts";
import { registerKey } from "./editor/key/register.ts";
import { registerLanguage } from "./editor/language/register.ts";
import { registerLibrary } from "./editor/library/register.ts";
import { registerModels } from "./editor/models/register.ts";
import { registerTests } from "./editor/promptTests/register.ts";
import { registerProviders } from "./editor/provider/register.ts";
import { registerTasks } from "./editor/tasks/register.ts";

let studio: ClosableStudio | undefined;

export function activate(context: ExtensionContext): void {
  setLanguage(l10n.bundle === undefined ? "en" : env.language, l10n.t);
  studio = createStudio(context);
  context.subscriptions.push(
    registerKey(studio),
    registerEdits(studio),
    registerChat(studio),
    registerGenerate(studio),
    registerImageEditor(studio),
    registerTasks(studio),
    registerLibrary(studio),
    registerModels(studio),
    registerProviders(studio),
    registerLanguage(studio),
    registerTests(studio),
    registerAi(studio),
  );
}

/** Resolves when the journal is closed. The built-in service completes its tasks. */
export async function deactivate(): Promise<void> {
  await studio?.close();
}
