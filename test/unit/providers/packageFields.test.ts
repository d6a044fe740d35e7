/** Which added fields the models of AI SDK packages are announced with. `sdkPackages.test.ts` compares them with what the packages send. */
import { expect, test } from "vitest";
import { packageFields } from "../../../src/providers/announcedFields.ts";
import { packageModels } from "../../providers/packageModels.ts";

test.each(packageModels)("%s: %s by %s takes %j", (name, kind, model, fields) => {
  expect(Object.keys(packageFields(name, [kind], model)).sort()).toEqual([...fields].sort());
});
