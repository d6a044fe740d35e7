/** How many of the reported tokens are of audio. Sources: OpenAI, "Chat", "Responses" and "Create speech", usage; Gemini, `UsageMetadata`. */
import { isFields } from "./errorReason.ts";

const ofInput = ["prompt_tokens_details", "input_tokens_details", "input_token_details", "promptTokensDetails"];
const ofOutput = ["completion_tokens_details", "output_tokens_details", "output_token_details", "candidatesTokensDetails"];

/** `usage`: as a provider reports it. undefined: it reports none. */
export function readAudioTokens(usage: unknown): { input: number; output: number } | undefined {
  if (!isFields(usage)) return undefined;
  const countIn = (names: readonly string[]) => Math.max(0, ...names.map((name) => audioIn(usage[name])));
  const [input, output] = [countIn(ofInput), countIn(ofOutput)];
  return input + output > 0 ? { input, output } : undefined;
}

/** No answer has more tokens. */
const most = 1e9;
const counted = (value: unknown) => (typeof value === "number" && value > 0 && value <= most ? Math.round(value) : 0);

function audioIn(details: unknown): number {
  if (Array.isArray(details))
    return details.reduce((sum: number, one) => sum + (isFields(one) && one.modality === "AUDIO" ? counted(one.tokenCount) : 0), 0);
  return isFields(details) ? counted(details.audio_tokens) : 0;
}
