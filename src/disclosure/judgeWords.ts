/**
 * Words that a program passes on, such as an agent's arguments or a script's values: nobody reads them before they are sent. What users write
 * into the chat, a form or a prompt document in the editor is before their eyes, and theirs to send.
 */
import { type Judged, judge, type Reason } from "./judge.ts";

/** By their content only, because words have no name and no place. */
export function judgeWords(words: string): Judged<string> {
  const judged = judge(words, words, { named: "", real: "", isNamedInside: true, isInside: true });
  // A pointer of Git LFS may be asked about.
  const reasons = judged.type === "withheld" ? judged.reasons.filter(({ type }) => type !== "placeholder") : [];
  return reasons.length === 0 ? { type: "free", content: words } : { type: "withheld", reasons, disclose: () => words };
}

/** The words of arguments that are not sent: the path of each, such as `values.topic`, and the reason. Names of fields are words, too. */
export function findWithheld(given: unknown, name = ""): { name: string; reason: Reason }[] {
  if (typeof given === "string") {
    const judged = judgeWords(name === "" ? given : `${name}=${given}`);
    return judged.type === "withheld" ? judged.reasons.map((reason) => ({ name, reason })) : [];
  }
  if (typeof given !== "object" || given === null) return [];
  return Object.entries(given).flatMap(([field, value]) => [
    ...findWithheld(field, name),
    ...findWithheld(value, name === "" ? field : `${name}.${field}`),
  ]);
}
