/** Errors in the forms of providers, gateways and frameworks. */
import { expect, test } from "vitest";
import { isErrorValue, readErrorReason } from "../../../src/providers/errorReason.ts";

const reason = "the model is being loaded";

test.each<[form: string, body: unknown]>([
  ["problem details", { type: "about:blank", title: "Bad Request", status: 400, detail: reason }],
  ["problem details with only a title", { type: "about:blank", title: reason, status: 400 }],
  ["an error in an error", { error: { error: { message: reason } } }],
  ["a message that is an object", { error: { message: { error: reason } } }],
  ["an empty message beside a detail", { error: { message: "" }, detail: reason }],
  ["Google's list of errors", { error: { code: 400, errors: [{ message: reason, domain: "global" }] } }],
  ["a fault of a gateway", { fault: { faultstring: reason, detail: { errorcode: "x" } } }],
  ["Amazon's message", { __type: "ValidationException", Message: reason }],
  ["an error message in camel case", { errorMessage: reason, errorCode: 400 }],
  ["an OAuth error", { error: "invalid_request", error_description: reason }],
  ["Cohere's and Together's message", { message: reason, id: "x" }],
  ["FastAPI's list with an object", { detail: [{ type: "missing", loc: ["body"], msg: reason, input: { a: 1 } }] }],
  ["Hugging Face's list of texts", { error: [reason], estimated_time: 20 }],
  ["Hugging Face's warnings", { error: reason, warnings: ["slow"] }],
  ["Ollama's status error", { StatusCode: 500, Status: "500", error: reason }],
  ["Cloudflare's list", { success: false, errors: [{ code: 5007, message: reason }], messages: [] }],
  ["MiniMax's response", { base_resp: { status_code: 1004, status_msg: reason } }],
  ["Baidu's", { error_code: 18, error_msg: reason }],
  ["Zhipu's", { error: { code: "1301", message: reason }, contentFilter: [{ level: 1, role: "user" }] }],
  ["a Java framework's", { timestamp: 1, status: 500, error: "Internal Server Error", message: reason, path: "/x" }],
  ["a text in a list", [reason]],
  ["JSON in a text after words", `400 Bad Request: ${JSON.stringify({ error: { message: reason } })}`],
  ["JSON of JSON", JSON.stringify(JSON.stringify({ error: { message: reason } }))],
  ["XML", `<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>${reason}</Message></Error>`],
  ["a page with its reason as title", `<html><head><title>${reason}</title></head><body></body></html>`],
  ["a page with an empty title", `<html><head><title></title></head><body><h1>${reason}</h1></body></html>`],
])("the reason in %s", (_, body) => {
  expect(readErrorReason(body).message).toContain(reason);
});

test.each<[provider: string, body: unknown]>([
  ["PixVerse", { ErrCode: 400_013, ErrMsg: reason, Resp: null }],
  ["Tencent", { Response: { Status: "FAIL", ErrorCode: "x", ErrorMessage: reason } }],
  ["Amazon's Bedrock", JSON.parse(`{"status":"Failed","failureMessage":"${reason}"}`)],
  ["MiniMax", JSON.parse(`{"base_resp":{"status_code":1004,"status_msg":"${reason}"}}`)],
])("the field of %s alone is the reason, however its name is written", (_, body) => {
  expect(readErrorReason(JSON.stringify(body)).message).toBe(reason);
});

test.each<[form: string, value: unknown, isError: boolean]>([
  ["ElevenLabs' error", { detail: { status: "quota_exceeded", message: reason } }, true],
  ["an answer with details", { detail: { message: reason }, text: "Hello" }, false],
  ["an answer with error null", { error: null, choices: [{}] }, false],
  ["an answer with error false", { error: false, choices: [{}] }, false],
  ["an answer with an empty error", { error: "", choices: [{}] }, false],
  ["an answer with success true", { success: true, choices: [{}] }, false],
  ["an answer with a status of success", { base_resp: { status_code: 0 }, choices: null }, false],
  ["a chunk with a status", { status: "in_progress", choices: [] }, false],
  ["a chunk of Ollama", { message: { role: "assistant", content: "" }, done: false }, false],
  ["an error beside an empty choice", { error: { message: "x" }, choices: [{ delta: { content: "" } }] }, true],
  ["success false", { success: false, message: "x" }, true],
  ["a list of errors", { errors: ["x"] }, true],
  ["a fault", { fault: { faultstring: "x" } }, true],
  ["Amazon's message", { __type: "ValidationException", Message: "x" }, true],
  ["a list", [], false],
  ["a text", "x", false],
])("%s: an error is %s", (_, value, isError) => {
  expect(isErrorValue(value)).toBe(isError);
});
