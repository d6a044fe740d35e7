/** The order of models in pickers. */
import { expect, test } from "vitest";
import type { Kind } from "../../../../src/contract/kind.ts";
import type { Model } from "../../../../src/contract/models.ts";
import { rankByUse, type SortSource, sortModels } from "../../../../src/editor/service/sortModels.ts";

interface Known {
  favourites?: string[];
  recent?: Partial<Record<Kind, string[]>>;
  hidden?: string[];
  /** Default: yes. */
  abilities?: Record<string, "yes" | "perhaps" | "no">;
}

const sourceOf = ({ favourites = [], recent = {}, hidden = [], abilities = {} }: Known): SortSource => ({
  state: { favourites: () => favourites, recentModels: (kind) => recent[kind] ?? [], hiddenModels: () => hidden },
  models: { ability: (id) => ({ can: abilities[id] ?? "yes", because: "" }) },
});

/** 500 models, the newest last. */
const many: readonly Model[] = Array.from({ length: 500 }, (_, index) => ({ id: `m${index}`, created: index, capabilities: undefined }));
const sorted = (known: Known, all = false) => sortModels(sourceOf(known), many, "image", all).map(({ id }) => id);

test("favourites are first, then the last used, then the newest", () => {
  const known = { favourites: ["m7", "m3"], recent: { image: ["m2", "m3", "m90", "m1"], text: ["m50"] } };
  expect(sorted(known).slice(0, 7)).toEqual(["m7", "m3", "m2", "m90", "m1", "m499", "m498"]);
});

test("a model of uncertain ability comes after certain ones, unless it was used", () => {
  const abilities = { m499: "perhaps", m498: "perhaps" } as const;
  expect(sorted({ abilities, recent: { image: ["m498"] } }).slice(0, 2)).toEqual(["m498", "m497"]);
  expect(sorted({ abilities }).slice(-2)).toEqual(["m499", "m498"]);
});

test("models that are hidden or cannot generate this kind are last, and listed only on request", () => {
  const known: Known = { favourites: ["m5"], hidden: ["m6"], abilities: { m5: "no", m7: "no" } };
  expect(sorted(known)).toHaveLength(497);
  expect(sorted(known, true)).toHaveLength(500);
  expect(sorted(known, true).slice(-2)).toEqual(["m5", "m7"]);
});

test("what only enlarges images is not offered to whoever wants an image", () => {
  const upscaler: Model = { id: "upscaler", created: 501, capabilities: { kinds: ["image"], size: [], image: 1, upscale: ["2"] } };
  const engine: Model = { id: "engine", created: 500, capabilities: { kinds: ["image"], image: 1, upscale: ["2"] } };
  const order = (all: boolean) => sortModels(sourceOf({ favourites: ["upscaler"] }), [upscaler, engine, ...many], "image", all);
  expect(order(false).map(({ id }) => id)).not.toContain("upscaler");
  expect(order(false)[0]?.id).toBe("engine");
  expect(order(true).at(-1)?.id).toBe("upscaler");
});

test("without a kind, use for any kind counts", () => {
  const { state } = sourceOf({ favourites: ["b"], recent: { text: ["a", "b"], video: ["c"] } });
  const rank = rankByUse(state);
  expect(["c", "other", "a", "b"].toSorted((one, other) => rank(one) - rank(other))).toEqual(["b", "a", "c", "other"]);
});
