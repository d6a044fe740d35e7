import { createContext, Script } from "node:vm";

/** Milliseconds. */
const timeLimit = 1000;
const script = new Script("expression.test(text)");

/** Whether a regular expression from a document matches; undefined: it is invalid, or takes too long on this text. */
export function matchRegularExpression(pattern: string, text: string): boolean | undefined {
  try {
    return script.runInContext(createContext({ expression: new RegExp(pattern), text }), { timeout: timeLimit }) === true;
  } catch {
    return undefined;
  }
}
