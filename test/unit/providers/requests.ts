/** Complete, valid generation requests. */
import type { AudioRequest, InputFile } from "../../../src/contract/generationRequest.ts";
import type { DialogueContent, GenerationRequest, TextRequest } from "../../../src/providers/request.ts";
import { imageRequest, videoRequest } from "../demo/requests.ts";

export { imageRequest, inputFile, videoRequest } from "../demo/requests.ts";

const message = (role: "user" | "assistant", text: string, files: readonly InputFile[] = []) => ({
  type: "message" as const,
  role,
  content: [...(text === "" ? [] : [{ type: "text" as const, text }]), ...files.map((file): DialogueContent => ({ type: "file", file }))],
});

/** Texts by turns, the first of which is the user's. */
export const dialogueOf = (...texts: string[]) => texts.map((text, index) => message(index % 2 === 0 ? "user" : "assistant", text));

export const textRequest = (prompt: string, changes: Partial<TextRequest> & { files?: InputFile[] } = {}): TextRequest => {
  const { files = [], ...rest } = changes;
  return {
    kind: "text",
    model: "demo-text",
    dialogue: [message("user", prompt, files)],
    instructions: undefined,
    effort: undefined,
    webSearch: false,
    imageTool: undefined,
    functions: [],
    toolChoice: { type: "auto" },
    parallelToolCalls: true,
    maxOutputTokens: undefined,
    ...rest,
  };
};

export const audioRequest = (changes: Partial<AudioRequest> = {}): AudioRequest => ({
  kind: "audio",
  model: "flite",
  text: "The tide comes in twice a day.",
  voice: "slt",
  format: "wav",
  speed: 1,
  ...changes,
});

export const requestsOfEveryKind: readonly GenerationRequest[] = [textRequest("Hello"), imageRequest(), audioRequest(), videoRequest()];
