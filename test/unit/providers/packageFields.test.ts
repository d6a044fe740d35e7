/** Which added fields the models of AI SDK packages are announced with. `sdkPackages.test.ts` compares them with what the packages send. */
import { expect, test } from "vitest";
import { addedNames } from "../../../src/contract/addedFields.ts";
import { packageFields } from "../../../src/providers/announcedFields.ts";
import { packageModels } from "../../providers/packageModels.ts";

test.each(packageModels)("%s: %s by %s takes %j", (name, kind, model, fields) => {
  const announced = packageFields(name, [kind], model);
  expect(addedNames.filter((field) => announced[field] !== undefined).sort()).toEqual([...fields].sort());
});

test("Black Forest Labs' durations, other than which its package does not ask for, are announced", () => {
  const { duration = [] } = packageFields("@ai-sdk/black-forest-labs", ["video"], "flux-3-video");
  expect([duration[0], duration.at(-1), duration.length]).toEqual([5, 20, 16]);
});
