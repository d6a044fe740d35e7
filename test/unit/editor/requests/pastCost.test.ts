/** The costs of earlier requests like those that are about to be sent. */
import { expect, test } from "vitest";
import { findPastCost } from "../../../../src/editor/requests/pastCost.ts";

const paid = [
  { model: "painter", choices: { size: "1k" }, cost: 1 },
  { model: "painter", choices: { size: "1k" }, cost: 3 },
  { model: "painter", choices: { size: "4k" }, cost: 14 },
];

test("requests with the same options determine the cost, by their mean", () => {
  expect(findPastCost([{ model: "painter", choices: { size: "1k" } }], paid)).toEqual({ total: [{ amount: 2 }], requests: 2, unknown: 0 });
  const both = [{ size: "1k" }, { size: "4k" }].map((choices) => ({ model: "painter", choices }));
  expect(findPastCost(both, paid)).toEqual({ total: [{ amount: 16 }], requests: 3, unknown: 0 });
});

test("if there are none, requests of the same model are used", () => {
  expect(findPastCost([{ model: "painter", choices: { size: "2k" } }], paid)).toEqual({ total: [{ amount: 6 }], requests: 3, unknown: 0 });
});

test("an option that is not set is the same as an empty one", () => {
  expect(findPastCost([{ model: "painter", choices: { size: "1k", quality: "" } }], paid).total).toEqual([{ amount: 2 }]);
});

test("requests of unknown cost are counted", () => {
  const planned = ["painter", "other"].map((model) => ({ model, choices: { size: "1k" } }));
  expect(findPastCost(planned, paid)).toEqual({ total: [{ amount: 2 }], requests: 2, unknown: 1 });
  expect(findPastCost(planned.slice(1), paid)).toEqual({ total: undefined, requests: 0, unknown: 1 });
});

test("costs in different units have sums of their own", () => {
  const both = [...paid, { model: "demo-image", choices: {}, cost: 70, unit: "demo credits" }];
  const planned = ["painter", "demo-image"].map((model) => ({ model, choices: { size: "1k" } }));
  expect(findPastCost(planned, both).total).toEqual([{ amount: 2 }, { amount: 70, unit: "demo credits" }]);
});
