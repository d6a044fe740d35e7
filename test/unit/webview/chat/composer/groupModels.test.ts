/** The entries of the model picker for a query, in order. */
import { expect, test } from "vitest";
import type { PanelModel } from "../../../../../src/chat/messages/chatPush.ts";
import { groupModels } from "../../../../../src/webview/chat/composer/groupModels.ts";

const model = (id: string, provider: string, more: Partial<PanelModel> = {}): PanelModel => ({
  id,
  provider,
  favourite: false,
  fitness: "yes",
  ...more,
});
const models = [
  model("zeta-1", "zeta", { facts: ["vision", "128K context"] }),
  model("local", ""),
  model("alpha-mini", "Alpha"),
  model("alpha-large", "Alpha", { fitness: "perhaps" }),
  model("zeta-paint", "zeta", { fitness: "no" }),
  model("zeta-voice", "zeta", { fitness: "no", favourite: true }),
  model("نموذج-عربي", "Beta"),
];
const listed = (query: string) =>
  groupModels(models, query).map(({ provider, models: members }) => [provider, members.map(({ id }) => id)]);

test("favourites come first, then providers by name, and models of no named provider last", () => {
  expect(listed("")).toEqual([
    [undefined, ["zeta-voice"]],
    ["Alpha", ["alpha-mini", "alpha-large"]],
    ["Beta", ["نموذج-عربي"]],
    ["zeta", ["zeta-1"]],
    ["", ["local"]],
  ]);
});

test("a model that generates no text is found only by a search", () => {
  expect(listed("paint")).toEqual([["zeta", ["zeta-paint"]]]);
});

test("a model is found by what it can do", () => {
  expect(listed("vision 128k")).toEqual([["zeta", ["zeta-1"]]]);
});

test("every word has to match, in any order and case, in the name or the provider", () => {
  expect(listed("  MINI\talpha ")).toEqual([["Alpha", ["alpha-mini"]]]);
  expect(listed("mini zeta")).toEqual([]);
  expect(listed("عربي")).toEqual([["Beta", ["نموذج-عربي"]]]);
});

test("typed text is never a pattern", () => {
  for (const query of [".*", "[", "\\", "(", "alpha-?mini"]) expect(listed(query)).toEqual([]);
});

test("white space is an empty query, and no models produce no groups", () => {
  expect(listed(" \t\n")).toEqual(listed(""));
  expect(groupModels([], "")).toEqual([]);
});

test("recent models of a long list come between the favourites and the providers", () => {
  const models = [
    model("new", "maker"),
    model("used", "maker", { recent: true }),
    model("liked", "maker", { favourite: true, recent: true }),
  ];
  const groups = groupModels(models, "").map((group) => [group.isRecent ?? false, group.models.map(({ id }) => id)]);
  expect(groups).toEqual([
    [false, ["liked"]],
    [true, ["used"]],
    [false, ["new"]],
  ]);
});
