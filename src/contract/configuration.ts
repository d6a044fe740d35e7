/** The schema of providers and their models, as in the file of `--config` and the setting `generationStudio.providers`. */
import * as z from "zod/mini";
import { describeIssue } from "./describeIssue.ts";
import { kinds } from "./kind.ts";
import { capabilitiesSchema, priceSchema } from "./models.ts";
import { t } from "./translate.ts";

/** The server at an openai-compatible address, if it differs from OpenAI's own endpoints. */
const engines = ["openai", "sglang", "localai", "stable-diffusion.cpp", "automatic1111", "comfyui", "openrouter"] as const;
export type Engine = (typeof engines)[number];

const modelFields = {
  kinds: z.optional(z.array(z.enum(kinds)).check(z.minLength(1))),
  capabilities: z.optional(capabilitiesSchema),
  price: z.optional(priceSchema),
  /** Full ids of models to try when this one has certainly not accepted a request. */
  fallback: z.optional(z.array(z.string())),
  /** The provider's own fields, sent with each image request. */
  options: z.optional(z.record(z.string(), z.json())),
};
const modelSchema = z.strictObject({
  ...modelFields,
  workflow: z.optional(
    z.string().check(z.describe("ComfyUI: the path of a workflow that was exported for the API, with placeholders such as `{{prompt}}`.")),
  ),
});
export type ModelConfiguration = z.infer<typeof modelSchema>;

/** In an argument, `{name}` is replaced by a field of the request, `{output}` by the path of the file that the command writes. */
const commandModelSchema = z.strictObject({
  ...modelFields,
  kinds: z.array(z.enum(kinds)).check(z.minLength(1)),
  run: z.array(z.string()).check(z.minLength(1)),
  output: z.strictObject({ format: z.string().check(z.regex(/^[a-z0-9]{1,8}$/)) }),
  /** Seconds. Default 300. */
  timeout: z.optional(z.number().check(z.positive())),
  /** Largest file, in bytes. Default 256 MiB. */
  maximumBytes: z.optional(z.number().check(z.positive())),
});
export type CommandModelConfiguration = z.infer<typeof commandModelSchema>;

const fallback = z.optional(
  z.array(z.string()).check(z.describe("Full ids of the models that may take a request which this provider certainly did not accept.")),
);
const anyModels = z.optional(
  z.record(z.string(), modelSchema).check(z.describe("What the provider does not report itself, by its own ids.")),
);
const address = z.string().check(z.describe("https, http on this machine, or http elsewhere with `allowHttp`."));
const remote = {
  models: anyModels,
  fallback,
  allowHttp: z.optional(z.boolean().check(z.describe("Allows http to other machines."))),
  timeout: z.optional(
    z.number().check(z.positive(), z.describe("Seconds until the first byte of an answer, and after its head. Default 600.")),
  ),
  headers: z.optional(
    z
      .record(z.string().check(z.regex(/^[\w!#$%&'*+.^`|~-]+$/)), z.string())
      .check(z.describe("Further headers of each request, as a gateway requires them.")),
  ),
  tls: z.optional(
    z
      .strictObject({
        cert: z.optional(z.string()),
        key: z.optional(z.string()),
        passphrase: z.optional(z.string()),
        ca: z.optional(z.union([z.string(), z.array(z.string())])),
      })
      .check(
        z.describe(
          "The client certificate, its key, and further authorities for the provider's own address: paths of PEM files, or variables with their content.",
        ),
      ),
  ),
};
const key = { apiKey: z.optional(z.string()) };
const host = z.string().check(z.regex(/^(?:[\w*-]+\.)+[\w-]+$/));

const openai = { type: z.literal("openai"), baseURL: z.optional(address), ...remote };
const openaiCompatible = { type: z.literal("openai-compatible"), baseURL: address, engine: z.optional(z.enum(engines)), ...remote };
const anthropic = { type: z.literal("anthropic"), baseURL: z.optional(address), ...remote };
const google = { type: z.literal("google"), baseURL: z.optional(address), ...remote };
const environment = z.optional(
  z
    .record(z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/)), z.string())
    .check(z.describe("Variables that the programs get besides PATH, HOME and the language.")),
);
const command = z.strictObject({ type: z.literal("command"), models: z.record(z.string(), commandModelSchema), environment, fallback });
const local = z.strictObject({
  type: z.literal("local"),
  models: z.optional(
    z
      .record(
        z.string(),
        z.strictObject({
          file: z.string().check(z.describe("The path of a GGUF file.")),
          capabilities: modelFields.capabilities,
          price: modelFields.price,
          fallback: modelFields.fallback,
        }),
      )
      .check(z.describe("Further models besides the downloaded ones, by the names that they get.")),
  ),
});
const demo = z.strictObject({ type: z.literal("demo") });

const providerSchema = z.discriminatedUnion("type", [
  z.strictObject({ ...openai, ...key }),
  z.strictObject({ ...openaiCompatible, ...key }),
  z.strictObject({ ...anthropic, ...key }),
  z.strictObject({ ...google, ...key }),
  z.strictObject({
    type: z.literal("ai-sdk"),
    baseURL: z.optional(address),
    ...remote,
    ...key,
    package: z.string().check(z.regex(/^(?:@[\w.-]+\/)?[\w][\w.-]*$/)),
    /** Hosts that the package may reach in addition to its known ones. */
    hosts: z.optional(z.array(host)),
    /** Further settings of the package, such as `resourceName`, `region` or `project`. */
    settings: z.optional(z.record(z.string(), z.json())),
  }),
  command,
  local,
  demo,
]);
export type ProviderConfiguration = z.infer<typeof providerSchema>;
export type RemoteConfiguration = Exclude<ProviderConfiguration, { type: "command" | "local" | "demo" }>;

/** A provider's name. */
export const providerName = /^[a-z0-9][a-z0-9-]*$/;
const nameSchema = z.string().check(z.regex(providerName));

export const configurationSchema = z.strictObject({
  /** By name, which is also `owned_by` and the prefix of the models' ids. */
  providers: z.record(nameSchema, providerSchema),
  /** The model that draws for text models that cannot; default: the first that generates images. */
  imageModel: z.optional(z.string()),
});
export type Configuration = z.infer<typeof configurationSchema>;

/** The setting accepts neither keys, which are in the secret storage, nor packages, which must be installed with the command line. */
export const settingProviderSchemas = [
  z.strictObject(openai),
  z.strictObject(openaiCompatible),
  z.strictObject(anthropic),
  z.strictObject(google),
  command,
  local,
  demo,
] as const;
const settingProviderSchema = z.discriminatedUnion("type", settingProviderSchemas);
export type SettingProvider = z.infer<typeof settingProviderSchema>;

/** The setting has the same content as `providers` in the file. */
export const providersSettingSchema = z.record(nameSchema, settingProviderSchema);
export type ProvidersSetting = z.infer<typeof providersSettingSchema>;

/** The default addresses of packages of these types. */
const usualAddresses = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
} as const;

/** Without a trailing slash; undefined: the package has its own address, or there is none. */
export function baseAddressOf(provider: ProviderConfiguration): string | undefined {
  switch (provider.type) {
    case "openai":
    case "anthropic":
    case "google":
      return trimmed(provider.baseURL) ?? usualAddresses[provider.type];
    case "openai-compatible":
    case "ai-sdk":
      return trimmed(provider.baseURL);
    case "command":
    case "local":
    case "demo":
      return undefined;
  }
}

const trimmed = (address: string | undefined) => address?.replace(/\/$/, "");

/** Describes the first error of a configuration with its location and without values, because a value may be a key. */
export function describeConfigurationError(error: z.core.$ZodError, top: string): string {
  const [issue] = error.issues;
  if (issue === undefined) return t("{0} is not valid.", top);
  if (issue.code === "unrecognized_keys" && issue.keys.includes("apiKey"))
    return t("{0} does not belong here: keys are in the secret storage.", locate(top, [...issue.path, "apiKey"]));
  return describeIssue(locate(top, issue.code === "unrecognized_keys" ? [...issue.path, issue.keys[0] ?? ""] : issue.path), issue, t);
}

function locate(top: string, path: readonly PropertyKey[]): string {
  return [top, ...path].filter((part) => part !== "").join(".");
}
