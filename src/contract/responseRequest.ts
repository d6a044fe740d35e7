/** The body of `POST /api/v1/responses`: its schema and type. Source: spec, "POST /api/v1/responses", "Tool objects". */
import * as z from "zod/mini";
import { inputMessageSchema, inputPartSchema } from "./inputMessage.ts";
import { countCharacters, limits } from "./limits.ts";
import { reasoningEfforts } from "./reasoningEffort.ts";

const webSearchToolSchema = z.looseObject({
  type: z.literal("web_search").check(z.describe("Searches the web; the answer has url_citation annotations.")),
});
const imageGenerationToolSchema = z.looseObject({
  type: z
    .literal("image_generation")
    .check(z.describe("Lets a model that also makes images generate them; the answer has an image_generation_call item.")),
  size: z.optional(z.string().check(z.describe("How large the image is, such as `1K`; each model has its own."))),
  quality: z.optional(z.string().check(z.describe("How much work goes into the image; each model has its own levels."))),
  aspect_ratio: z.optional(z.string().check(z.describe("Width to height, such as `1:1`; each model has its own shapes."))),
});
const toolSchema = z.discriminatedUnion("type", [webSearchToolSchema, imageGenerationToolSchema]);
export type ResponseTool = z.infer<typeof toolSchema>;

const withinInstructionLimit = z.refine<string>(
  (text) => {
    const length = countCharacters(text);
    return length >= limits.instructionsMinimum && length <= limits.instructionsMaximum;
  },
  { message: `must have ${limits.instructionsMinimum} to ${limits.instructionsMaximum} characters` },
);

export const responseRequestSchema = z.looseObject({
  model: z.string().check(z.describe("Id of a model that makes text, as `GET /api/v1/models` lists it.")),
  input: z
    .union([z.string(), z.array(z.union([inputMessageSchema, inputPartSchema]))])
    .check(z.describe("What the model answers: a text, or a dialogue of messages with their files, which may be ten and together 10 MB.")),
  instructions: z.optional(
    z.string().check(
      withinInstructionLimit,
      z.meta({
        description: "How the model should answer, for a text as for a dialogue. Up to 2000 characters.",
        minLength: limits.instructionsMinimum,
        maxLength: limits.instructionsMaximum,
      }),
    ),
  ),
  reasoning: z.optional(
    z
      .looseObject({
        effort: z.enum(reasoningEfforts).check(z.describe("How much the model reasons before it answers: low, medium or high.")),
      })
      .check(z.describe("Reasoning setting.")),
  ),
  stream: z.optional(
    z.boolean().check(z.describe("Whether the answer arrives as events while it is written, or as one JSON object at the end.")),
  ),
  tools: z.optional(z.array(toolSchema).check(z.describe("Tools that the model may call: web_search, image_generation."))),
});
export type ResponseRequest = z.infer<typeof responseRequestSchema>;
