/** Creates the provider of an AI SDK package. The packages differ in the names of their settings and functions. */
import * as z from "zod/mini";
import type { MediaProvider } from "./provider.ts";

export interface PackageSettings {
  apiKey: string;
  fetch: typeof globalThis.fetch;
}

const factorySchema = z.custom<(settings: object) => unknown>((value) => typeof value === "function");
const providerSchema = z.custom<MediaProvider & Pick<MediaProvider, "videoModel"> & OtherNames>(
  (value) =>
    ((typeof value === "object" && value !== null) || typeof value === "function") &&
    (!("specificationVersion" in value) || value.specificationVersion === "v4") &&
    "languageModel" in value,
);
/** What some packages call their functions. */
interface OtherNames {
  speech?: MediaProvider["speechModel"];
  video?: MediaProvider["videoModel"];
}

/** `module`: the package's exports. undefined: it is no provider of version 4. */
export function createPackageProvider(module: Readonly<Record<string, unknown>>, settings: PackageSettings): MediaProvider | undefined {
  const factoryName = Object.keys(module).find((exported) => /^create[A-Z]/.test(exported));
  const factory = factorySchema.safeParse(factoryName === undefined ? undefined : module[factoryName]);
  // Replicate's key has a name of its own.
  const provider = factory.success ? providerSchema.safeParse(factory.data({ apiToken: settings.apiKey, ...settings })).data : undefined;
  if (!provider) return undefined;
  const { speech, video } = provider;
  if (!provider.speechModel && speech) provider.speechModel = (id) => speech.call(provider, id);
  if (!provider.videoModel && video) provider.videoModel = (id) => video.call(provider, id);
  return provider;
}
