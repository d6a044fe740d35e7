/** Each error of the service gets one kind, without the key and without the prompt. */
import { describe, expect, test } from "vitest";
import { readServiceError } from "../../../../src/client/http/readServiceError.ts";
import { keptCharacters, redactName, redactText } from "../../../../src/network/redactText.ts";
import { readRetryAfter } from "../../../../src/network/retryAfter.ts";
import { createTestClient, errorOf, testKey } from "../testClient.ts";
import { jsonAnswer, rawAnswer, startRawServer } from "./rawServer.ts";

const secrets = { key: testKey, prompts: [] };
const read = (status: number, text: string, headers = {}) => readServiceError({ status, headers, text, isPost: true }, secrets);
const body = (code: string | number | null, type = "x", param: string | null = null) =>
  JSON.stringify({ error: { message: "Words.", type, param, code } });

describe("the kind of an error", () => {
  test.each([
    [400, "invalid_request", "invalidRequest"],
    [404, "model_not_found", "modelNotFound"],
    [400, "model_not_found", "modelNotFound"],
    [401, "invalid_api_key", "invalidKey"],
    [404, "not_found", "notFound"],
    [408, "timeout", "timeout"],
    [504, "timeout", "timeout"],
    [429, "rate_limit_exceeded", "rateLimited"],
    [429, "insufficient_quota", "insufficientQuota"],
    [403, "insufficient_quota", "insufficientQuota"],
    [500, "api_error", "generationFailed"],
  ])("of HTTP %i with code %s is %s: the code is used first", (status, code, kind) => {
    expect(read(status, body(code))).toMatchObject({ kind, status, code, message: "Words." });
  });

  test.each([
    [400, "invalidRequest"],
    [401, "invalidKey"],
    [402, "insufficientQuota"],
    [404, "notFound"],
    [408, "timeout"],
    [429, "rateLimited"],
    [500, "generationFailed"],
    [504, "timeout"],
    [403, "unknown"],
    [418, "unknown"],
    [502, "unknown"],
    [503, "unknown"],
  ])("of HTTP %i with an unknown code is %s: the status is used second", (status, kind) => {
    expect(read(status, body("brand_new_code"))).toMatchObject({ kind, status, code: "brand_new_code" });
    expect(read(status, "")).toMatchObject({ kind, status, code: undefined });
  });

  test("keeps the param, the request id and the code as text", () => {
    const error = read(400, body(4711, "x", "model"), { "x-request-id": "req_1" });
    expect(error).toMatchObject({ param: "model", requestId: "req_1", code: "4711" });
  });

  test("of a web page is reported as such, without the page", () => {
    const error = read(502, "<html><title>Bad gateway</title></html>");
    expect(error.message).toBe("The service refused the request. (HTTP 502, a web page)");
  });

  test("of a body in an unknown form keeps its message", () => {
    expect(read(418, "short and stout").message).toBe("short and stout");
    expect(read(400, '{"error":"plain words"}').message).toBe("plain words");
    expect(read(400, '{"message":"flat","code":"invalid_request"}')).toMatchObject({ message: "flat", kind: "invalidRequest" });
    expect(read(400, '{"detail":[1,2]}').message).toBe('{"detail":[1,2]}');
  });

  test("is maybe accepted only if the outcome of a POST is unknown", () => {
    expect(read(504, body("timeout")).maybeAccepted).toBe(true);
    expect(read(502, "").maybeAccepted).toBe(true);
    expect(read(500, body("api_error")).maybeAccepted).toBe(false);
    expect(read(400, body("invalid_request")).maybeAccepted).toBe(false);
    expect(readServiceError({ status: 502, headers: {}, text: "", isPost: false }, secrets).maybeAccepted).toBe(false);
  });
});

describe("the time to wait", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");
  test.each([
    [{ "retry-after": "3" }, 3000],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": "1.5" }, 1500],
    [{ "retry-after": "Thu, 01 Jan 2026 00:00:10 GMT" }, 10_000],
    [{ "retry-after": "Wed, 31 Dec 2025 00:00:10 GMT" }, 0],
    [{ "retry-after-ms": "250", "retry-after": "9" }, 250],
    [{ "retry-after": "soon" }, undefined],
    [{}, undefined],
    // On a machine whose clock is ten minutes behind, and on one that is forty days ahead.
    [{ "retry-after": "Thu, 01 Jan 2026 00:10:10 GMT", date: "Thu, 01 Jan 2026 00:10:00 GMT" }, 10_000],
    [{ "retry-after": "Sat, 22 Nov 2025 00:00:10 GMT", date: "Sat, 22 Nov 2025 00:00:00 GMT" }, 10_000],
    [{ "retry-after": "Thu, 01 Jan 2026 00:00:10 GMT", date: "unknown" }, 10_000],
    [{ "retry-after": "3", date: "Sat, 22 Nov 2025 00:00:00 GMT" }, 3000],
  ])("of %j is %s", (headers, expected) => {
    expect(readRetryAfter(headers, now)).toBe(expected);
  });
});

describe("an error message that is kept", () => {
  const prompt = "Paint a lighthouse at dusk, in the style of my grandmother's quilts, with 3 gulls";

  test("is truncated to one short line", () => {
    const kept = redactText(`one\n\ntwo ${"x".repeat(1000)}`, secrets);
    expect(kept).toHaveLength(keptCharacters);
    expect(kept.startsWith("one two x")).toBe(true);
    expect(kept.endsWith("…")).toBe(true);
  });

  test("never contains the key, in any position", () => {
    for (const location of [0, 100, 290, 299, 3990, 5000]) {
      const kept = redactText(`${"a ".repeat(location / 2)}${testKey} tail`, secrets);
      for (let length = 8; length <= testKey.length; length += 1) expect(kept).not.toContain(testKey.slice(0, length));
    }
  });

  test("never contains the prompt, whole, in parts or escaped", () => {
    const known = { key: testKey, prompts: [prompt, 'Say "hi"\nto the whole wide world'] };
    expect(redactText(`Refused: ${prompt}`, known)).toBe("Refused: […]");
    expect(redactText(`Refused: "${prompt.slice(10, 50)}" is bad`, known)).toBe('Refused: "[…]" is bad');
    expect(redactText('Refused: Say \\"hi\\"\\nto the whole wide world', known)).toBe("Refused: […]");
  });

  test("keeps its words if the prompt is a letter or two, or part of a word", () => {
    const known = { key: undefined, prompts: ["x", "a", "cats"] };
    expect(redactText("You exceeded a quota of x catsuits and cats", known)).toBe("You exceeded a quota of x catsuits and […]");
  });

  test("in a code, a type or a parameter keeps words of the prompt, but never the key", () => {
    const known = { key: testKey, prompts: ["rate_limit_exceeded", "input[0].content", prompt] };
    for (const name of ["rate_limit_exceeded", "input[0].content"]) expect(redactName(name, known)).toBe(name);
    expect(redactName(`code-${testKey}`, known)).toBe("code-[…]");
    expect(redactName(`no: ${prompt}`, known)).toBe("no: […]");
  });
});

describe("an error response", () => {
  const prompt = "a very secret wish about the harbour of Trieste in winter";

  test.each(["text", "json"])("does not repeat what was sent (%s)", async (shape) => {
    const echo = (words: string) => (shape === "text" ? words : JSON.stringify({ error: { message: words, code: words, param: words } }));
    await using server = await startRawServer((request) =>
      jsonAnswer(400, echo(`${request.headers.get("authorization")} ${request.body}`)),
    );
    const client = createTestClient(server.baseUrl);
    const error = await errorOf(client.submitTask({ interface: "v1", kind: "image", body: { model: "m", prompt } }));
    const everything = JSON.stringify([error.message, error.code, error.param, error.requestId, String(error.cause), error.stack]);
    expect(everything).not.toContain(testKey);
    expect(everything).not.toContain("harbour of Trieste");
    await client.close();
  });

  test("of a web page with HTTP 200 is an invalid answer", async () => {
    await using server = await startRawServer(() => rawAnswer(200, { "content-type": "text/html" }, "<html>Sign in</html>"));
    const client = createTestClient(server.baseUrl);
    expect(await errorOf(client.listModels())).toMatchObject({ kind: "badAnswer", message: "The service answered with a web page." });
    await client.close();
  });

  test("of the wrong form names the location", async () => {
    await using server = await startRawServer(() => jsonAnswer(200, { object: "list", data: [{ id: 7 }] }));
    const client = createTestClient(server.baseUrl);
    const error = await errorOf(client.listModels());
    expect(error).toMatchObject({ kind: "badAnswer", message: `The service's answer does not match the interface at "data.0.id".` });
    await client.close();
  });

  test("of a POST that cannot be read is maybe accepted", async () => {
    await using server = await startRawServer(() => jsonAnswer(202, "{"));
    const client = createTestClient(server.baseUrl);
    expect(await errorOf(client.submitTask({ interface: "v1", kind: "image", body: { model: "m", prompt } }))).toMatchObject({
      kind: "badAnswer",
      maybeAccepted: true,
    });
    await client.close();
  });
});
