/** What the image editor sends to a model, for each action and each announcement. */
import { expect, test } from "vitest";
import type { Capabilities } from "../../../src/contract/models.ts";
import { announcedFields } from "../../../src/imageEditor/announcedFields.ts";
import { purposes } from "../../../src/imageEditor/imageEditorProtocol.ts";

const everything: Capabilities = {
  mask: true,
  strength: { minimum: 0, maximum: 1 },
  upscale: ["2", "4"],
  background: ["auto", "transparent"],
  output_format: ["png", "jpeg"],
};
/** As if the page sent all that it can. */
const edit = { mask: new Uint8Array(1), strength: 0.5, upscale: "4" };

test.each([
  ["edit", { choices: {}, sendsMask: true }],
  ["variations", { choices: { strength: "0.5" }, sendsMask: false }],
  ["upscale", { choices: { upscale: "4" }, sendsMask: false }],
  ["removeBackground", { choices: { background: "transparent", output_format: "png" }, sendsMask: false }],
] as const)("%s sends its own fields to a model that announces all", (purpose, expected) => {
  expect(announcedFields(everything, { ...edit, purpose })).toEqual(expected);
});

const nothing = { choices: {}, sendsMask: false };
test.each([
  ["edit", nothing],
  ["variations", nothing],
  ["upscale", undefined],
  ["removeBackground", undefined],
] as const)("%s sends no field to a model that announces none", (purpose, expected) => {
  for (const capabilities of [undefined, {}]) expect(announcedFields(capabilities, { ...edit, purpose })).toEqual(expected);
});

test.each<[string, Capabilities, Parameters<typeof announcedFields>[1], ReturnType<typeof announcedFields>]>([
  ["a strength outside of the limits", { strength: { minimum: 0, maximum: 0.4 } }, { purpose: "variations", strength: 0.5 }, nothing],
  ["a factor that is not listed", { upscale: ["2"] }, { purpose: "upscale", upscale: "4" }, undefined],
  ["no factor", { upscale: ["2"] }, { purpose: "upscale" }, undefined],
  ["no painted mask", { mask: true }, { purpose: "edit" }, nothing],
  ["opaque backgrounds only", { background: ["auto", "opaque"] }, { purpose: "removeBackground" }, undefined],
  [
    "a transparent background without a choice of formats",
    { background: ["transparent"] },
    { purpose: "removeBackground" },
    { choices: { background: "transparent" }, sendsMask: false },
  ],
])("with %s", (_, capabilities, asked, expected) => {
  expect(announcedFields(capabilities, asked)).toEqual(expected);
});

test("each action sends only what is announced, whichever field is missing", () => {
  for (const missing of Object.keys(everything)) {
    const capabilities = Object.fromEntries(Object.entries(everything).filter(([name]) => name !== missing));
    for (const purpose of purposes) {
      const sent = announcedFields(capabilities, { ...edit, purpose });
      expect(Object.keys(sent?.choices ?? {}), `${purpose} without ${missing}`).not.toContain(missing);
      if (missing === "mask") expect(sent?.sendsMask ?? false).toBe(false);
    }
  }
});
