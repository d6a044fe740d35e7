/** The option steps offer the values that a model accepts, as far as the service or earlier tasks show. */
import { describe, expect, it } from "vitest";
import type { MediaKind } from "../../../../src/contract/kind.ts";
import type { ModelCapabilities } from "../../../../src/contract/models.ts";
import {
  findKnownValues,
  isKnownRefused,
  offeredValues,
  type ValueSource,
  valueToSend,
} from "../../../../src/editor/requests/offeredValues.ts";
import { type OptionField, optionFields, textOptionFields } from "../../../../src/editor/requests/optionFields.ts";

interface Knowledge {
  capabilities?: ModelCapabilities;
  refused?: string[];
  worked?: string[];
}

const source = ({ capabilities, refused = [], worked = [] }: Knowledge): ValueSource => ({
  state: { refusedValues: () => refused, workedValues: () => worked },
  models: { find: (id) => ({ id, capabilities }) },
});

function fieldOf(kind: MediaKind | "text", name: string): OptionField {
  const field = (kind === "text" ? textOptionFields("v1") : optionFields(kind)).find((one) => one.name === name);
  if (field === undefined) throw new Error(`${kind} has no field ${name}`);
  return field;
}

function offered(kind: MediaKind | "text", name: string, knowledge: Knowledge, last?: string): string[] {
  return offeredValues(fieldOf(kind, name), findKnownValues(source(knowledge), "m", name), last);
}

function sent(name: string, knowledge: Knowledge): string | undefined {
  return valueToSend(fieldOf("audio", name), findKnownValues(source(knowledge), "m", name));
}

describe("voices", () => {
  it("are those that the service lists", () => {
    const capabilities = { voice: ["alto", "bass"] };
    expect(offered("audio", "voice", { capabilities, worked: ["tenor"] })).toEqual(["alto", "bass"]);
  });

  it("that were accepted are offered before the usual ones, if the service lists none", () => {
    const unknown = offered("audio", "voice", { worked: ["tenor", "nova"] });
    expect(unknown.slice(0, 2)).toEqual(["tenor", "nova"]);
    expect(unknown.filter((voice) => voice === "nova")).toHaveLength(1);
    expect(offered("audio", "voice", { capabilities: { voice: [] }, worked: ["tenor"] })[0]).toBe("tenor");
  });

  it("are never an empty list initially", () => {
    for (const capabilities of [undefined, {}, { voice: [] }]) {
      const knowledge = capabilities === undefined ? {} : { capabilities };
      expect(offered("audio", "voice", knowledge)).not.toEqual([]);
      expect(offered("audio", "format", knowledge)).toContain("mp3");
    }
  });
});

describe("a value that the model has refused", () => {
  it("is not offered, whatever its source", () => {
    const capabilities = { size: ["1k", "2k"] };
    expect(offered("image", "size", { capabilities, refused: ["1k"] })).toEqual(["2k"]);
    expect(offered("image", "size", { refused: ["512", "1k", "3k"], worked: ["3k", "4k"] }, "3k")).toEqual([
      "4k",
      "2k",
      "1024x1024",
      "1536x1024",
    ]);
  });

  it("is not offered even if another model accepted it last", () => {
    const capabilities = { size: ["1k", "2k"], side: { minimum: 16, maximum: 512 } };
    expect(offered("image", "size", { capabilities }, "4k")).toEqual(["1k", "2k"]);
    expect(offered("image", "size", { capabilities }, "300x200")).toEqual(["300x200", "1k", "2k"]);
  });

  it("is not offered as an example: a speed out of range, an effort or a search that the model does not support", () => {
    expect(offered("audio", "speed", { capabilities: { speed: { minimum: 0.5, maximum: 1.5 } } })).toEqual(["1.0", "1.5"]);
    expect(offered("text", "effort", { capabilities: { effort: [] } })).toEqual([]);
    expect(offered("text", "effort", { capabilities: { effort: ["low"] } })).toEqual(["low"]);
    expect(offered("text", "web_search", { capabilities: { tools: ["function"] } })).toEqual([]);
    expect(offered("text", "web_search", { capabilities: { tools: ["web_search"] } })).toEqual(["on"]);
    expect(offered("text", "web_search", {})).toEqual(["on"]);
  });

  it("differs from an unknown value", () => {
    const known = findKnownValues(source({ capabilities: { quality: ["low"] }, refused: ["low"] }), "m", "quality");
    expect([isKnownRefused("low", known), isKnownRefused("high", known)]).toEqual([true, true]);
    expect(isKnownRefused("high", findKnownValues(source({}), "m", "quality"))).toBe(false);
  });
});

describe("a required value that was not chosen", () => {
  it("is the service's default, or the usual format, but never a refused one", () => {
    const capabilities = { voice: ["alto", "bass"], format: ["opus", "wav"] };
    expect([sent("voice", { capabilities }), sent("format", { capabilities })]).toEqual(["alto", "opus"]);
    expect([sent("voice", { capabilities, refused: ["alto"] }), sent("format", { capabilities, refused: ["opus"] })]).toEqual([
      "bass",
      "wav",
    ]);
    expect([sent("voice", {}), sent("format", {})]).toEqual([undefined, "mp3"]);
    expect(sent("format", { refused: ["mp3"] })).toBeUndefined();
  });
});
