/** No line of the log contains a key or the content of a file. */
import { describe, expect, it } from "vitest";
import { redact } from "../../../../src/editor/base/redact.ts";

describe("redact", () => {
  it("replaces every known secret", () => {
    expect(redact("key=hunter2, again hunter2", ["hunter2"])).toBe("key=[key], again [key]");
  });

  it("replaces a bearer token that is not a known key", () => {
    expect(redact('{"authorization":"Bearer abc.def-123"}', [])).toBe('{"authorization":"Bearer [key]"}');
  });

  it("replaces words that look like a key, and inline files", () => {
    expect(redact("sk-abcdefghijklmnop1234 and data:image/png;base64,AAAA==", [])).toBe("[key] and [data]");
  });

  it("leaves other words alone", () => {
    expect(redact("POST /api/v1/images 202 token usage 12", [""])).toBe("POST /api/v1/images 202 token usage 12");
  });
});
