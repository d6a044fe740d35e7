/** The answer of `@studio` about models. */
import { expect, test } from "vitest";
import type { Kind } from "../../../../../src/contract/kind.ts";
import type { Model } from "../../../../../src/contract/models.ts";
import { writeModels } from "../../../../../src/editor/ai/participant/writeModels.ts";

const models: readonly Model[] = [
  { id: "painter", owned_by: "atelier", capabilities: { size: ["512x512", "1024x1024"] } },
  { id: "tale*teller", owned_by: "inkwell", capabilities: undefined },
];
const ability = (model: string, kind: Kind) => {
  if (kind !== (model === "painter" ? "image" : "text")) return { can: "no", because: "" } as const;
  return { can: model === "painter" ? "yes" : "perhaps", because: "" } as const;
};
const write = (searched: string) => writeModels(models, ability, searched);

test("each model has a row with its kinds and the service's data; a guess is marked", () => {
  expect(write("")).toContain("| painter | atelier | image | Size: 512×512, 1024×1024 |\n| tale\\*teller | inkwell | text? |  |");
});

test("words find models by any text in their rows", () => {
  expect(write("Image 1024X1024")).toContain("painter");
  expect(write("Image 1024X1024")).not.toContain("teller");
  expect(write("inkwell")).not.toContain("painter");
  expect(write("video")).toBe("The service lists no such model.");
});

test("a long list is truncated with a note", () => {
  const many = Array.from({ length: 203 }, (_, index): Model => ({ id: `m${index}`, capabilities: undefined }));
  const text = writeModels(many, ability, "");
  expect(text).toContain("| m199 |");
  expect(text).not.toContain("| m200 |");
  expect(text).toContain("3 more.");
});
