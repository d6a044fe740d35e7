/** A model that calls the functions which the user's text names, in order, and then answers: `[[name {"argument": 1}]]`. */
const plan = /\[\[([\w.-]+) (\{.*?\})\]\]/g;

export interface Step {
  /** What the model says, or calls. */
  words: string;
  call: { name: string; arguments: string } | undefined;
}

/** `said`: the user's texts, oldest first, with the number of results of functions that follow each. Only functions that are `offered` can be called. */
export function nextStep(said: readonly { text: string; results: number }[], offered: readonly string[]): Step {
  // Some clients quote what they were given: its quotation marks are then escaped.
  const texts = said.map(({ text, results }) => ({ text: text.replaceAll('\\"', '"'), results }));
  const asked = texts.findLast(({ text }) => /\[\[/.test(text));
  const [, name, args = "{}"] = [...(asked?.text ?? "").matchAll(plan)][asked?.results ?? 0] ?? [];
  if (name === undefined) return { words: "All done.", call: undefined };
  if (!offered.includes(name)) return { words: `There is no function ${name}.`, call: undefined };
  return { words: "", call: { name, arguments: args } };
}

/** The texts of a message's content, which is a text or parts. */
export function textOf(content: unknown): string {
  const parts: { text?: unknown }[] = Array.isArray(content) ? content : [{ text: content }];
  return parts.flatMap(({ text }) => (typeof text === "string" ? [text] : [])).join("\n");
}
