/** Which settings a refusal names, in the words of services and engines. */
import { expect, test } from "vitest";
import { defaultSettings } from "../../../../src/chat/conversation/turn.ts";
import { refusedSettings, withoutRefusedSettings } from "../../../../src/chat/request/refusedSettings.ts";
import type { ToolType } from "../../../../src/contract/models.ts";
import { answer } from "../turns.ts";

const both = { ...defaultSettings, model: "model", webSearch: true, imageGeneration: true };
const failed = (message: string, model = "model") =>
  answer("a", "p", { state: "failed", parts: [], model, error: { kind: "invalidRequest", message } });

test.each([
  ["Ollama", "registry.ollama.ai/library/gemma:latest does not support tools", ["webSearch", "imageGeneration"]],
  ["llama.cpp", "tools param requires --jinja flag", ["webSearch", "imageGeneration"]],
  ["vLLM", '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set', ["webSearch", "imageGeneration"]],
  ["OpenAI, search", "Hosted tool 'web_search_preview' is not supported with gpt-4.1-nano.", ["webSearch"]],
  ["OpenAI, images", "Tool 'image_generation' is not supported with o3-mini.", ["imageGeneration"]],
  ["Anthropic", "'claude-3-haiku' does not support tool types: web_search_20250305.", ["webSearch"]],
  ["Google", "Search Grounding is not supported.", ["webSearch"]],
  ["Mistral", "Function calling is not enabled for this model", ["webSearch", "imageGeneration"]],
  ["OpenRouter", "No endpoints found that support tool use.", ["webSearch", "imageGeneration"]],
  ["the built-in service, search", "gemma cannot search: it has no web_search.", ["webSearch"]],
  ["the built-in service, an engine", "gemma has no web_search of its own.", ["webSearch"]],
  ["the built-in service, images", "gemma cannot draw: the image_generation tool needs a multimodal model.", ["imageGeneration"]],
  ["Groq", "`tool calling` is not supported with this model", ["webSearch", "imageGeneration"]],
  ["an older OpenAI", "Unrecognized request argument supplied: tools", ["webSearch", "imageGeneration"]],
  ["an unknown parameter", "Unknown parameter: 'tools'.", ["webSearch", "imageGeneration"]],
  ["xAI", "Live search is not supported by this model.", ["webSearch"]],
  ["Vertex", "Google Search retrieval is not supported by this model.", ["webSearch"]],
  ["SGLang", "The tool call parser is not configured.", ["webSearch", "imageGeneration"]],
  [
    "pydantic",
    "[{'type': 'extra_forbidden', 'loc': ('body', 'tools'), 'msg': 'Extra inputs are not permitted'}]",
    ["webSearch", "imageGeneration"],
  ],
  ["Chinese", "该模型不支持工具调用", ["webSearch", "imageGeneration"]],
  ["Chinese, a parameter", "当前模型不支持 tools 参数", ["webSearch", "imageGeneration"]],
  ["a model without training for it", "The model 'phi' was not trained for tool use.", ["webSearch", "imageGeneration"]],
  ["an incompatible tool", "This model is incompatible with the web_search tool.", ["webSearch"]],
  ["an unknown type of tool", "m: tool of type web_search_preview is unknown.", ["webSearch"]],
  ["other types of tools", "Invalid value: 'web_search'. Supported values are: 'function'.", ["webSearch"]],
  ["only functions", "Invalid tool type 'image_generation'. Only 'function' is allowed.", ["imageGeneration"]],
  ["another type than a function", "Invalid type for tools[0].type: expected 'function', got 'web_search'", ["webSearch"]],
  ["the choice of a tool", "tool_choice is not supported by this model", ["webSearch", "imageGeneration"]],
  ["another interface", "image_generation is only available in the Responses API", ["imageGeneration"]],
  ["several calls at a time", "The model does not support parallel tool calls", []],
  ["single calls", "This model only supports single tool-calls at once!", []],
  ["a value of an option", "Invalid value for tools[0].quality. Supported values are: 'low'.", []],
  ["a policy", "Your text mentions tools, which the policy prohibits", []],
  ["an option of a tool", "image_generation: size 7x7 is not supported.", []],
  ["an option that a model lacks", "gemma takes no quality in image_generation.", []],
  ["images", "This model does not support image input.", []],
  ["credits", "The account has no credits left.", []],
  ["no tool at all", "The service does not accept this request.", []],
])("%s", (_, message, tools) => {
  expect(refusedSettings([failed(message)], both)).toEqual(tools);
});

test("only what is switched on, and only for the model that refused it", () => {
  const turns = [failed("llama does not support tools")];
  expect(refusedSettings(turns, { ...both, imageGeneration: false })).toEqual(["webSearch"]);
  expect(refusedSettings(turns, { ...both, model: "other" })).toEqual([]);
  expect(refusedSettings([answer("a", "p")], both)).toEqual([]);
  expect(withoutRefusedSettings(turns, both)).toEqual({ ...both, webSearch: false, imageGeneration: false });
});

const all = { ...both, effort: "high", instructions: "Be brief." } as const;

test.each<[string, string, string[]]>([
  ["OpenAI, effort", "Unsupported parameter: 'reasoning.effort' is not supported with this model.", ["effort"]],
  [
    "OpenAI, a value",
    "Unsupported value: 'reasoning_effort' does not support 'minimal' with this model. Supported values are: 'low', and 'medium'.",
    ["effort"],
  ],
  ["an older OpenAI, effort", "Unrecognized request argument supplied: reasoning_effort", ["effort"]],
  [
    "OpenAI, effort beside tools",
    "Function tools with reasoning_effort are not supported for gpt-5.4 in /v1/chat/completions.",
    ["effort"],
  ],
  ["Groq, a value", "`reasoning_effort` must be one of `none` or `default`", ["effort"]],
  ["Groq", "`reasoning_effort` is not supported with this model", ["effort"]],
  ["xAI", "Argument not supported on this model: reasoningEffort", ["effort"]],
  ["Anthropic", "adaptive thinking is not supported on this model", ["effort"]],
  ["Anthropic, a budget", "`max_tokens` must be greater than `thinking.budget_tokens`.", ["effort"]],
  ["Anthropic, effort", "This model does not support the effort parameter.", ["effort"]],
  ["Google", "Thinking is not enabled for models/gemini-2.0-flash", ["effort"]],
  ["Google, a level", "Thinking level is not supported for this model.", ["effort"]],
  ["Vertex", "Unable to submit request because thinking is not supported by this model.", ["effort"]],
  ["Ollama", '"llama3.2" does not support thinking', ["effort"]],
  ["Ollama, a value", 'think value "medium" is not supported for this model', ["effort"]],
  ["Mistral", "Reasoning effort is not enabled for this model", ["effort"]],
  [
    "pydantic, effort",
    "[{'type': 'extra_forbidden', 'loc': ('body', 'reasoning_effort'), 'msg': 'Extra inputs are not permitted'}]",
    ["effort"],
  ],
  ["vLLM", "1 validation error: reasoning_effort Input should be 'low' or 'medium'", ["effort"]],
  ["the built-in service, effort", "gemma does not take any effort.", ["effort"]],
  ["Chinese, effort", "当前模型不支持思考模式", ["effort"]],
  ["Google, instructions", "Developer instruction is not enabled for models/gemma-3-27b-it", ["instructions"]],
  ["a template", "System role not supported", ["instructions"]],
  ["llama.cpp", "Value is not callable: raise_exception('System role not supported')", ["instructions"]],
  ["OpenAI, instructions", "Unsupported value: 'messages[0].role' does not support 'system' with this model.", ["instructions"]],
  ["Bedrock", "This model doesn't support system messages. Try again without a system message in your request.", ["instructions"]],
  ["DeepSeek", "messages[0].role: unknown variant `developer`, expected one of `system`, `user`, `assistant`, `tool`", ["instructions"]],
  ["Anthropic, instructions", 'messages: Unexpected role "system".', ["instructions"]],
  ["a template that alternates", "Conversation roles must alternate user/assistant/user/assistant/...", ["instructions"]],
  ["a template of two roles", "Only user and assistant roles are supported!", ["instructions"]],
  ["OpenRouter", "Developer instruction is not enabled for this provider", ["instructions"]],
  ["an effort that was changed since", "gpt does not take this effort. It takes: medium, high", []],
  ["too long instructions", "instructions must be at most 2000 characters.", []],
  ["a model whose name says that it thinks", "qwen3-4b-thinking-2507 does not support tools", ["webSearch", "imageGeneration"]],
  ["a model whose name says that it reasons", "grok-4-fast-reasoning: web_search is not supported.", ["webSearch"]],
  ["a request as a whole", "xAI does not take this request: the image is damaged and has no pixels.", []],
  ["tools, whatever is set", "gemma does not support tools", ["webSearch", "imageGeneration"]],
  ["the service's own system", "The system is overloaded; the requested feature is not available", []],
  ["a filter", "Your request was flagged: it may contain instructions that are not allowed", []],
  ["a failure while it thinks", "Internal error while thinking.", []],
  [
    "a maximum in another field",
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    [],
  ],
  ["temperature", "Unsupported parameter: 'temperature' is not supported with this model.", []],
  ["seed", "Unrecognized request argument supplied: seed", []],
  ["the most tokens", "max_tokens: 200000 > 8192, which is the maximum allowed number of output tokens for this model", []],
  ["a file system", "The file could not be read.", []],
])("%s", (_, message, settings) => {
  expect(refusedSettings([failed(message)], all)).toEqual(settings);
});

test("an effort that is not sent is not the reason", () => {
  const message = "Function tools with reasoning_effort are not supported for gpt-5.4 in /v1/chat/completions.";
  expect(refusedSettings([failed(message)], both)).toEqual(["webSearch", "imageGeneration"]);
});

test("what is left out is not sent, and an error that the message did not cause leaves out nothing", () => {
  const turns = [failed("Thinking is not enabled"), failed("System role not supported")];
  expect(withoutRefusedSettings(turns, all)).toEqual({ ...all, effort: "", instructions: "" });
  const unreachable = answer("a", "p", {
    state: "failed",
    model: "model",
    error: { kind: "unreachable", message: "thinking is not enabled" },
  });
  expect(refusedSettings([unreachable], all)).toEqual([]);
});

test.each<[readonly ToolType[] | undefined, boolean, boolean]>([
  [undefined, true, true],
  [["web_search", "image_generation"], true, true],
  [["function"], false, false],
  [["web_search"], true, false],
  [[], false, false],
])("tools that a model does not have are not sent to it: %j", (tools, webSearch, imageGeneration) => {
  expect(withoutRefusedSettings([], both, tools)).toEqual({ ...both, webSearch, imageGeneration });
});
