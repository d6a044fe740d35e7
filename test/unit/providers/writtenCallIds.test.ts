/** The ids of calls in a dialogue that is written to a provider. */
import { expect, test } from "vitest";
import { writtenCallIds } from "../../../src/providers/writtenCallIds.ts";

const suffix = "0123456789abcdef0123456789abcdef";
const call = (callId: string, providerId?: string) => ({ type: "function_call" as const, callId, providerId, name: "f", arguments: "{}" });

test("an id that a provider repeats is used once, and each call has another id", () => {
  const ids = writtenCallIds([call(`call_${suffix}_0`, "call_0"), call(`call_${suffix}_1`, "call_0"), call(`call_${suffix}_2`)]);
  expect(ids.get(`call_${suffix}_0`)).toBe("call_0");
  expect(new Set(ids.values()).size).toBe(3);
  expect([...ids.values()].slice(1)).toEqual([expect.stringMatching(/^[a-z0-9]{9}$/), expect.stringMatching(/^[a-z0-9]{9}$/)]);
});

test("the id of another service's call is left as it is", () => {
  expect(writtenCallIds([call("call_abc")]).get("call_abc")).toBe("call_abc");
});
