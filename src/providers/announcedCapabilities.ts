/**
 * What the service announces of a model: what is known of it, without what its dialect refuses. The dialect itself is asked with sample
 * values, so that no other list says what each type of provider takes.
 */
import { type AddedField, addedFields, addedNames, changesImage, hasAddedField } from "../contract/addedFields.ts";
import type { AddedValues, InputFile, MediaGenerationRequest } from "../contract/generationRequest.ts";
import { anySide } from "../contract/imageSize.ts";
import { type MediaKind, mediaKinds } from "../contract/kind.ts";
import type { Capabilities } from "../contract/models.ts";
import { offeredCapabilities } from "./dialects/audioFormats.ts";
import type { Dialect, ProviderModel } from "./provider.ts";
import { writeCall } from "./writeCall.ts";

/** The fields of the interface that some dialects refuse, whatever the model. */
type Setting = "size" | "quality" | "aspect_ratio" | "duration" | "speed";
type Asked = { [Name in Setting]?: string } & { added?: AddedValues; references?: InputFile[] };

/** Values of each form that a dialect may take or refuse as a whole. */
const samples: Readonly<Record<MediaKind, { readonly [Name in Setting]?: readonly string[] }>> = {
  image: {
    size: ["1024x1024", "512", "1k", "2k", "4k"],
    quality: ["auto", "low", "medium", "high", "standard", "hd"],
    aspect_ratio: ["1:1", "16:9"],
  },
  audio: { speed: ["0.5", "2"] },
  video: { size: ["16:9", "9:16"], quality: ["1280x720", "480p", "720p", "1080p", "4k"], duration: ["4", "5", "8", "10"] },
};
const sampleFile: InputFile = { mediaType: "image/png", name: undefined, bytes: new Uint8Array(), part: "image" };

export function announcedCapabilities(dialect: Dialect, model: ProviderModel): Capabilities {
  const known = offeredCapabilities(model.capabilities);
  const kinds = mediaKinds.filter((kind) => model.kinds.includes(kind));
  if (kinds.length === 0) return known;
  const takes = (kind: MediaKind, param: string, asked: Asked) => !refuses(dialect, kind, model, param, asked);
  return { ...withoutRefusedFields(known, kinds, takes), ...settingsOf(known, kinds, takes) };
}

type Takes = (kind: MediaKind, param: string, asked: Asked) => boolean;

function refuses<K extends MediaKind>(dialect: Dialect, kind: K, model: ProviderModel, param: string, asked: Asked): boolean {
  const call = writeCall(dialect, kind, model, requestOf[kind](asked));
  return "param" in call && call.param === param;
}

const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));
const requestOf: { readonly [K in MediaKind]: (asked: Asked) => MediaGenerationRequest<K> } = {
  image: ({ size, quality, aspect_ratio: aspectRatio, added = {}, references = [] }) => {
    return { kind: "image", model: "", prompt: "a", size, quality, aspectRatio, added, references };
  },
  audio: ({ speed, added = {} }) => {
    return { kind: "audio", model: "", text: "a", voice: undefined, format: undefined, speed: numberOf(speed), added };
  },
  video: ({ size, quality, duration, added = {}, references = [] }) => {
    return { kind: "video", model: "", prompt: "a", size, quality, duration: numberOf(duration), added, references };
  },
};

/** The settings that the dialect limits. A field has one entry for all kinds of a model, so one that differs between them is left open. */
function settingsOf(known: Capabilities, kinds: readonly MediaKind[], takes: Takes): Capabilities {
  const limitsOf = (name: Setting): Capabilities => {
    const having = kinds.filter((kind) => samples[kind][name] !== undefined);
    const taken = (values: readonly string[]) => values.filter((value) => having.some((kind) => takes(kind, name, { [name]: value })));
    const tried = [...new Set(having.flatMap((kind) => samples[kind][name] ?? []))];
    const found = taken(tried);
    if (name === "speed") return found.length === 0 ? { speed: { minimum: 1, maximum: 1 } } : {};
    const listed = known[name]?.map(String);
    if (listed !== undefined) return listOf(name, taken(listed));
    if (found.length === 0) return listOf(name, []);
    if (found.length === tried.length || having.length > 1) return {};
    const takesPixels = found.some((value) => /^\d+x\d+$/.test(value));
    if (takesPixels) return name === "size" ? { size: [], side: known.side ?? anySide } : {};
    return listOf(name, found);
  };
  const names = new Set(kinds.flatMap((kind) => Object.keys(samples[kind]) as Setting[]));
  return Object.assign({}, ...[...names].map(limitsOf));
}

const listOf = (name: Exclude<Setting, "speed">, values: readonly string[]): Capabilities =>
  name === "duration" ? { duration: values.map(Number) } : { [name]: [...values] };

/** Leaves out the added fields, and the values of them, that cannot be written, for example because they were configured by mistake. */
function withoutRefusedFields(known: Capabilities, kinds: readonly MediaKind[], takes: Takes): Capabilities {
  const left: Capabilities = { ...known };
  for (const name of addedNames) {
    const announced = known[name];
    if (announced === undefined) continue;
    const having = kinds.filter((kind) => hasAddedField(kind, name));
    const references = changesImage(name) ? [sampleFile] : [];
    const isTaken = (value: string | number | boolean | InputFile) =>
      having.some((kind) => takes(kind, name, { added: { [name]: value }, references }));
    if (Array.isArray(announced)) {
      const values = announced.filter(isTaken);
      if (values.length === 0) delete left[name];
      else Object.assign(left, { [name]: values });
      continue;
    }
    if (!isTaken(announced === true ? sampleOf(name) : announced.maximum)) delete left[name];
  }
  return left;
}

function sampleOf(name: AddedField): InputFile | boolean | string {
  const { type } = addedFields[name];
  return type === "file" ? sampleFile : type === "flag" ? true : "a";
}
