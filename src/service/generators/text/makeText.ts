/** A text request in; a Markdown answer out. */
import type { TextRequest, TextResult } from "../generator.ts";

export async function makeText(request: TextRequest): Promise<TextResult> {
  const question = request.turns.findLast((turn) => turn.role === "user")?.text ?? "";
  const text = `## Demo answer\n\n*This answer comes from the built-in demo model \`${request.model}\`.*\n\n> ${question.split("\n").join("\n> ")}\n`;
  return { kind: "text", reasoning: request.effort && "The request was read.", text, citations: [], image: undefined };
}
