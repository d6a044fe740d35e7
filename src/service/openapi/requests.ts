/** The request bodies of the OpenAPI document: those of the interface, and what the built-in service adds to them. */
import * as z from "zod/mini";
import { inputMessageSchema, inputPartSchema } from "../../contract/inputMessage.ts";
import { mediaRequestSchemas } from "../../contract/media.ts";
import { responseRequestSchema } from "../../contract/responseRequest.ts";
import { v2RequestSchema } from "../../contract/v2.ts";
import { functionName } from "../read/readFunctions.ts";
import { addition } from "./addition.ts";

const atLeastOne = <Schema extends z.ZodMiniType>(element: Schema) => z.array(element).check(z.minLength(1));

const declinedPart = addition(z.looseObject({ type: z.literal("refusal"), refusal: z.string() }), "A part of an earlier answer.");
const partSchema = z.union([inputPartSchema, declinedPart]);

const functionCallItem = addition(
  z.looseObject({ type: z.literal("function_call"), call_id: z.string(), name: z.string(), arguments: z.string() }),
  "A function call of an earlier answer.",
);
const functionOutputItem = addition(
  z.looseObject({ type: z.literal("function_call_output"), call_id: z.string(), output: z.union([z.string(), z.array(partSchema)]) }),
  "What a function returned; its call must precede it.",
);
const earlierItem = addition(
  z.looseObject({ type: z.enum(["reasoning", "image_generation_call"]) }),
  "An item of an earlier answer, sent back as it is.",
);
const messageItem = z.extend(inputMessageSchema, { content: z.union([z.string(), atLeastOne(partSchema)]) });
const itemSchema = z.union([messageItem, partSchema, functionCallItem, functionOutputItem, earlierItem]);

const functionTool = addition(
  z.looseObject({
    type: z.literal("function"),
    name: z.string().check(z.regex(functionName)),
    description: z.optional(z.string()),
    parameters: z.optional(z.looseObject({}).check(z.describe("A JSON Schema."))),
    strict: z.optional(z.boolean()),
  }),
  "A function that the client runs.",
);

const { shape } = responseRequestSchema;
const input = z.union([z.string(), atLeastOne(itemSchema)]);
const tools = z.array(z.union([shape.tools.def.innerType.def.element, functionTool]));

/** The field's text in the interface. */
function describedAs<Schema extends z.ZodMiniType>(schema: Schema, source: z.core.$ZodType): Schema {
  return schema.check(z.describe(z.globalRegistry.get(source)?.description ?? ""));
}

const toolChoice = z.union([z.enum(["auto", "none", "required"]), z.looseObject({ type: z.literal("function"), name: z.string() })]);
const textFormat = z.looseObject({ type: z.literal("text") });

const responseSchema = z.extend(responseRequestSchema, {
  input: describedAs(input, shape.input),
  tools: z.optional(describedAs(tools, shape.tools.def.innerType)),
  tool_choice: z.optional(addition(toolChoice, "Which functions the model may or must call.")),
  parallel_tool_calls: z.optional(addition(z.boolean(), "Whether an answer may have several function calls; default `true`.")),
  text: z.optional(
    addition(
      z.looseObject({ format: z.optional(textFormat), verbosity: z.optional(z.enum(["low", "medium", "high"])) }),
      "Format of the answer, only `text`, and how long it is; default `medium`.",
    ),
  ),
  max_output_tokens: z.optional(addition(z.int().check(z.minimum(1)), "Most tokens of the answer.")),
  temperature: z.optional(addition(z.number().check(z.minimum(0), z.maximum(2)), "How much the model varies its answers.")),
  top_p: z.optional(addition(z.number().check(z.minimum(0), z.maximum(1)), "Share of the likeliest tokens that the model chooses from.")),
  seed: z.optional(addition(z.int(), "With the same seed, a model repeats its answer as far as it can.")),
  previous_response_id: z.optional(addition(z.string(), "The answer that `input` continues.")),
  store: z.optional(addition(z.boolean(), "Whether the answer can be read and referred to later; default `true`.")),
  background: z.optional(addition(z.literal(false), "Only `false`: an answer is waited for.")),
});

/** By the name of the component in the document. */
export const requestSchemas = {
  InputPart: partSchema,
  InputItem: itemSchema,
  ResponseRequest: responseSchema,
  ImageRequest: mediaRequestSchemas.image,
  AudioRequest: mediaRequestSchemas.audio,
  VideoRequest: mediaRequestSchemas.video,
  V2Request: v2RequestSchema,
} as const;
