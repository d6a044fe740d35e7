/** Reads function tools and `tool_choice`, as in the Responses format. */

import { isJsonObject, type JsonObject } from "../../contract/jsonObject.ts";
import type { FunctionTool, ToolChoice } from "../../providers/request.ts";
import { invalidRequest } from "../apiError.ts";
import { optionalArray, optionalBoolean, optionalObject, optionalText, requiredText } from "./fields.ts";

export const functionName = /^[\w.-]{1,128}$/;

/** Returns the tool with only its known fields. */
export function readFunctionTool(tool: JsonObject, index: number): JsonObject {
  const name = requiredText(tool, "name", "tools", `tools[${index}].name`);
  if (!functionName.test(name)) throw invalidRequest("tools", `tools[${index}].name must be letters, digits, _, - and dots, at most 128.`);
  const parameters = optionalObject(tool, "parameters", "tools", `tools[${index}].parameters`) ?? { type: "object", properties: {} };
  return {
    type: "function",
    name,
    description: optionalText(tool, "description", "tools", `tools[${index}].description`) ?? null,
    parameters,
    strict: optionalBoolean(tool, "strict", "tools", `tools[${index}].strict`) ?? null,
  };
}

/** The functions among the tools. */
export function readFunctions(tools: readonly JsonObject[]): FunctionTool[] {
  const functions = tools
    .filter((tool) => tool.type === "function")
    .map(
      (tool): FunctionTool => ({
        name: requiredText(tool, "name", "tools"),
        description: optionalText(tool, "description", "tools"),
        parameters: optionalObject(tool, "parameters") ?? {},
        strict: optionalBoolean(tool, "strict"),
      }),
    );
  const names = new Set(functions.map(({ name }) => name));
  if (names.size < functions.length) throw invalidRequest("tools", "tools has two functions of one name.");
  return functions;
}

/** The functions that `tool_choice` allows, and the rest of it: a string, or an object that names one function or several. */
export function readToolChoice(body: JsonObject, functions: FunctionTool[]): { choice: ToolChoice; allowed: FunctionTool[] } {
  const choice = body.tool_choice ?? "auto";
  if (!isJsonObject(choice) || choice.type !== "allowed_tools") return { choice: readChoice(choice, functions), allowed: functions };
  const names = new Set((optionalArray(choice, "tools") ?? []).map((tool) => (isJsonObject(tool) ? tool.name : undefined)));
  const allowed = functions.filter(({ name, origin }) => names.has(name) || names.has(origin?.name));
  if (allowed.length === 0) throw invalidRequest("tool_choice", "tool_choice allows none of the functions in tools.");
  return { choice: readChoice(choice.mode ?? "auto", allowed), allowed };
}

function readChoice(choice: unknown, functions: readonly FunctionTool[]): ToolChoice {
  if (choice === "auto" || choice === "none" || choice === "required") return { type: choice };
  if (isJsonObject(choice) && (choice.type === "function" || choice.type === "custom")) {
    const named = functions.find(({ name }) => name === choice.name);
    if (named) return { type: "function", name: named.name };
    throw invalidRequest("tool_choice", "tool_choice names none of the functions in tools.");
  }
  throw invalidRequest("tool_choice", "tool_choice must be auto, none, required or a function of tools.");
}

/** `tool_choice` as the Response repeats it. */
export function describeToolChoice(choice: ToolChoice): unknown {
  return choice.type === "function" ? choice : choice.type;
}
