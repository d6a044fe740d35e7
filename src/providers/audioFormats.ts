/** Formats that a model of speech does not write itself, and the service makes of WAV. */
import type { AudioRequest } from "../contract/generationRequest.ts";
import type { Capabilities } from "../contract/models.ts";
import { audioFormats } from "../demo/capabilities.ts";
import type { SpeechCall } from "./calls.ts";
import { refuse } from "./dialects/common.ts";
import type { ProviderModel } from "./provider.ts";
import type { ParameterError } from "./request.ts";

const source = "wav";

/** With the formats that the service makes of what the model writes. */
export function offeredCapabilities(capabilities: Capabilities): Capabilities {
  const { format } = capabilities;
  if (!format?.includes(source)) return capabilities;
  return { ...capabilities, format: [...format, ...audioFormats.filter((name) => !format.includes(name))] };
}

/** What a model that writes these formats is asked for; `convertTo` is what the service makes of it. */
export function chooseFormat(
  model: ProviderModel,
  { format }: Pick<AudioRequest, "format">,
  written: readonly string[],
): Pick<SpeechCall, "outputFormat" | "convertTo"> | ParameterError {
  const wanted = format?.toLowerCase();
  if (wanted === undefined || written.includes(wanted)) return { outputFormat: wanted };
  const convertTo = written.includes(source) ? audioFormats.find((name) => name === wanted) : undefined;
  if (convertTo) return { outputFormat: source, convertTo };
  return refuse(model, "format", `does not write this format. It writes: ${written.join(", ")}.`);
}
