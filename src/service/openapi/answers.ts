/**
 * The answers of the OpenAPI document, as the service writes them. The client reads other services with the lenient schemas of
 * `contract`; the tests check each answer of the service against these. Source: spec, "Resources and their fields".
 */
import * as z from "zod/mini";
import { errorTable } from "../../contract/errors.ts";
import { kinds } from "../../contract/kind.ts";
import { capabilitiesSchema, priceSchema } from "../../contract/models.ts";
import { progressSchema } from "../../contract/progress.ts";
import { retirementSchema } from "../../contract/retirement.ts";
import { clientCodes } from "../answers/clientCodes.ts";
import { addition } from "./addition.ts";

const described = <Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema => schema.check(z.describe(description));
const unixSeconds = described(z.int().check(z.nonnegative()), "Unix seconds.");
const count = z.int().check(z.nonnegative());
const errorCode = z.enum(Object.keys(errorTable));
const clientCode = z.enum([...Object.keys(errorTable), ...clientCodes]);
const errorType = z.enum(Object.values(errorTable).map(({ type }) => type));

const model = z.object({
  id: described(z.string(), "What requests name as their `model`."),
  object: z.literal("model"),
  created: described(z.int(), "Release date, Unix seconds."),
  owned_by: described(z.string(), "Provider, in lower case."),
  capabilities: z.optional(
    addition(z.extend(capabilitiesSchema, { kinds: z.array(z.enum(kinds)) }), "Values that the model accepts, with `--superset`."),
  ),
  price: z.optional(addition(priceSchema, "Price, with `--superset`.")),
  loaded: z.optional(addition(z.boolean(), "Whether the model is in its engine's memory, with `--superset`.")),
  retirement: z.optional(
    addition(retirementSchema, "When the model's provider withdraws it, in Unix seconds, and what replaces it, with `--superset`."),
  ),
});
const modelList = z.object({ object: z.literal("list"), data: z.array(model) });

const acceptedTask = z.object({ id: z.string(), polling_url: described(z.string(), "Absolute address of the task.") });

const mediaUsage = z.object({ input_tokens: count, output_tokens: count, total_tokens: count });
const mediaFile = z.object({ b64_json: described(z.string(), "The file as base64.") });
const progress = z.optional(addition(progressSchema, "How far the engine is, with the query `progress=true`."));
const mediaTask = z.union([
  z.object({ id: z.string(), status: z.enum(["pending", "processing"]), progress }),
  z.object({
    id: z.string(),
    status: z.literal("completed"),
    created: unixSeconds,
    data: z.array(mediaFile),
    usage: mediaUsage,
    format: z.optional(described(z.string(), "Format of an audio.")),
  }),
  z.object({
    id: z.string(),
    status: z.literal("failed"),
    created: unixSeconds,
    error: z.object({
      message: z.string(),
      type: z.string(),
      code: described(z.string(), "A number, such as an HTTP status."),
      param: z.optional(addition(z.string(), "The field whose value the provider refused.")),
    }),
  }),
]);

const citation = z.object({
  type: z.literal("url_citation"),
  url: z.string(),
  title: z.string(),
  start_index: described(count, "First UTF-16 code unit of the cited text."),
  end_index: described(count, "End of the cited text, exclusive."),
});
const itemStatus = z.enum(["in_progress", "completed", "incomplete"]);
const noLogprobs = z.optional(addition(z.array(z.unknown()), "Always empty, with `--superset`."));
const textPart = z.object({ type: z.literal("output_text"), text: z.string(), annotations: z.array(citation), logprobs: noLogprobs });
const declinedPart = addition(z.object({ type: z.literal("refusal"), refusal: z.string() }), "The model's refusal.");
const outputItem = z.union([
  z.object({
    id: z.string(),
    type: z.literal("reasoning"),
    status: itemStatus,
    summary: z.array(z.object({ type: z.literal("summary_text"), text: z.string() })),
  }),
  z.object({
    id: z.string(),
    type: z.literal("message"),
    status: itemStatus,
    role: z.literal("assistant"),
    content: z.array(z.union([textPart, declinedPart])),
  }),
  z.object({
    id: z.string(),
    type: z.literal("image_generation_call"),
    status: itemStatus,
    result: described(z.nullable(z.string()), "The image as base64; `null` in events before it is complete."),
  }),
  addition(
    z.object({
      id: z.string(),
      type: z.literal("function_call"),
      status: itemStatus,
      call_id: z.string(),
      name: z.string(),
      arguments: described(z.string(), "A JSON object."),
      namespace: z.optional(addition(z.string(), "With `--superset`: that of the tool.")),
    }),
    "A function that the client should run.",
  ),
  addition(
    z.object({
      id: z.string(),
      type: z.literal("custom_tool_call"),
      status: itemStatus,
      call_id: z.string(),
      name: z.string(),
      input: z.string(),
    }),
    "With `--superset`: a tool of the type `custom` that the client should run.",
  ),
]);

const responseUsage = z.object({
  input_tokens: count,
  input_tokens_details: z.object({ cached_tokens: count, cache_write_tokens: count }),
  output_tokens: count,
  output_tokens_details: z.object({ reasoning_tokens: count }),
  total_tokens: count,
});
const incompleteDetails = z.object({ reason: z.string() });
const superset = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(addition(schema, "With `--superset`."));
const unfinishedResponse = z.object({ id: z.string(), object: z.literal("response"), status: z.literal("in_progress") });
const response = z.object({
  id: z.string(),
  object: z.literal("response"),
  created_at: unixSeconds,
  status: described(
    z.enum(["in_progress", "completed", "incomplete", "failed"]),
    "`in_progress` only in events; `failed` only in a stream.",
  ),
  instructions: z.optional(z.nullable(z.string())),
  model: z.string(),
  output: z.array(outputItem),
  parallel_tool_calls: z.boolean(),
  reasoning: z.optional(z.nullable(z.object({ effort: z.string(), summary: superset(z.string()) }))),
  text: z.object({ format: described(z.looseObject({ type: z.string() }), "`text`; with `--superset`, as sent.") }),
  tool_choice: described(z.union([z.string(), z.looseObject({ type: z.string() })]), "As sent; otherwise `auto`."),
  tools: z.array(z.looseObject({ type: z.string() })),
  usage: described(z.nullable(responseUsage), "`null` before the answer is complete."),
  error: z.optional(addition(z.nullable(z.object({ code: clientCode, message: z.string() })), "Why the generation failed.")),
  incomplete_details: z.optional(addition(z.nullable(incompleteDetails), "Why the answer ended early.")),
  completed_at: superset(z.nullable(unixSeconds)),
  previous_response_id: superset(z.nullable(z.string())),
  truncation: superset(z.literal("disabled")),
  temperature: superset(z.number()),
  top_p: superset(z.number()),
  presence_penalty: superset(z.number()),
  frequency_penalty: superset(z.number()),
  top_logprobs: superset(z.int()),
  max_output_tokens: superset(z.nullable(z.int())),
  max_tool_calls: superset(z.null()),
  store: superset(z.boolean()),
  background: superset(z.literal(false)),
  service_tier: superset(z.string()),
  metadata: superset(z.looseObject({})),
  safety_identifier: superset(z.null()),
  prompt_cache_key: superset(z.null()),
});

const deletedTask = z.object({ id: z.string(), object: z.literal("response"), deleted: z.literal(true) });

const v2File = z.object({
  data: described(z.string(), "Where the file can be downloaded, or its bytes in base64."),
  mime_type: z.string(),
  path: z.string(),
  name: z.string(),
  size: described(count, "Bytes."),
  endpoint: z.optional(described(z.string(), "Start of the link.")),
  available: described(z.string().check(z.regex(/^\d\d\.\d\d\.\d\d$/)), "Last day of the file: day.month.year."),
});
const v2Status = z.object({
  balance: z.object({ balance: z.number(), balance_referral: z.number(), balance_bonus: z.number() }),
  contents: z.object({
    status: described(z.int().check(z.minimum(0), z.maximum(3)), "2 is completed; here 0 is pending, 1 processing and 3 failed."),
    text: z.string(),
    cost: z.object({ amount: z.number(), input: count, output: count }),
    files: z.array(v2File),
    incomplete_details: z.optional(addition(incompleteDetails, "Why the text ended early.")),
    progress,
  }),
  limits: z.object({ minute: count, day: count }),
  error: described(
    z.nullable(
      addition(
        z.object({
          message: z.string(),
          type: errorType,
          code: errorCode,
          param: z.optional(addition(z.string(), "The field whose value the provider refused.")),
        }),
        "Why the task failed.",
      ),
    ),
    "`null` unless the task has failed.",
  ),
});

const errorBody = z.object({
  error: z.object({
    message: z.string(),
    type: errorType,
    param: described(z.nullable(z.string()), "Row of the endpoint's field table that is at fault."),
    code: described(clientCode, "The last three are additions, with `--superset`."),
    task_id: z.optional(addition(z.string(), "The task that was accepted before the error.")),
  }),
});

/** By the name of the component in the document. */
export const answerSchemas = {
  Model: model,
  ModelList: modelList,
  AcceptedTask: acceptedTask,
  MediaTask: mediaTask,
  OutputItem: outputItem,
  Response: response,
  UnfinishedResponse: unfinishedResponse,
  DeletedTask: deletedTask,
  V2AcceptedTask: z.object({ message: z.string(), task_id: z.string() }),
  V2Status: v2Status,
  ErrorBody: errorBody,
} as const;
