import type { LanguageModelV4CallOptions, LanguageModelV4FilePart } from "@ai-sdk/provider";
import type { InputFile } from "../contract/generationRequest.ts";
import type { DemoTextRequest } from "./request.ts";

const efforts = ["low", "medium", "high"] as const;

/** Converts an AI SDK call to the demo's request. */
export function readPrompt(model: string, call: LanguageModelV4CallOptions): DemoTextRequest {
  const turns: DemoTextRequest["turns"] = [];
  const files: InputFile[] = [];
  let instructions: string | undefined;
  for (const message of call.prompt) {
    switch (message.role) {
      case "system":
        instructions = message.content;
        break;
      case "user":
      case "assistant": {
        const texts: string[] = [];
        for (const part of message.content) {
          if (part.type === "text") texts.push(part.text);
          if (part.type === "file") files.push(readFile(part));
        }
        turns.push({ role: message.role, text: texts.join("\n") });
        break;
      }
      case "tool": {
        // The answer treats a function's output like any other text.
        const outputs = message.content.flatMap((part) =>
          part.type === "tool-result" && part.output.type === "text" ? [part.output.value] : [],
        );
        turns.push({ role: "user", text: `Summarize:\n\n${outputs.join("\n")}` });
        break;
      }
    }
  }
  const drawing = call.tools?.find((tool) => tool.type === "provider" && tool.id === "demo.image_generation");
  return {
    kind: "text",
    model,
    turns,
    instructions,
    effort: efforts.find((effort) => effort === call.reasoning),
    webSearch: call.tools?.some((tool) => tool.type === "provider" && tool.id === "demo.web_search") ?? false,
    imageTool: drawing?.type === "provider" ? drawing.args : undefined,
    files,
  };
}

function readFile(part: LanguageModelV4FilePart): InputFile {
  const bytes = part.data.type === "data" && part.data.data instanceof Uint8Array ? part.data.data : new Uint8Array(0);
  return { mediaType: part.mediaType, name: part.filename, bytes, part: partOf(part.mediaType) };
}

function partOf(mediaType: string): InputFile["part"] {
  const family = mediaType.split("/")[0];
  return family === "image" || family === "audio" || family === "video" ? family : "file";
}
