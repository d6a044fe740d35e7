/** Reads the tools of `POST /api/v1/responses`; with `--superset`, also those of coding agents. */

import type { JsonObject } from "../../contract/jsonObject.ts";
import type { FunctionTool, ToolOrigin } from "../../providers/request.ts";
import { invalidRequest } from "../apiError.ts";
import { elementObject, optionalArray, optionalText, requiredText } from "./fields.ts";
import { functionName, readFunctions, readFunctionTool } from "./readFunctions.ts";

export interface ReadTools {
  /** As sent, but only with known fields. */
  tools: JsonObject[];
  functions: FunctionTool[];
  /** Types of tools that no model here has. */
  leftOut: string[];
}

/** The name by which a model calls a function of a namespace. */
export function nameInNamespace(namespace: string, name: string): string {
  return `${namespace}${namespace.endsWith("__") ? "" : "__"}${name}`;
}

export function readTools(body: JsonObject, superset: boolean): ReadTools {
  const read: ReadTools = { tools: [], functions: [], leftOut: [] };
  const grouped: FunctionTool[] = [];
  for (const [index, element] of (optionalArray(body, "tools") ?? []).entries()) {
    const tool = elementObject(element, "tools", index);
    const location = `tools[${index}]`;
    if (superset && tool.type === "namespace") {
      read.tools.push(tool);
      grouped.push(...readNamespace(tool, location));
    } else if (superset && tool.type === "custom") {
      read.tools.push(tool);
      grouped.push(readCustom(tool, location));
    } else if (superset && !knownTypes.has(String(tool.type))) read.leftOut.push(String(tool.type));
    else read.tools.push(readTool(tool, index));
  }
  read.functions = [...readFunctions(read.tools), ...grouped];
  if (new Set(read.functions.map(({ name }) => name)).size < read.functions.length) {
    throw invalidRequest("tools", "tools has two functions of one name.");
  }
  return read;
}

const knownTypes = new Set(["web_search", "image_generation", "function"]);

function readTool(tool: JsonObject, index: number): JsonObject {
  switch (tool.type) {
    case "web_search":
      return { type: "web_search" };
    case "image_generation": {
      const settings = ["size", "quality", "aspect_ratio"].map((name) => [
        name,
        optionalText(tool, name, "tools", `tools[${index}].${name}`),
      ]);
      return { type: "image_generation", ...Object.fromEntries(settings.filter(([, value]) => value !== undefined)) };
    }
    case "function":
      return readFunctionTool(tool, index);
    default:
      throw invalidRequest("tools", `tools[${index}].type must be web_search, image_generation or function.`);
  }
}

/** Functions of one MCP server or plugin. */
function readNamespace(tool: JsonObject, location: string): FunctionTool[] {
  const namespace = requiredText(tool, "name", "tools", `${location}.name`);
  const members = (optionalArray(tool, "tools") ?? []).map((member, index) =>
    readFunctionTool(elementObject(member, `${location}.tools`, index), index),
  );
  return readFunctions(members).map((member) =>
    renamed(member, { namespace, name: member.name, isCustom: false }, nameInNamespace(namespace, member.name)),
  );
}

/** A tool that takes a text. A model that only knows functions gets one whose argument is the text. */
function readCustom(tool: JsonObject, location: string): FunctionTool {
  const name = requiredText(tool, "name", "tools", `${location}.name`);
  const parameters = { type: "object", properties: { input: { type: "string" } }, required: ["input"], additionalProperties: false };
  const description = optionalText(tool, "description", "tools", `${location}.description`);
  return renamed({ name, description, parameters, strict: undefined }, { name, namespace: undefined, isCustom: true }, name);
}

function renamed(tool: FunctionTool, origin: ToolOrigin, name: string): FunctionTool {
  if (!functionName.test(name)) throw invalidRequest("tools", `The tool ${name} has a name that no model takes.`);
  return { ...tool, name, origin };
}
