/**
 * ComfyUI's workflows, as *Export (API)* writes them: nodes by id, each with `class_type` and `inputs`. A text in them may contain placeholders:
 * `{{prompt}}`, `{{seed}}`, `{{width}}`, `{{height}}`, `{{image}}`, `{{image2}}`, `{{mask}}`, `{{negative_prompt}}`, `{{strength}}`, `{{steps}}`,
 * `{{guidance}}` and `{{upscale}}`. `{{steps:20}}` is 20 unless the request has a value.
 */

import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import * as z from "zod/mini";
import { errorText } from "../../contract/errorText.ts";
import type { Capabilities } from "../../contract/models.ts";
import { parseJson } from "../../contract/parseJson.ts";
import { diffusionFields, imageChanges, upscaleFactors } from "../announcedFields.ts";
import { isFields } from "../errorReason.ts";
import type { ProviderModel } from "../provider.ts";
import { ProviderError } from "../providerError.ts";

export type Workflow = z.infer<typeof workflowSchema>;
const workflowSchema = z.record(z.string(), z.looseObject({ class_type: z.string(), inputs: z.record(z.string(), z.json()) }));

export type PlaceholderValues = Readonly<Record<string, string | number | undefined>>;
type Json = z.infer<ReturnType<typeof z.json>>;

const placeholder = /\{\{\s*([a-z_]{1,30}\d?)\s*(?::([^{}]{0,200}))?\}\}/g;

/** Rejects with a ProviderError that names the file and the reason. */
export async function readWorkflow(file: string): Promise<Workflow> {
  const refuse = (reason: string) =>
    new ProviderError({ code: "invalid_request", param: "model", acceptance: "refused", message: `The workflow ${file} ${reason}.` });
  const text = await readFile(file.replace(/^~(?=[\\/])/, homedir()), "utf8").catch((error: unknown) => {
    throw refuse(`cannot be read (${error instanceof Error && "code" in error ? String(error.code) : "unknown"})`);
  });
  const parsed = parseJson(text.replace(/^\uFEFF/, ""));
  // A whole body of `POST /prompt` contains the workflow.
  const isBody = isFields(parsed) && isFields(parsed.prompt) && parsed.prompt.class_type === undefined;
  const found = workflowSchema.safeParse(isBody ? parsed.prompt : parsed);
  if (found.success && Object.keys(found.data).length > 0) return found.data;
  const isOfEditor = isFields(parsed) && "nodes" in parsed;
  throw refuse(
    isOfEditor ? "was saved for the editor: use Export (API) in ComfyUI" : "is not a workflow that ComfyUI exported for its API",
  );
}

/** @throws ProviderError for a placeholder without a value */
export function fillWorkflow(workflow: Workflow, values: PlaceholderValues): Workflow {
  return Object.fromEntries(Object.entries(workflow).map(([id, node]) => [id, { ...node, inputs: fillEach(node.inputs, values) }]));
}

function fillEach(inputs: Readonly<Record<string, Json>>, values: PlaceholderValues): Record<string, Json> {
  return Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, fill(input, values)]));
}

function fill(input: Json, values: PlaceholderValues): Json {
  if (Array.isArray(input)) return input.map((one) => fill(one, values));
  if (typeof input === "object" && input !== null) return fillEach(input, values);
  if (typeof input !== "string") return input;
  const [only] = [...input.matchAll(placeholder)];
  // A text that is only a placeholder becomes the value itself, because numbers must not be text.
  if (only?.[0] === input.trim()) return valueFor(only, values);
  return input.replace(placeholder, (...match) => String(valueFor(match, values)));
}

function valueFor([, name = "", usual]: readonly (string | undefined)[], values: PlaceholderValues): string | number {
  const value = values[name] ?? (usual === undefined || usual.trim() === "" || Number.isNaN(Number(usual)) ? usual : Number(usual));
  if (value !== undefined) return value;
  const message = `The workflow needs a value for {{${name}}}: give one in the request, or write {{${name}:…}}.`;
  throw new ProviderError({ code: "invalid_request", acceptance: "refused", message, param: paramOf(name) });
}

function paramOf(name: string): string {
  if (name === "width" || name === "height") return "size";
  return name.startsWith("image") ? "image" : name;
}

/** What a workflow's placeholders show about its model. A workflow that cannot be read is listed, so that a request gets the reason. */
export async function describeWorkflows(models: readonly ProviderModel[], log: (line: string) => void): Promise<ProviderModel[]> {
  return Promise.all(
    models.map(async (model) => {
      if (model.workflow === undefined) return model;
      try {
        const capabilities = capabilitiesOf(await readWorkflow(model.workflow));
        return { ...model, capabilities: { ...capabilities, ...model.capabilities } };
      } catch (error) {
        log(errorText(error));
        return model;
      }
    }),
  );
}

/** Largest side that nodes of ComfyUI accept. Source: ComfyUI, `MAX_RESOLUTION` in `nodes.py`. */
const side = { minimum: 16, maximum: 16_384 };

function capabilitiesOf(workflow: Workflow): Capabilities {
  const names = new Set([...JSON.stringify(workflow).matchAll(placeholder)].map(([, name = ""]) => name));
  const added = Object.entries({ ...diffusionFields, ...imageChanges, upscale: upscaleFactors }).filter(([name]) => names.has(name));
  return {
    ...Object.fromEntries(added),
    image: [...names].filter((name) => /^image\d?$/.test(name)).length,
    ...(names.has("width") && names.has("height") ? { side } : {}),
    progress: true,
    cancel: true,
  };
}
