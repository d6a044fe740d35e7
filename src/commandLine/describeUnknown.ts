import { suggestNames } from "../prompt/text/suggestNames.ts";

/** One sentence about a command or an option that does not exist, with the nearest that does. */
export function describeUnknown(type: "command" | "option", name: string, known: readonly string[]): string {
  const [likely] = suggestNames(name, known);
  return `There is no ${type} “${name}”.${likely === undefined ? "" : ` Did you mean “${likely}”?`}`;
}
