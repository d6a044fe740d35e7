import { suggestNames } from "../prompt/check/suggestNames.ts";

/** One sentence about a command that does not exist, with the nearest that does. */
export function describeUnknown(command: string, commands: readonly string[]): string {
  const [likely] = suggestNames(command, commands);
  return `There is no command “${command}”.${likely === undefined ? "" : ` Did you mean “${likely}”?`}`;
}
