/** The commands of the tests of prompt documents, with where each is shown. */
import type { CommandTable } from "../commands/command.ts";
import { isPromptEditor } from "../commands/when.ts";

export const testCommands = {
  "prompt.test": { title: "Test Prompt Document", palette: `${isPromptEditor} && isWorkspaceTrusted` },
} as const satisfies CommandTable;
