/** The line with the usage under an answer, and its explanation. */
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Usage } from "../../../../../src/contract/usage.ts";
import { describeTotals, describeUsage, explainUsage } from "../../../../../src/webview/chat/conversations/describeUsage.ts";
import { setTexts } from "../../../../../src/webview/translation.ts";
import { answer, prompt } from "../../../chat/turns.ts";

beforeEach(() => setTexts({}, "en", "$"));
afterAll(() => setTexts({}, "en"));

const lineOf = (usage: Usage | undefined, milliseconds?: number) =>
  describeUsage(answer("a", "p", { ...(usage && { usage }), ...(milliseconds === undefined ? {} : { milliseconds }) })).join(" · ");
const explain = (usage?: Usage) => explainUsage(answer("a", "p", { ...(usage && { usage }) }));

describe("the line under an answer", () => {
  test("is empty if nothing is known", () => {
    expect(lineOf(undefined)).toBe("");
    expect(lineOf({})).toBe("");
    expect(lineOf({ input_tokens: null, output_tokens: null, total_tokens: null })).toBe("");
  });

  test("has both counts if both are known, otherwise their sum", () => {
    expect(lineOf({ input_tokens: 1_284_567, output_tokens: 0, total_tokens: 1_284_567 })).toBe("1,284,567 tokens in · 0 out");
    expect(lineOf({ input_tokens: 1, output_tokens: 1 })).toBe("1 token in · 1 token out");
    expect(lineOf({ output_tokens: 5, total_tokens: 1 })).toBe("1 token");
    expect(lineOf({ total_tokens: 0 })).toBe("0 tokens");
  });

  test("has cached and reasoning tokens beside the others, if there are any", () => {
    const counts = { input_tokens: 20, output_tokens: 1300 };
    expect(lineOf({ ...counts, input_tokens_details: { cached_tokens: 0 }, output_tokens_details: null })).toBe("20 tokens in · 1,300 out");
    expect(lineOf({ ...counts, input_tokens_details: { cached_tokens: 12 }, output_tokens_details: { reasoning_tokens: 1284 } })).toBe(
      "20 tokens in (12 cached) · 1,300 out (1,284 reasoning)",
    );
  });

  test.for([
    [0, ""],
    [49, ""],
    [50, "0.1 s"],
    [3210, "3.2 s"],
    [59_949, "59.9 s"],
    [59_950, "1 min"],
    [90_000, "1.5 min"],
    [7_200_000, "120 min"],
  ] as const)("%i milliseconds are %s", ([milliseconds, text]) => {
    expect(lineOf(undefined, milliseconds)).toBe(text);
  });

  test.for([
    [{ cost: 0.0000113 }, "$0.0000113"],
    [{ cost: 0 }, "$0"],
    [{ cost: { amount: 1234.5, currency: "EUR" } }, "$1,234.5"],
    [{ cost: "0.02" }, "$0.02"],
    [{ cost: -1 }, ""],
    [{ cost: "none" }, ""],
    [{ cost: { amount: null } }, ""],
    [{ cost: null }, ""],
  ] as const)("%o is a cost only if it is a number", ([usage, text]) => {
    expect(lineOf(usage)).toBe(text);
  });

  test("formats counts in the editor's language", () => {
    setTexts({ tokens: "{0, plural, one {# Wort} other {# Wörter}}" }, "de");
    expect(lineOf({ total_tokens: 1284 }, 3210)).toBe("1.284 Wörter · 3,2 s");
  });
});

describe("the line under a continued answer", () => {
  test("adds up all its requests", () => {
    const request = { input_tokens: 20, input_tokens_details: { cached_tokens: 8 }, output_tokens: 5, cost: 0.01 };
    const continued = {
      earlier: [{ createdAt: 1, usage: { ...request, total_tokens: 25 }, milliseconds: 1000 }, { createdAt: 2 }],
      since: 3,
    };
    const turn = answer("a", "p", { usage: request, milliseconds: 2500, continued });
    expect(describeUsage(turn)).toEqual(["40 tokens in (16 cached)", "10 out", "3.5 s", "$0.02"]);
    expect(explainUsage(turn)).toContain("the cost that the service reports");
    expect(describeTotals([turn])).toEqual([]);
    expect(describeTotals([turn, answer("b", "p", { usage: { total_tokens: 7 } })])).toEqual(["57 tokens", "$0.02"]);
  });
});

describe("the totals of a conversation", () => {
  const answers = (...usages: Usage[]) => usages.map((usage, index) => answer(`a${index}`, "p", { usage }));

  test("are left out for a single answer, which shows them itself", () => {
    expect(describeTotals([prompt("p"), ...answers({ total_tokens: 5 })])).toEqual([]);
  });

  test("include the answers of all branches, and the reported costs", () => {
    const turns = answers({ total_tokens: 1000, cost: 0.01 }, { input_tokens: 200, output_tokens: 34 }, { total_tokens: 5, cost: 0.02 });
    expect(describeTotals([prompt("p"), ...turns])).toEqual(["1,239 tokens", "$0.03"]);
    expect(describeTotals(answers({ total_tokens: 1 }, { total_tokens: 2 }))).toEqual(["3 tokens"]);
  });
});

describe("its explanation", () => {
  test("explains the numbers", () => {
    expect(explain()).toBe("Tokens used and time taken");
  });

  test("states that a cost is reported by the service", () => {
    expect(explain({ cost: 0 })).toContain("the cost that the service reports");
  });
});
