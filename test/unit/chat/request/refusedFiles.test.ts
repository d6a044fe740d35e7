/** Which kinds of files a refusal names, in the words of services and engines. */
import { expect, test } from "vitest";
import { acceptedFiles } from "../../../../src/chat/request/refusedFiles.ts";
import { isRefusedRequest, isTextRefused } from "../../../../src/chat/request/refusedRequests.ts";
import { inputParts } from "../../../../src/contract/inputParts.ts";
import { answer } from "../turns.ts";

const failed = (message: string, kind = "invalidRequest") =>
  answer("a", "p", { state: "failed", parts: [], model: "model", error: { kind, message } });

test.each<[string, string, string[]]>([
  ["OpenAI", "Invalid content type. image_url is only supported by certain models.", ["image"]],
  ["OpenAI, audio", "This model does not support audio input.", ["audio"]],
  ["OpenAI, files", "Invalid value: 'input_file'. This model does not support file inputs.", ["file"]],
  ["Anthropic", "'claude-instant-1.2' does not support image input.", ["image"]],
  ["Anthropic, documents", "'claude-3-haiku' does not support PDF input.", ["file"]],
  ["Google", "Image input modality is not enabled for models/gemma-3-1b-it", ["image"]],
  ["Google, audio", "Audio input modality is not enabled for models/gemma-3-27b-it", ["audio"]],
  ["Google, video", "Unable to submit request because the model does not support video input.", ["video"]],
  ["Mistral", "Image content is not supported by this model", ["image"]],
  ["Groq", "messages[0].content must be a string", ["file", "image", "audio", "video"]],
  ["Groq, images", "This model does not support images", ["image"]],
  [
    "DeepSeek",
    "Failed to deserialize the JSON body into the target type: messages[0]: unknown variant `image_url`, expected `text` at line 1 column 252",
    ["image"],
  ],
  ["OpenRouter", "No endpoints found that support image input", ["image"]],
  ["OpenRouter, audio", "No endpoints found that support input audio", ["audio"]],
  ["Ollama", "this model does not support images", ["image"]],
  ["llama.cpp", "image input is not supported - hint: if this is unexpected, you may need to provide the mmproj", ["image"]],
  ["llama.cpp, audio", "audio input is not supported - hint: if this is unexpected, you may need to provide the mmproj", ["audio"]],
  ["vLLM", "At most 0 image(s) may be provided in one prompt.", ["image"]],
  ["vLLM, a model", "/models/qwen3 is not a multimodal model", ["file", "image", "audio", "video"]],
  ["LM Studio", "Model does not support images. Please use a model that does.", ["image"]],
  ["Cohere", "content should be a valid string", ["file", "image", "audio", "video"]],
  ["xAI", "Image inputs are not supported by this model.", ["image"]],
  ["Chinese", "该模型不支持图片输入", ["image"]],
  ["the built-in service", "The service refused the request: gemma does not take input_image parts.", ["image"]],
  ["the built-in service, documents", "The service refused the request: gemma does not take input_file parts.", ["file"]],
  ["a model whose name has images", "gemini-2.5-flash-image does not support tools", []],
  ["a model whose name has audio", "gpt-4o-audio-preview does not support image input", ["image"]],
  ["a damaged image in a request", "xAI does not take this request: the image is damaged", []],
  ["an unexpected error", "Unexpected error while reading the image", []],
  ["a file that cannot be read", "cannot read the image", []],
  ["too many images", "Too many images in request. Maximum is 5", []],
  ["more images than one", "The service refused the request: At most 1 image(s) may be provided in one request.", []],
  ["a large image", "messages.0.content.0.image.source.base64: image exceeds 5 MB maximum: 5312816 bytes > 5242880 bytes", []],
  ["a wide image", "At least one of the image dimensions exceed max allowed size: 8000 pixels", []],
  ["a format", "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg']", []],
  ["a MIME type", "Unsupported MIME type: image/svg+xml", []],
  ["a media type", "source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'", []],
  ["a damaged image", "Could not process image", []],
  ["a damaged file", "Failed to load image or audio file", []],
  ["pages", "A maximum of 100 PDF pages may be provided.", []],
  ["a link", "Unsupported image URL: only https is supported", []],
  ["drawing", "Image generation is not supported by this model.", []],
  ["tools", "gemma does not support tools", []],
  ["credits", "The account has no credits left.", []],
])("%s", (_, message, refused) => {
  const left = inputParts.filter((part) => !refused.includes(part));
  expect(acceptedFiles([failed(message)], "model", undefined)).toEqual(refused.length === 0 ? undefined : left);
  expect(acceptedFiles([failed(message)], "model", ["image"])).toEqual(refused.includes("image") ? [] : ["image"]);
});

test("only the model that refused them is not sent them, and only if the message was the reason", () => {
  const message = "This model does not support images";
  expect(acceptedFiles([failed(message)], "other", undefined)).toBeUndefined();
  expect(acceptedFiles([failed(message, "unreachable")], "model", undefined)).toBeUndefined();
});

test.each([
  "Too many images in request. Maximum is 5",
  "Too many images provided. This model supports up to 5 images",
  "Image is too large",
  "file too large: limit 20MB",
  "The image size is too large.",
  "Too many pages in the document",
])("the text of a message whose files were refused is kept: %s", (message) => {
  expect([isRefusedRequest(failed(message)), isTextRefused(failed(message))]).toEqual([true, false]);
});

test.each(["Too many tokens", "The prompt is too long: 250000 tokens", "Request too large for model", "Flagged by moderation"])(
  "a text that was the reason is not: %s",
  (message) => {
    expect(isTextRefused(failed(message))).toBe(true);
  },
);
