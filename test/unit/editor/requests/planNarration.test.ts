/** The voices of a dialogue in the editor, and how many requests it needs. */
import { expect, test } from "vitest";
import type { ModelCapabilities } from "../../../../src/contract/models.ts";
import type { TaskRequest } from "../../../../src/contract/wireRequest.ts";
import { countTurns, planNarration } from "../../../../src/editor/requests/planNarration.ts";

const request: TaskRequest = {
  interface: "v1",
  kind: "audio",
  body: { model: "m", input: "Anna: Hello there.\nBen: Hi!", voice: "one", format: "mp3" },
};

/** `known`: the voices of speakers; `worked` and `refused`: voices. */
function source(
  capabilities: ModelCapabilities | undefined,
  { known = {}, worked = [], refused = [] }: Partial<Record<"worked" | "refused", string[]>> & { known?: Record<string, string> } = {},
) {
  const model = { id: "m", object: "model" as const, created: 0, owned_by: "x", ...(capabilities && { capabilities }) };
  return {
    state: { refusedValues: () => refused, workedValues: () => worked, speakers: () => known },
    models: { find: () => model },
  };
}

test("the voices of a dialogue are those that the model announces, or that have worked, without those that were refused", () => {
  const voices = ["one", "two", "three"];
  expect(planNarration(source({ voice: voices }), request)?.voices).toEqual({ Anna: "one", Ben: "two" });
  expect(planNarration(source({ voice: voices }, { refused: ["two"] }), request)?.voices).toEqual({ Anna: "one", Ben: "three" });
  expect(planNarration(source(undefined, { worked: ["five", "one"] }), request)?.voices).toEqual({ Anna: "one", Ben: "five" });
  expect(planNarration(source(undefined), request)).toBeUndefined();
});

test("a speaker keeps the voice of an earlier dialogue", () => {
  expect(planNarration(source({ voice: ["one", "two"] }, { known: { Anna: "two" } }), request)?.voices).toEqual({
    Anna: "two",
    Ben: "one",
  });
});

test("each turn counts as a request", () => {
  expect(countTurns(source({ voice: ["one", "two"] }), request)).toBe(2);
  expect(countTurns(source({ voice: ["one"] }), request)).toBe(1);
});
