import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { RemoteConfiguration } from "../contract/configuration.ts";
import { withBlockReasons } from "./blockReason.ts";
import { loadFetch } from "./connection/providerConnection.ts";
import { withoutDeepValues } from "./connection/withoutDeepValues.ts";
import { createPackageProvider, type PackageSettings } from "./createPackageProvider.ts";
import { engineOf, engineTable } from "./engines/engineTable.ts";
import { withJobReasons } from "./jobReason.ts";
import type { MediaProvider } from "./provider.ts";
import { ProviderError } from "./providerError.ts";

export interface SdkOptions {
  name: string;
  configuration: RemoteConfiguration;
  /** undefined: the package's default address. */
  baseURL: string | undefined;
  /** Never undefined: the packages would read a key from the environment, and send it to any base URL. */
  apiKey: string;
  fetch: typeof globalThis.fetch;
  log(line: string): void;
}

/** Packages that read Responses, and only whole ones. */
const responsesPackages = ["@ai-sdk/openai", "@ai-sdk/azure"];
/** Google's packages, which report only that there is no file. */
const googlePackages = ["@ai-sdk/google", "@ai-sdk/google-vertex"];

/** Imports the AI SDK package of a type of provider, and what sends its requests, so that their code is not loaded before it is needed. */
export async function loadSdk(options: SdkOptions): Promise<MediaProvider> {
  const { configuration, baseURL, apiKey } = options;
  await loadFetch();
  const fetch = withoutDeepValues(options.fetch);
  const settings = { apiKey, fetch, ...(baseURL === undefined ? {} : { baseURL }) };
  switch (configuration.type) {
    case "openai": {
      const [{ createOpenAI }, { clientOf }, { withLooseImages }, { withPartialImages }, { withReadableResponses }] = await Promise.all([
        import("@ai-sdk/openai"),
        import("./loadCompatible.ts"),
        import("./engines/looseImages.ts"),
        import("./engines/partialImages.ts"),
        import("./responses/readableResponses.ts"),
      ]);
      const openai = createOpenAI(settings);
      const responses = createOpenAI({ ...settings, fetch: withReadableResponses(fetch) });
      return {
        specificationVersion: "v4",
        languageModel: (id) => responses.languageModel(id),
        embeddingModel: (id) => openai.embeddingModel(id),
        imageModel: (id, hooks) => {
          const make = (send: typeof fetch) => createOpenAI({ ...settings, fetch: withLooseImages(send) }).imageModel(id);
          return withPartialImages(make, fetch, "openai", hooks);
        },
        speechModel: (id) => openai.speech(id),
        ...engineTable.openai.videos(clientOf({ apiKey, fetch, baseURL: baseURL ?? "" })),
      };
    }
    case "openai-compatible":
      return (await import("./loadCompatible.ts")).loadCompatible(
        {
          apiKey,
          fetch: options.fetch,
          baseURL: baseURL ?? "",
          onOdd: (what) => options.log(`${options.name} sends ${what}, which is left out`),
        },
        engineOf(configuration),
      );
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic(settings);
    }
    case "google": {
      const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
      return createGoogleGenerativeAI({ ...settings, fetch: withBlockReasons(fetch) });
    }
    case "ai-sdk": {
      const { package: packageName } = configuration;
      const read = await readableFetch(packageName, fetch);
      return loadPackage(options.name, packageName, { ...configuration.settings, ...settings, fetch: read });
    }
  }
}

/** Returns a `fetch` whose answers say to the package what their provider says. */
async function readableFetch(packageName: string, fetch: SdkOptions["fetch"]): Promise<SdkOptions["fetch"]> {
  if (responsesPackages.includes(packageName)) return (await import("./responses/readableResponses.ts")).withReadableResponses(fetch);
  return googlePackages.includes(packageName) ? withBlockReasons(fetch) : withJobReasons(fetch);
}

/** Imports a package from this command line's own installation, so that a workspace cannot supply its code. */
async function loadPackage(name: string, packageName: string, settings: PackageSettings): Promise<MediaProvider> {
  const unavailable = (reason: string) =>
    new ProviderError({ code: "api_error", acceptance: "refused", message: `The package of ${name}, ${packageName}, ${reason}.` });
  let path: string;
  try {
    path = createRequire(import.meta.url).resolve(packageName);
  } catch {
    throw unavailable("is not installed beside this command line");
  }
  const module: Record<string, unknown> = await import(pathToFileURL(path).href);
  const provider = createPackageProvider(module, settings);
  if (!provider) throw unavailable("is not an AI SDK provider of version 4");
  return provider;
}
