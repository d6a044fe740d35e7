import { randomUUID } from "node:crypto";
import type { LanguageModelV4CallOptions, LanguageModelV4FunctionTool, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { splitTokens } from "../contract/countTokens.ts";

type Schema = LanguageModelV4FunctionTool["inputSchema"];

/** The parts of a function call if the prompt names a function, or one is required; undefined: the demo answers itself. */
export function callFunction(call: LanguageModelV4CallOptions, prompt: string): LanguageModelV4StreamPart[] | undefined {
  const functions = (call.tools ?? []).flatMap((tool) => (tool.type === "function" ? [tool] : []));
  const mustCall = call.toolChoice?.type === "required" || call.toolChoice?.type === "tool";
  if (functions.length === 0 || (call.prompt.at(-1)?.role === "tool" && !mustCall)) return undefined;
  const chosen = choose(functions, call.toolChoice, prompt);
  if (!chosen) return undefined;
  const input = JSON.stringify(fillObject(chosen.inputSchema, prompt));
  const id = `call_${randomUUID().replaceAll("-", "")}`;
  return [
    { type: "tool-input-start", id, toolName: chosen.name },
    ...splitTokens(input).map((delta): LanguageModelV4StreamPart => ({ type: "tool-input-delta", id, delta })),
    { type: "tool-input-end", id },
    { type: "tool-call", toolCallId: id, toolName: chosen.name, input },
  ];
}

function choose(
  functions: readonly LanguageModelV4FunctionTool[],
  choice: LanguageModelV4CallOptions["toolChoice"],
  prompt: string,
): LanguageModelV4FunctionTool | undefined {
  const named = functions.find(({ name }) => isNamed(name, prompt));
  switch (choice?.type) {
    case "none":
      return undefined;
    case "tool":
      return functions.find(({ name }) => name === choice.toolName);
    case "required":
      return named ?? functions[0];
    case "auto":
    case undefined:
      return named;
  }
}

/** By its name, or by the last word of it: "What is the weather in Oslo?" names `get_weather`. */
function isNamed(name: string, prompt: string): boolean {
  const words = name.split(/[_\-.\s]|(?<=[a-z])(?=[A-Z])/);
  const last = words.at(-1)?.toLowerCase() ?? "";
  const text = prompt.toLowerCase();
  return text.includes(name.toLowerCase()) || (words.length > 1 && last.length > 3 && new RegExp(`\\b${escapeWord(last)}\\b`).test(text));
}

const escapeWord = (word: string) => word.replace(/[^\p{L}\p{N}]/gu, "\\$&");

/** Only required properties, or all if none is required. */
function fillObject(schema: Schema, prompt: string): Record<string, unknown> {
  const properties = Object.entries(schema.properties ?? {});
  const required = schema.required ?? [];
  const wanted = required.length > 0 ? properties.filter(([name]) => required.includes(name)) : properties;
  return Object.fromEntries(wanted.map(([name, property]) => [name, typeof property === "boolean" ? prompt : fillValue(property, prompt)]));
}

function fillValue(schema: Schema, prompt: string): unknown {
  const [choice] = schema.enum ?? [];
  if (choice !== undefined) return choice;
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case "number":
    case "integer":
      return Number(/-?\d+/.exec(prompt)?.[0] ?? 1);
    case "boolean":
      return true;
    case "array": {
      const item = Array.isArray(schema.items) ? schema.items[0] : schema.items;
      return typeof item === "object" ? [fillValue(item, prompt)] : [];
    }
    case "object":
      return fillObject(schema, prompt);
    case "null":
      return null;
    default:
      // The last capitalised words are usually the subject of a question.
      return prompt.match(/\p{Lu}[\p{L}-]+(?:\s\p{Lu}[\p{L}-]+)*/gu)?.at(-1) ?? prompt;
  }
}
