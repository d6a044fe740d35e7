/** Function tools of `POST /responses`: the interface allows other types of tools, and the Responses format has these. */
import * as z from "zod/mini";
import type { InputMessage } from "./inputMessage.ts";
import type { ResponseRequest, ResponseTool } from "./responseRequest.ts";

/** An output item, which is also sent in the `input` of the next request. `arguments` is a JSON object. */
export const functionCallSchema = z.looseObject({
  type: z.literal("function_call"),
  call_id: z.string(),
  name: z.string(),
  arguments: z.string(),
});
export type FunctionCall = z.infer<typeof functionCallSchema>;

export interface FunctionOutput {
  type: "function_call_output";
  call_id: string;
  output: string;
}

export interface FunctionTool {
  type: "function";
  name: string;
  description: string;
  /** A JSON Schema. */
  parameters: object;
}

/** A dialogue in which the model may call functions. */
export interface FunctionRequest {
  model: string;
  input: (InputMessage | FunctionCall | FunctionOutput)[];
  instructions?: string;
  reasoning?: ResponseRequest["reasoning"];
  stream?: boolean;
  tools?: (ResponseTool | FunctionTool)[];
  tool_choice?: "auto" | "required";
}

/** undefined: the item is of another type. */
export function readFunctionCall(item: unknown): FunctionCall | undefined {
  return functionCallSchema.safeParse(item).data;
}
