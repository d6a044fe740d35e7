/** Reads and writes the providers of the built-in service: the setting, and their keys. */
import {
  baseAddressOf,
  describeConfigurationError,
  type ProvidersSetting,
  providersSettingSchema,
  type SettingProvider,
} from "../../contract/configuration.ts";
import type { Kind } from "../../contract/kind.ts";
import type { ProviderSetup } from "../../contract/processMessages.ts";
import type { Secrets } from "../base/secrets.ts";
import { settings } from "../base/settings.ts";

/** The setting `generationStudio.providers` has an invalid value. The message names its location and never repeats the value. */
export class InvalidProviders extends Error {
  override readonly name = "InvalidProviders";
}

/** Throws InvalidProviders. */
export function readProviders(): ProvidersSetting {
  const found = providersSettingSchema.safeParse(settings.providers());
  if (found.success) return found.data;
  throw new InvalidProviders(describeConfigurationError(found.error, "generationStudio.providers"));
}

/** undefined: the provider has no address of its own, so it takes no key. */
export function originOfProvider(provider: SettingProvider): string | undefined {
  return URL.parse(baseAddressOf(provider) ?? "")?.origin;
}

/** The configuration of the built-in service. Throws InvalidProviders. */
export async function readProviderSetup(secrets: Secrets): Promise<ProviderSetup> {
  const providers = readProviders();
  if (Object.keys(providers).length === 0) return { providerKeys: {}, network: settings.network() };
  const keys = await Promise.all(
    [...new Set(Object.values(providers).flatMap((provider) => originOfProvider(provider) ?? []))].map(
      async (origin) => [origin, await secrets.key(origin)] as const,
    ),
  );
  const imageModel = settings.defaultModel("image");
  const isOurs = Object.keys(providers).some((name) => imageModel.startsWith(`${name}/`));
  return {
    configuration: { providers, ...(isOurs ? { imageModel } : {}) },
    demo: true,
    providerKeys: Object.fromEntries(keys.flatMap(([origin, key]) => (key === undefined ? [] : [[origin, key]]))),
    network: settings.network(),
  };
}

/** A setup with a single provider, whose key need not be stored yet. */
export function setupOf(name: string, provider: SettingProvider, key: string | undefined): ProviderSetup {
  const origin = originOfProvider(provider);
  return {
    configuration: { providers: { [name]: provider } },
    providerKeys: origin === undefined || key === undefined ? {} : { [origin]: key },
    network: settings.network(),
  };
}

/** Adds or replaces a provider; undefined removes it. Throws InvalidProviders. */
export async function writeProvider(name: string, provider: SettingProvider | undefined): Promise<void> {
  const { [name]: _, ...others } = readProviders();
  await settings.setProviders(provider === undefined ? others : { ...others, [name]: provider });
}

/**
 * Writes the kinds that a model makes to the setting; undefined removes them, so that the kinds reported by the provider apply again.
 * Returns false, and writes nothing, if the model's provider is not configured. Throws InvalidProviders.
 * @param modelId With the provider's name as prefix.
 */
export async function writeModelKinds(modelId: string, kinds: Kind[] | undefined): Promise<boolean> {
  if (settings.baseUrl() !== "") return false;
  const name = modelId.split("/", 1)[0] ?? "";
  const id = modelId.slice(name.length + 1);
  const provider = readProviders()[name];
  if (provider === undefined || provider.type === "demo" || provider.type === "local" || id === "") return false;
  if (provider.type === "command") {
    const model = provider.models[id];
    if (model === undefined || kinds === undefined) return false;
    await writeProvider(name, { ...provider, models: { ...provider.models, [id]: { ...model, kinds } } });
    return true;
  }
  const { models: { [id]: configured = {}, ...others } = {}, ...rest } = provider;
  const { kinds: _, ...kept } = configured;
  const model = kinds === undefined ? kept : { ...kept, kinds };
  const models = Object.keys(model).length === 0 ? others : { ...others, [id]: model };
  await writeProvider(name, Object.keys(models).length === 0 ? rest : { ...rest, models });
  return true;
}
