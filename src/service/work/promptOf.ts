/** A generation request in; the text that a person wrote last out. */
import type { GenerationRequest } from "../generators/generator.ts";

export function promptOf(request: GenerationRequest): string {
  switch (request.kind) {
    case "text":
      return request.turns.findLast((turn) => turn.role === "user")?.text ?? "";
    case "audio":
      return request.text;
    case "image":
    case "video":
      return request.prompt;
  }
}
