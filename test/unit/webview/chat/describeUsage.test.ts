/** What a service told about an answer in; the line under the answer, and what explains it, out. */
import { afterEach, describe, expect, test } from "vitest";
import type { Usage } from "../../../../src/contract/usage.ts";
import { describeUsage, explainUsage } from "../../../../src/webview/chat/describeUsage.ts";
import { setTexts } from "../../../../src/webview/texts.ts";
import { answer } from "../../chat/turns.ts";

afterEach(() => setTexts({}, "en"));

const lineOf = (usage: Usage | undefined, milliseconds?: number) =>
  describeUsage(answer("a", "p", { ...(usage && { usage }), ...(milliseconds === undefined ? {} : { milliseconds }) })).join(" · ");
const explain = (usage?: Usage) => explainUsage(answer("a", "p", { ...(usage && { usage }) }));

describe("the line under an answer", () => {
  test("is empty where nothing is known", () => {
    expect(lineOf(undefined)).toBe("");
    expect(lineOf({})).toBe("");
    expect(lineOf({ input_tokens: null, output_tokens: null, total_tokens: null })).toBe("");
  });

  test("has both counts where both are told, else their sum", () => {
    expect(lineOf({ input_tokens: 1_284_567, output_tokens: 0, total_tokens: 1_284_567 })).toBe("1,284,567 in · 0 out");
    expect(lineOf({ output_tokens: 5, total_tokens: 1 })).toBe("1 token");
    expect(lineOf({ total_tokens: 0 })).toBe("0 tokens");
  });

  test.for([
    [0, "0 s"],
    [49, "0 s"],
    [3210, "3.2 s"],
    [59_949, "59.9 s"],
    [59_950, "1 min"],
    [90_000, "1.5 min"],
    [7_200_000, "120 min"],
  ] as const)("%i milliseconds are %s", ([milliseconds, text]) => {
    expect(lineOf(undefined, milliseconds)).toBe(text);
  });

  test.for([
    [{ cost: 0.0000113 }, "cost 0.0000113"],
    [{ cost: 0 }, "cost 0"],
    [{ cost: { amount: 1234.5, currency: "EUR" } }, "cost 1,234.5"],
    [{ cost: "0.02" }, ""],
    [{ cost: { amount: null } }, ""],
    [{ cost: null }, ""],
  ] as const)("%o is a cost only where it is a number", ([usage, text]) => {
    expect(lineOf(usage)).toBe(text);
  });

  test("counts as the editor's language does", () => {
    setTexts({ tokens: "{0, plural, one {# Wort} other {# Wörter}}" }, "de");
    expect(lineOf({ total_tokens: 1284 }, 3210)).toBe("1.284 Wörter · 3,2 s");
  });
});

describe("its explanation", () => {
  test("names the rarer counts only where there are some", () => {
    expect(explain()).toBe("Tokens used and time taken");
    expect(explain({ input_tokens_details: { cached_tokens: 0 }, output_tokens_details: null })).toBe("Tokens used and time taken");
    expect(explain({ input_tokens_details: { cached_tokens: 12 }, output_tokens_details: { reasoning_tokens: 1284 } })).toBe(
      "Tokens used and time taken, 12 cached, 1,284 for reasoning",
    );
  });

  test("says that a cost is the service's word", () => {
    expect(explain({ cost: 0 })).toContain("what the service says that it cost");
  });
});
