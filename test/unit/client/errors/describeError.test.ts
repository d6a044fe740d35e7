/** Each error of the spec's table becomes one sentence and one useful action. */
import { afterEach, describe, expect, it } from "vitest";
import { describeError, describeErrorCodes, describeErrorPlainly, type ErrorAction } from "../../../../src/client/errors/describeError.ts";
import { errorRows } from "../../../../src/client/errors/errorTable.ts";
import { errorSentences, ownSentences } from "../../../../src/client/errors/ownSentences.ts";
import { webPage } from "../../../../src/client/http/badAnswer.ts";
import { readDiskError } from "../../../../src/client/http/readDiskError.ts";
import { readNetworkError } from "../../../../src/client/http/readNetworkError.ts";
import { describeCutOff } from "../../../../src/client/responses/cutOff.ts";
import { ServiceError, type ServiceErrorFacts, serviceErrorKinds } from "../../../../src/client/serviceError.ts";
import { inEnglish, setLanguage, type Translate } from "../../../../src/contract/translate.ts";
import { toDiskError } from "../../../../src/generations/diskError.ts";
import { BudgetExceeded } from "../../../../src/generations/spending.ts";

afterEach(() => setLanguage("en", inEnglish));

const describeFacts = (facts: ServiceErrorFacts) => describeError(new ServiceError(facts));

const rows: [string, ServiceErrorFacts, ErrorAction][] = [
  ["401 invalid_api_key", { kind: "invalidKey", message: "Invalid API key.", status: 401 }, "setKey"],
  ["no key", { kind: "missingKey", message: "No key." }, "setKey"],
  ["404 model_not_found", { kind: "modelNotFound", message: "x", status: 404, param: "model" }, "chooseModel"],
  [
    "400 for a multimodal model at /images",
    { kind: "invalidRequest", message: "not an image model", status: 400, param: "model" },
    "chooseModel",
  ],
  ["the same over v2", { kind: "invalidRequest", message: "not an image model", status: 400, param: "ai.model" }, "chooseModel"],
  ["400 for a field", { kind: "invalidRequest", message: "size is wrong", status: 400, param: "size" }, "changeOptions"],
  [
    "more files than a request takes",
    { kind: "invalidRequest", message: "x", code: "file_limit", param: "content[].file_data" },
    "changeOptions",
  ],
  ["429", { kind: "rateLimited", message: "x", status: 429, retryAfterMilliseconds: 4200 }, "wait"],
  ["insufficient_quota", { kind: "insufficientQuota", message: "x" }, "openAccountPage"],
  ["408", { kind: "timeout", message: "x", status: 408 }, "tryAgain"],
  ["504", { kind: "timeout", message: "x", status: 504 }, "showTask"],
  ["504 with the ID of the answer", { kind: "timeout", message: "x", status: 504, maybeAccepted: true, taskId: "resp_1" }, "fetchAnswer"],
  ["500", { kind: "generationFailed", message: "x", status: 500 }, "tryAgain"],
  ["404 not_found", { kind: "notFound", message: "x", status: 404 }, "showTask"],
  ["a cut answer", { kind: "badAnswer", message: "x" }, "showTask"],
  ["a web page", webPage(false), "openSettings"],
  ["a service that is away", { kind: "unreachable", message: "x" }, "tryAgain"],
  ["a disk that refuses", { kind: "disk", message: "The disk is full." }, "saveElsewhere"],
  ["a POST that may have been accepted", { kind: "connectionLost", message: "x", maybeAccepted: true }, "showTask"],
];

describe("describeError", () => {
  it("says why an answer that has no id cannot be fetched", () => {
    const { sentence } = describeFacts({ kind: "timeout", message: "x", status: 504, maybeAccepted: true });
    expect(sentence).toMatch(/may have accepted the task, and billed it, but its answer \(504\) has no id/);
  });

  it("does not call a request billed that nobody bills", () => {
    const facts = { kind: "connectionLost", message: "x", maybeAccepted: true } as const;
    expect(describeError(facts).sentence).toMatch(/and billed it/);
    for (const status of [undefined, 504]) {
      const own = { ...facts, ...(status && { kind: "timeout" as const, status }) };
      const { sentence, inConversation } = describeError(own, true);
      expect(sentence).toMatch(/may have accepted the task, but did not answer/);
      expect(inConversation).toMatch(/may have accepted the message, but did not answer/);
      expect(describeErrorPlainly(own, true)).not.toMatch(/bill/);
    }
  });

  it("names the provider's account if that has no credits", () => {
    const message = "The account at openrouter has no credits: add credits";
    expect(describeFacts({ kind: "insufficientQuota", message }).sentence).toBe(`${message}.`);
  });

  it("says that the user's own budget is used up, which is not the account's balance", () => {
    const error = new BudgetExceeded({ period: "day", limit: 1, spent: 1, isUncertain: false }, 0.5);
    expect(describeError(error).sentence).toMatch(/^Your budget is used up, so nothing was sent/);
  });

  it.each(rows)("offers the action that helps for %s", (_, facts, action) => {
    expect(describeFacts(facts).action).toBe(action);
  });

  it.each<[ServiceErrorFacts, string | undefined]>([
    [
      { kind: "generationFailed", message: "x", status: 500, code: "api_error", type: "server_error", param: "size" },
      "HTTP 500, code api_error, type server_error, parameter size",
    ],
    [{ kind: "generationFailed", message: "x", code: "503" }, "code 503"],
    [{ kind: "badAnswer", message: "x", code: "invalid_file" }, undefined],
    [{ kind: "unreachable", message: "x" }, undefined],
  ])("lists what the service reported in %j", (facts, codes) => {
    expect(describeErrorCodes(new ServiceError(facts))).toBe(codes);
  });

  it("has one sentence for every kind", () => {
    for (const kind of serviceErrorKinds) {
      const { sentence } = describeFacts({ kind, message: "The disk is full." });
      expect(sentence).toMatch(/^[A-Z].*[.]$/);
      expect(sentence).not.toContain("..");
      expect(sentence).not.toContain("\n");
    }
  });

  it.each([
    ["unreachable", "No service runs at api.example.com (ECONNREFUSED)."],
    ["connectionLost", "The service at api.example.com does not answer."],
    ["badAnswer", "The service answered with a web page."],
  ] as const)("gives the client's detail once, for %s", (kind, message) => {
    expect(describeFacts({ kind, message }).sentence).toBe(message);
  });

  it("offers the setting of the address if the service cannot be reached", () => {
    expect(describeFacts({ kind: "unreachable", message: "x" }).alternative).toBe("openSettings");
  });

  it("does not repeat itself if the service gives no reason of its own", () => {
    const describedAs = (message: string) => describeFacts({ kind: "generationFailed", message }).sentence;
    expect(describedAs("The model failed to generate a response.")).toBe("The model failed to generate a result.");
    expect(describedAs("Out of memory.")).toBe("The model failed to generate a result: Out of memory.");
  });

  it("gives the remaining time of the service, rounded up", () => {
    const described = describeFacts({ kind: "rateLimited", message: "x", retryAfterMilliseconds: 4200 });
    expect(described.sentence).toContain("5 s");
    expect(described.waitMilliseconds).toBe(4200);
  });
});

it.each(serviceErrorKinds)("says our own words for %s in the user's language, and those of a service as they are", (kind) => {
  const inCapitals: Translate = (message, ...values) => inEnglish(message.toUpperCase(), ...values);
  setLanguage("en", inCapitals);
  const { sentence } = describeError(new ServiceError({ kind, message: errorRows[kind].message }));
  expect(sentence).toBe(sentence.toUpperCase());
  setLanguage("en", inEnglish);
  expect(describeError(new ServiceError({ kind: "connectionLost", message: "It is {0} away" })).sentence).toBe("It is {0} away.");
});

describe("a sentence of ours with values, which is stored in English,", () => {
  /** Writes words that no English sentence has, and the values. */
  const translated: Translate = (message, ...values) => `<${Object.values<string>(ownSentences).indexOf(message)}|${values.join("|")}>`;
  const at = (name: keyof typeof ownSentences) => Object.keys(ownSentences).indexOf(name);
  const system = (code: string, syscall = "connect") => Object.assign(new Error(code), { code, syscall });
  const lost = (thrown: unknown) => readNetworkError(thrown, { host: "a.example:1", signal: undefined, isPost: false });

  it.each(Object.entries(ownSentences))("is found again with its values: %s", (name, sentence) => {
    const count = sentence.match(/\{\d\}/g)?.length ?? 0;
    const values = ["2", "a.b", "x: y"].slice(0, count);
    setLanguage("en", (message, ...found) => (message === sentence ? `<${name}|${found.join("|")}>` : message));
    const { sentence: shown } = describeError({ kind: "badAnswer", message: inEnglish(sentence, ...values) });
    expect(shown).toContain(`<${[name, ...values].join("|")}>`.replace(/\|?>/, count === 0 ? "|>" : ">"));
  });

  it.each<[string, { kind: ServiceError["kind"]; message: string } | undefined, string]>([
    ["a refused connection", lost(system("ECONNREFUSED")), `<${at("noService")}|a.example:1|ECONNREFUSED>`],
    ["an unknown name", lost(system("ENOTFOUND", "getaddrinfo")), `<${at("noMachine")}|a.example:1|ENOTFOUND>`],
    ["a broken connection", lost(system("ECONNRESET", "read")), `<${at("brokeBecause")}|a.example:1|ECONNRESET>`],
    ["a disk's error that has no sentence", readDiskError(system("EOVERFLOW", "write")), `<${at("notWritten")}|EOVERFLOW>`],
    ["another error of a disk", toDiskError(system("EOVERFLOW", "write")), `<${at("diskRefused")}|EOVERFLOW>`],
    ["a length", describeCutOff("max_output_tokens"), `<${at("cutOffByLength")}|>`],
    ["a reason of the service", describeCutOff("moon"), `<${at("cutOffBecause")}|moon>`],
  ])("is what is thrown for %s", (_, error, expected) => {
    if (error === undefined) throw new Error("There is no error.");
    setLanguage("en", (message, ...values) =>
      values.length === 0 && !Object.values<string>(ownSentences).includes(message) ? message : translated(message, ...values),
    );
    const { sentence } = describeError({ kind: "badAnswer", message: error.message });
    expect(sentence).toBe(`${expected}.`);
  });

  it.each<[string, string, string]>([
    ["a field", "size must be one of 1024x1024, auto.", "<{0} must be one of {1}.|size|1024x1024, auto>"],
    ["a limit", "ai.n must be at most 4.", "<{0} must be at most {1}.|ai.n|4>"],
    ["a text", "input needs at least 1 character.", "<{0} needs at least 1 character.|input>"],
    ["a type", "steps needs a value of type whole number.", "<{0} needs a value of type {1}.|steps|whole number>"],
    [
      "a proxy",
      "The proxy a:1 of the settings does not connect (connect ECONNREFUSED 1.1.1.1:1).",
      "<The proxy {0} of {1} does not connect ({2}).|a:1|<the settings|>|connect ECONNREFUSED 1.1.1.1:1>",
    ],
    [
      "an address of a proxy",
      "The address of the proxy in HTTPS_PROXY is invalid.",
      "<The address of the proxy in {0} is invalid.|HTTPS_PROXY>",
    ],
    // Only half of it is ours.
    ["a service's own words", "temperature must be between 0 and 2.", "temperature must be between 0 and 2."],
    ["a service's own subject", "The chosen model is not known.", "The chosen model is not known."],
  ])("may be about %s", (_, message, expected) => {
    setLanguage("en", (sentence, ...values) =>
      errorSentences.includes(sentence) ? `<${sentence}|${values.join("|")}>` : inEnglish(sentence, ...values),
    );
    expect(describeError({ kind: "invalidRequest", message }).sentence).toBe(
      `The service refused the request: ${expected.replace(/\.$/, "")}.`,
    );
  });

  it("may contain another one, and its language's full stop is the only one", () => {
    const texts: Record<string, string> = {
      [ownSentences.filesMissing]: "{1} 個中 {0} 個: {2}",
      [ownSentences.silent]: "{0} のサービスが応答しません。",
    };
    setLanguage("en", (message, ...values) => inEnglish(texts[message] ?? message, ...values));
    const message = inEnglish(ownSentences.filesMissing, 2, 3, inEnglish(ownSentences.silent, "a.example"));
    expect(describeError({ kind: "badAnswer", message }).sentence).toBe("3 個中 2 個: a.example のサービスが応答しません。");
    setLanguage("en", inEnglish);
    expect(describeError({ kind: "badAnswer", message }).sentence).toBe(
      "2 of 3 files could not be saved: The service at a.example does not answer.",
    );
  });
});
