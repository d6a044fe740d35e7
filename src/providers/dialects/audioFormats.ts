/** Audio formats that a speech model does not generate itself, and to which the service converts WAV. */
import type { AudioRequest } from "../../contract/generationRequest.ts";
import type { Capabilities } from "../../contract/models.ts";
import { audioFormats } from "../../media/sounds/audioFormats.ts";
import type { SpeechCall } from "../calls.ts";
import type { ProviderModel } from "../provider.ts";
import type { ParameterError } from "../request.ts";
import { refuse } from "./common.ts";

const source = "wav";

/** Adds the formats that the service converts the model's output to. */
export function offeredCapabilities(capabilities: Capabilities): Capabilities {
  const { format } = capabilities;
  if (!format?.includes(source)) return capabilities;
  return { ...capabilities, format: [...format, ...audioFormats.filter((name) => !format.includes(name))] };
}

/** The format to request from a model that writes the formats `written`; the service converts the result to `convertTo`. */
export function chooseAudioFormat(
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
