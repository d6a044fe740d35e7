/** The context of a result for VS Code's menu, by which it shows the actions that the result has and runs them on it. */
import type { Kind } from "../../contract/kind.ts";

interface MenuResult {
  number: number;
  /** Key of its task; "": none. */
  task: string;
  kind: Kind;
  hasPrompt: boolean;
  isMissing: boolean;
}

export function resultMenu({ number, task, kind, hasPrompt, isMissing }: MenuResult): Readonly<Record<string, unknown>> {
  return {
    preventDefaultContextMenuItems: true,
    "generationStudio.inLibrary": true,
    "generationStudio.resultKind": kind,
    ...(task === "" ? {} : { "generationStudio.hasTask": true, key: task }),
    ...(hasPrompt ? { "generationStudio.hasPrompt": true } : {}),
    ...(isMissing ? { "generationStudio.isMissing": true } : {}),
    number,
  };
}
