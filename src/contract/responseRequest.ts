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
    .check(z.describe("Lets a multimodal model generate images; the answer has an image_generation_call item.")),
  size: z.optional(z.string().check(z.describe("Image size, e.g. `1K`; values depend on the model."))),
  quality: z.optional(z.string().check(z.describe("Image quality; values depend on the model."))),
  aspect_ratio: z.optional(z.string().check(z.describe("Aspect ratio, e.g. `1:1`; values depend on the model."))),
});
const toolSchema = z.discriminatedUnion("type", [webSearchToolSchema, imageGenerationToolSchema]);
export type Tool = z.infer<typeof toolSchema>;

const withinInstructionLimit = z.refine<string>(
  (text) => {
    const length = countCharacters(text);
    return length >= limits.instructionsMinimum && length <= limits.instructionsMaximum;
  },
  { message: `must have ${limits.instructionsMinimum} to ${limits.instructionsMaximum} characters` },
);

export const responseRequestSchema = z.looseObject({
  model: z.string().check(z.describe("Model name from the catalogue.")),
  input: z
    .union([z.string(), z.array(z.union([inputMessageSchema, inputPartSchema]))])
    .check(z.describe("The request: a text, or an array of messages and parts. At most 10 files and 10 MB in total.")),
  instructions: z.optional(
    z.string().check(
      withinInstructionLimit,
      z.meta({
        description: "System instruction, 1 to 2000 characters; works for a single input and for a dialogue.",
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
    z.boolean().check(z.describe("true: the answer is a server-sent-event stream; false or omitted: JSON after generation is complete.")),
  ),
  tools: z.optional(z.array(toolSchema).check(z.describe("Tools that the model may call: web_search, image_generation."))),
});
export type ResponseRequest = z.infer<typeof responseRequestSchema>;
