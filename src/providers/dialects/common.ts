import type { InputFile, TextCitation } from "../../contract/generationRequest.ts";
import type { MetadataReader, ProviderModel } from "../provider.ts";
import type { ParameterError } from "../request.ts";

export function refuse(model: ProviderModel, param: string, what: string): ParameterError {
  return { param, message: `${model.id} ${what}` };
}

/** A size in pixels, e.g. `1024x768`; undefined for a named one. */
export function pixelSize(size: string | undefined): `${number}x${number}` | undefined {
  const match = /^(\d{1,5})\s*[x×]\s*(\d{1,5})$/i.exec(size?.trim() ?? "");
  return match ? `${Number(match[1])}x${Number(match[2])}` : undefined;
}

/** A ratio, e.g. `16:9`; undefined for anything else. */
export function aspectRatio(text: string | undefined): `${number}:${number}` | undefined {
  const match = /^(\d{1,3}):(\d{1,3})$/.exec(text?.trim() ?? "");
  return match ? `${Number(match[1])}:${Number(match[2])}` : undefined;
}

export const noMetadata: MetadataReader = { citations: (): TextCitation[] => [], cost: () => undefined };

/** For providers that generate no text. */
export const makesNoText = (model: ProviderModel) => refuse(model, "model", "makes no text.");

/** Image types that every model with vision accepts, and PDF. */
export const isImageOrPdf = (file: InputFile) => /^image\/(?:png|jpeg|webp|gif)$|^application\/pdf$/.test(file.mediaType);

/** Texts are sent as text, whatever their media type. */
export function isText(file: InputFile): boolean {
  return /^text\/|^application\/(?:json|xml|yaml|javascript|toml)$/.test(file.mediaType);
}

/** How a model that reads texts, images and PDF takes a file. */
export const textImageOrPdf = (file: InputFile) => (isText(file) ? "text" : isImageOrPdf(file) ? "bytes" : undefined);
