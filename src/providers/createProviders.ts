import { baseAddressOf, type ProviderConfiguration } from "../contract/configuration.ts";
import type { ProviderSetup } from "../contract/processMessages.ts";
import { createCommandProvider } from "./command/commandProvider.ts";
import { createDemo } from "./demoProvider.ts";
import { createLocalProvider } from "./local/localProvider.ts";
import type { Provider } from "./provider.ts";
import { createRemoteProvider } from "./remoteProvider.ts";

export interface ProvidersOptions {
  environment: Readonly<Record<string, string | undefined>>;
  faults: boolean;
  tokensPerSecond: number;
  generatorWorkerUrl: URL | undefined;
  /** The data folder of the service, for the local engine and its models. */
  data?: string | undefined;
  log?: ((line: string) => void) | undefined;
}

export interface ProviderSet {
  readonly providers: readonly Provider[];
  /** Opens providers that were not configured before. Nothing is loaded or sent before the first request. */
  configure(setup: ProviderSetup): void;
  close(): Promise<void>;
}

/** Keeps providers open whose configuration and key do not change, and also replaced ones, for their tasks in progress. */
export function createProviders(options: ProvidersOptions): ProviderSet {
  let current = new Map<string, Provider>();
  const opened: Provider[] = [];

  function open(name: string, configuration: ProviderConfiguration, setup: ProviderSetup): Provider {
    const provider =
      name === unnamedDemo
        ? openDemo("demo", "", options, setup.configuration !== undefined)
        : createProvider(name, configuration, setup, options);
    opened.push(provider);
    return provider;
  }

  return {
    get providers() {
      return [...current.values()];
    },
    configure(setup) {
      const configured = Object.entries(setup.configuration?.providers ?? {});
      const hasDemo = configured.some(([, { type }]) => type === "demo");
      const demo: [string, ProviderConfiguration][] =
        setup.configuration === undefined || (setup.demo === true && !hasDemo) ? [[unnamedDemo, { type: "demo" }]] : [];
      // The demo comes last, because the ids of its models have no prefix.
      const wanted = [...configured, ...demo];
      current = new Map(
        wanted.map(([name, configuration]) => {
          const key = JSON.stringify([name, configuration, keyFor(configuration, setup), setup.network, configured.length > 0]);
          return [key, current.get(key) ?? open(name, configuration, setup)];
        }),
      );
    },
    async close() {
      await Promise.all(opened.map((provider) => provider.close()));
    },
  };
}

/** The name of the demo that is not configured. Its models have no prefix. */
const unnamedDemo = "";

function keyFor(configuration: ProviderConfiguration, { providerKeys }: ProviderSetup): string | undefined {
  const origin = URL.parse(baseAddressOf(configuration) ?? "")?.origin;
  return origin === undefined ? undefined : providerKeys[origin];
}

function createProvider(name: string, configuration: ProviderConfiguration, setup: ProviderSetup, options: ProvidersOptions): Provider {
  switch (configuration.type) {
    case "demo":
      return openDemo(name, `${name}/`, options, false);
    case "command":
      return createCommandProvider(name, configuration, options.environment);
    case "local":
      return createLocalProvider({ name, configuration, data: options.data, network: setup.network });
    case "openai":
    case "openai-compatible":
    case "anthropic":
    case "google":
    case "ai-sdk":
      return createRemoteProvider({
        name,
        configuration,
        environment: options.environment,
        keys: setup.providerKeys,
        network: setup.network,
        log: (line) => options.log?.(line),
      });
  }
}

function openDemo(name: string, prefix: string, options: ProvidersOptions, isStandIn: boolean): Provider {
  const { faults, tokensPerSecond, generatorWorkerUrl } = options;
  return createDemo({ name, prefix, isStandIn, faults, tokensPerSecond, workerUrl: generatorWorkerUrl });
}
