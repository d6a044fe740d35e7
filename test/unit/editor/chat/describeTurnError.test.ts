/** What a turn stores of its error: a sentence that stays true, and the action that helps. */
import { describe, expect, it } from "vitest";
import { turnErrorSchema } from "../../../../src/chat/conversation/turn.ts";
import { ServiceError, type ServiceErrorFacts } from "../../../../src/client/serviceError.ts";
import { describeTurnError } from "../../../../src/editor/chat/describeTurnError.ts";

const context = { now: 1_000_000, hasAccountPage: true, isFree: false };
const describeFacts = (facts: ServiceErrorFacts) => describeTurnError(new ServiceError(facts), context);

const rows: [string, ServiceErrorFacts, string | undefined][] = [
  ["a refused key", { kind: "invalidKey", message: "x", status: 401 }, "setKey"],
  ["a model that is gone", { kind: "modelNotFound", message: "x", status: 404, param: "model" }, "chooseModel"],
  ["a model that takes no text", { kind: "invalidRequest", message: "x", status: 400, param: "model" }, "chooseModel"],
  ["a model that cannot draw", { kind: "invalidRequest", message: "x", status: 400, param: "tools" }, "changeRequest"],
  ["a balance that is used up", { kind: "insufficientQuota", message: "x", status: 402 }, "openAccountPage"],
  ["an address that is not used", { kind: "forbiddenAddress", message: "x" }, "openSettings"],
  ["an address where no service runs", { kind: "unreachable", message: "x" }, "openSettings"],
  ["a model that took too long", { kind: "timeout", message: "x", status: 408 }, undefined],
  ["a service that failed", { kind: "generationFailed", message: "x", status: 500 }, undefined],
];

describe("describeTurnError", () => {
  it.each(rows)("stores the action that helps for %s", (_, facts, help) => {
    const kept = describeFacts(facts);
    expect(kept.help).toBe(help);
    expect(kept.retryAt).toBeUndefined();
    expect(turnErrorSchema.parse(kept)).toEqual(kept);
  });

  it("offers no account page if none is known", () => {
    const error = new ServiceError({ kind: "insufficientQuota", message: "x", status: 402 });
    expect(describeTurnError(error, { ...context, hasAccountPage: false }).help).toBeUndefined();
  });

  it("stores when a request limit ends, not how long it lasts", () => {
    const kept = describeFacts({ kind: "rateLimited", message: "x", status: 429, retryAfterMilliseconds: 4200, requestId: "req_1" });
    expect(kept).toEqual({
      kind: "rateLimited",
      message: "The request limit of this API key is reached.",
      codes: "HTTP 429",
      requestId: "req_1",
      retryAt: 1_004_200,
    });
  });

  it.each<[string, ServiceErrorFacts]>([
    ["that the service no longer has", { kind: "notFound", message: "x", status: 404 }],
    ["that may have been billed", { kind: "connectionLost", message: "x", maybeAccepted: true }],
  ])("describes an answer %s as an answer, not as a task", (_, facts) => {
    expect(describeFacts(facts).message).not.toMatch(/task|30 days/);
  });
});
