import type { RemoteConfiguration } from "../contract/configuration.ts";
import type { FilePart } from "../contract/inputParts.ts";
import type { Capabilities } from "../contract/models.ts";
import { parseJson } from "../contract/parseJson.ts";
import { present } from "../contract/present.ts";
import { readRetirement } from "../contract/retirement.ts";
import { readUnixTime } from "../contract/unixTime.ts";
import { withAnnouncedFields, withDiffusionFields } from "./announcedFields.ts";
import { parseLooseObjects } from "./chatCompletions/looseJson.ts";
import { redirectedError } from "./connection/redirectedError.ts";
import { describeWorkflows } from "./engines/comfyWorkflow.ts";
import type { EngineDescription } from "./engines/engine.ts";
import { isErrorValue, isFields, readErrorReason, refusesKey } from "./errorReason.ts";
import { contextIn } from "./listedContext.ts";
import { readListedPrice } from "./listedPrices.ts";
import { kindsOfGoogleModel, kindsOfListedModel } from "./modelKinds.ts";
import { type ProviderModel, toProviderModel } from "./provider.ts";
import { errorOfBody, ProviderError } from "./providerError.ts";

export interface ListOptions {
  name: string;
  type: RemoteConfiguration["type"];
  /** Of an engine; see EngineDescription. */
  modelList: EngineDescription["modelList"] | undefined;
  /** The configured models, which are ComfyUI's. */
  workflows: readonly ProviderModel[];
  /** Without a trailing slash. */
  baseURL: string;
  apiKey: string | undefined;
  fetch: typeof globalThis.fetch;
  signal: AbortSignal;
  /** Removes the key from a text that the provider wrote. */
  clean(text: string): string;
  log(line: string): void;
}

/** Requests the list of a provider's models. Rejects with a ProviderError, or what `fetch` throws. */
export async function listRemoteModels(options: ListOptions): Promise<ProviderModel[]> {
  switch (options.type) {
    case "openai":
      return readOpenaiModels(await listEntries(options, openaiPages)).map((model) =>
        withAnnouncedFields("openai", withOpenaiTools(model)),
      );
    case "openai-compatible":
      if (options.modelList === "checkpoints") {
        return readCheckpoints(await listEntries(options, { ...openaiPages, path: () => "/sd-models" }));
      }
      if (options.modelList === "workflows") {
        await getJson(options, "/system_stats", bearer(options.apiKey));
        return describeWorkflows(options.workflows, options.log);
      }
      return readOpenaiModels(await listEntries(options, openaiPages));
    case "anthropic":
      return readAnthropicModels(await listEntries(options, anthropicPages));
    case "google":
      return readGoogleModels(await listEntries(options, googlePages)).map((model) => withAnnouncedFields("google", model));
    case "ai-sdk":
      return [];
  }
}

const header = (name: string, value: string | undefined) => (value === undefined ? {} : { [name]: value });
const bearer = (key: string | undefined) => header("authorization", key === undefined ? undefined : `Bearer ${key}`);

type Fields = Readonly<Record<string, unknown>>;

/** How a provider divides its list into pages. */
interface Pages {
  /** `from`: where the page starts; undefined: the first page. */
  path(from: string | undefined): string;
  headers(options: ListOptions): Record<string, string>;
  /** Where the next page starts; undefined: there is none. */
  next(body: Fields, entries: readonly ListedModel[]): string | undefined;
}

const nextById: Pages["next"] = (body, entries) => (body.has_more === true ? (readText(body.last_id) ?? entries.at(-1)?.id) : undefined);
/** Of an address, only the query counts, so that no other machine gets the key. */
const nextByLink = ({ next }: Fields) => (typeof next === "string" && URL.parse(next, "http://localhost")?.search) || undefined;
const openaiPages: Pages = {
  path: (from) => (from === undefined ? "/models" : from.startsWith("?") ? `/models${from}` : `/models?after=${encodeURIComponent(from)}`),
  headers: ({ apiKey }) => bearer(apiKey),
  next: (body, entries) => nextById(body, entries) ?? nextByLink(body),
};
const anthropicPages: Pages = {
  path: (from) => `/models?limit=1000${from === undefined ? "" : `&after_id=${encodeURIComponent(from)}`}`,
  headers: ({ apiKey }) => ({ "anthropic-version": "2023-06-01", ...header("x-api-key", apiKey) }),
  next: nextById,
};
const googlePages: Pages = {
  path: (from) => `/models?pageSize=1000${from === undefined ? "" : `&pageToken=${encodeURIComponent(from)}`}`,
  headers: ({ apiKey }) => header("x-goog-api-key", apiKey),
  next: (body) => readText(body.nextPageToken),
};

/** More of them lead in a circle. */
const mostRedirects = 5;
/** A list with more pages never ends. */
const mostPages = 50;

interface ListedModel {
  id: string;
  fields: Fields;
}

/** The entries of all pages that have an id, each id once. */
async function listEntries(options: ListOptions, pages: Pages): Promise<ListedModel[]> {
  const found = new Map<string, ListedModel>();
  let from: string | undefined;
  for (let page = 1; page <= mostPages; page += 1) {
    const body = await getJson(options, pages.path(from), pages.headers(options));
    const entries = readEntries(body, options);
    const before = found.size;
    for (const entry of entries) if (!found.has(entry.id)) found.set(entry.id, entry);
    const next = isFields(body) ? pages.next(body, entries) : undefined;
    if (next === undefined || next === from || found.size === before) break;
    from = next;
  }
  return [...found.values()];
}

/** Fields with the list of models. */
const listNames = ["data", "models", "result", "results", "items", "list", "model_list", "available_models"];

/** The entries of a list, and of an object by their names. */
function entriesIn(body: unknown): [string, unknown][] {
  const inField = (value: unknown) =>
    isFields(value) ? listNames.map((name) => value[name]).find((one) => one !== undefined && one !== null) : undefined;
  const found = Array.isArray(body) ? body : inField(body);
  const list = inField(found) ?? found;
  if (Array.isArray(list)) return list.map((entry: unknown) => ["", entry]);
  return isFields(list) ? Object.entries(list) : [];
}

/** Lists are in `data` or `models`, or the whole answer. An entry is an object, or only an id. */
function readEntries(body: unknown, { name, clean, log }: ListOptions): ListedModel[] {
  const entries = entriesIn(body);
  if (entries.length === 0 && isErrorValue(body)) {
    const { status, message } = readErrorReason(body);
    throw errorOfBody(name, status === 401 || refusesKey(message) ? 401 : 500, body, {}, clean);
  }
  const read = entries.flatMap(([key, entry]) => readEntry(entry) ?? readEntry(isFields(entry) ? { ...entry, id: key } : undefined) ?? []);
  if (read.length < entries.length) log(`${name}: ${entries.length - read.length} entries of its list of models cannot be read`);
  return read;
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

function readEntry(entry: unknown): ListedModel | undefined {
  const fields = isFields(entry) ? entry : { id: entry };
  const names = [fields.model, fields.name, fields.key, fields.model_name, fields.model_id, fields.modelId, fields.slug];
  // Cloudflare's ids are not the names with which its models are requested.
  const ids = typeof fields.id === "string" && uuid.test(fields.id) ? [...names, fields.id] : [fields.id, ...names];
  const id = ids.map(readText).find((text) => text !== undefined);
  return id === undefined ? undefined : { id, fields };
}

/** undefined: not a text, or an empty one. */
function readText(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

function readTexts(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : undefined;
}

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

async function getJson(
  { name, baseURL, fetch, signal, clean }: ListOptions,
  path: string,
  headers: Record<string, string>,
): Promise<unknown> {
  const address = new URL(`${baseURL}${path}`);
  const { answer, page } = await followRedirects(address, name, (url) =>
    fetch(url, { headers: { accept: "application/json", ...headers }, signal, redirect: "manual" }),
  );
  const redirected = page && redirectedError(name, address, page, "refused");
  if (!answer.ok) {
    const text = await answer.text().catch(() => "");
    if (redirected !== undefined) throw redirected;
    const isList = answer.status !== 404 && answer.status !== 405;
    if (!isList && !refusesKey(readErrorReason(text).message)) throw noList(`${name} has no list of models at this address.`);
    throw errorOfBody(name, answer.status, text, Object.fromEntries(answer.headers), clean);
  }
  const text = await answer.text();
  const values = parseJson(text) === undefined ? parseLooseObjects(text) : [parseJson(text)];
  if (values.length === 0)
    throw (
      redirected ??
      noList(text.trimStart().startsWith("<") ? `${name} sent a web page instead of its list of models.` : `${name} lists no models.`)
    );
  return values.length === 1 ? values[0] : values;
}

/** Follows redirects of the same origin, which may only add a slash. `page`: where the last one led. Throws ProviderError. */
async function followRedirects(
  start: URL,
  name: string,
  get: (url: URL) => Promise<Response>,
): Promise<{ answer: Response; page: URL | undefined }> {
  let url = start;
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const answer = await get(url);
    const location = answer.headers.get("location");
    if (answer.status < 300 || answer.status >= 400 || location === null) return { answer, page: redirects === 0 ? undefined : url };
    await answer.body?.cancel();
    const next = new URL(location, url);
    if (next.origin !== start.origin) throw redirectedError(name, start, next, "refused");
    url = next;
  }
  throw redirectedError(name, start, url, "refused");
}

function noList(message: string): ProviderError {
  return new ProviderError({ code: "api_error", acceptance: "refused", message });
}

function readCheckpoints(entries: readonly ListedModel[]): ProviderModel[] {
  return entries.map(({ id, fields }) => toProviderModel(readText(fields.model_name) ?? id, ["image"]));
}

/** The fields other than the id are OpenRouter's, LM Studio's, vLLM's and Together's; other servers leave them out. */
function readOpenaiModels(entries: readonly ListedModel[]): ProviderModel[] {
  return entries.flatMap(({ id, fields }) => {
    const { input_modalities: modalities } = fieldsOf(fields.architecture);
    const kinds = kindsOfListedModel(id, fields);
    // Groq lists models that have ended.
    if (fields.active === false || kinds.length === 0) return [];
    const input = readTexts(modalities)?.flatMap((modality) => partOfModality(modality) ?? []);
    const context = contextIn(fields);
    const parameters = readTexts(fields.supported_parameters);
    const capabilities: Capabilities = {
      ...(input ? { input } : {}),
      ...(context ? { context } : {}),
      ...(parameters
        ? { tools: ["web_search" as const, "image_generation" as const, ...(parameters.includes("tools") ? ["function" as const] : [])] }
        : {}),
    };
    const model = toProviderModel(id, kinds, {
      created: readUnixTime(fields.created ?? fields.created_at),
      capabilities,
      price: readListedPrice(fields),
      ...retirementOf(fields),
    });
    // vLLM-Omni.
    return fields.owned_by === "vllm" ? withDiffusionFields(model) : model;
  });
}

const allTools: Capabilities["tools"] = ["web_search", "image_generation", "function"];

/** OpenAI only lists names. These families support vision, search and function calls; nothing is known of the others. */
function withOpenaiTools(model: ProviderModel): ProviderModel {
  const isKnown = /^(?:gpt-(?:4o|4\.1|[5-9])|o[1-9])/.test(model.id) && !/chat|search|audio|realtime/.test(model.id);
  if (!isKnown || !model.kinds.includes("text")) return model;
  return { ...model, capabilities: { input: ["file", "image"], tools: allTools, ...model.capabilities } };
}

function readAnthropicModels(entries: readonly ListedModel[]): ProviderModel[] {
  return entries.map(({ id, fields }) =>
    toProviderModel(id, ["text"], {
      created: readUnixTime(fields.created_at),
      capabilities: { input: ["file", "image"], tools: allTools, ...present({ context: contextIn(fields) }) },
      ...retirementOf(fields),
    }),
  );
}

function readGoogleModels(entries: readonly ListedModel[]): ProviderModel[] {
  return entries
    .filter(({ fields }) => typeof fields.id !== "number")
    .map(({ id, fields }) => ({ fields, id: id.replace(/^models\//, "") }))
    .flatMap(({ id, fields }) => {
      const kinds = kindsOfGoogleModel(id, fields.supportedGenerationMethods);
      const context = contextIn(fields);
      const capabilities: Capabilities = {
        ...(context ? { context } : {}),
        ...(/^gemini-/.test(id) && kinds.join() === "text" ? { input: ["file", "image", "audio", "video"], tools: allTools } : {}),
      };
      return kinds.length === 0 ? [] : toProviderModel(id, kinds, { capabilities, ...retirementOf(fields) });
    });
}

const retirementOf = (fields: Fields) => present({ retirement: readRetirement(fields) });

function partOfModality(modality: string): FilePart | undefined {
  return modality === "file" || modality === "image" || modality === "audio" || modality === "video" ? modality : undefined;
}
