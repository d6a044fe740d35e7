import { addedNames } from "../../contract/addedFields.ts";
import type { FilePart } from "../../contract/inputParts.ts";
import type { Model, ModelCapabilities, ToolType } from "../../contract/models.ts";
import { t, writeNumber } from "../../contract/translate.ts";
import { describeShape, readShape } from "../../requestForm/imageShape.ts";
import { fieldTitle } from "./fieldTitle.ts";

/** The capabilities that the service reports for a model, one per line. */
export function describeCapabilities(capabilities: ModelCapabilities | undefined): string[] {
  const { image, context, tools, input, size, quality, aspect_ratio, voice, format, duration } = capabilities ?? {};
  const line = (name: string, values: readonly (string | number)[] | undefined) =>
    values === undefined || values.length === 0 ? [] : [`${name}: ${shorten(values)}`];
  return [
    ...(context === undefined ? [] : [t("Context: {0} tokens", writeNumber(context))]),
    ...line(
      t("Understands"),
      input?.map((part) => inputNames()[part]),
    ),
    ...line(
      t("Can use"),
      tools?.map((tool) => toolNames()[tool]),
    ),
    ...line(t("Size"), size?.toSorted((one, other) => pixelsOf(one) - pixelsOf(other)).map(describeShape)),
    ...line(
      t("Quality"),
      quality?.toSorted((one, other) => levels.indexOf(one) - levels.indexOf(other)),
    ),
    ...line(t("Aspect Ratio"), aspect_ratio),
    ...line(t("Voice"), voice),
    ...line(t("Format"), format),
    ...line(t("Duration in Seconds"), duration),
    ...(image === undefined ? [] : [t("Reference Images: {0}", image)]),
    ...line(t("Also Takes"), describeAdded(capabilities)),
  ];
}

const levels: readonly string[] = ["auto", "low", "medium", "standard", "high", "hd"];

/** A size that names no pixels comes first. */
const pixelsOf = (size: string) => readShape(size)?.area ?? 0;

function inputNames(): Record<FilePart, string> {
  return { image: t("images"), audio: t("sounds"), video: t("videos"), file: t("documents") };
}

function toolNames(): Record<ToolType, string> {
  return { function: t("the editor's tools"), web_search: t("web search"), image_generation: t("an image generator") };
}

/** What is known of a model in plain words, for a hover. */
export function describeModel({ id, capabilities }: Pick<Model, "id" | "capabilities">): string {
  return [id, ...describeCapabilities(capabilities)].join("\n");
}

/** The added fields that the model announces, with their limits or values. */
function describeAdded(capabilities: ModelCapabilities | undefined): string[] {
  return addedNames.flatMap((name) => {
    const announced = capabilities?.[name];
    if (announced === undefined) return [];
    const title = fieldTitle(name);
    if (announced === true) return [title];
    return [`${title} (${"minimum" in announced ? `${announced.minimum}–${announced.maximum}` : announced.join(", ")})`];
  });
}

/** Some engines list hundreds of voices. */
const most = 12;

function shorten(values: readonly (string | number)[]): string {
  const shown = values.slice(0, most).join(", ");
  return values.length > most ? `${shown}, … (${values.length})` : shown;
}
