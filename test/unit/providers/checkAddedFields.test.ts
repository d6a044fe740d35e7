/** Added fields are only accepted as the model announces them. */
import { expect, test } from "vitest";
import { checkRequest } from "../../../src/providers/checkRequest.ts";
import { imageRequest, videoRequest } from "./requests.ts";

const png = { mediaType: "image/png", name: undefined, bytes: new Uint8Array(), part: "image" as const };
const capabilities = {
  n: { minimum: 1, maximum: 4 },
  seed: { minimum: 0, maximum: 99 },
  negative_prompt: true,
  strength: { minimum: 0, maximum: 1 },
  mask: true,
  background: ["auto", "opaque"],
} as const;
const model = { id: "m", capabilities: { ...capabilities, background: [...capabilities.background] } };

test.each([
  [{ n: 4 }, true, undefined],
  [{ n: 5 }, true, "n"],
  [{ n: 0 }, true, "n"],
  [{ seed: 0 }, true, undefined],
  [{ seed: -1 }, true, "seed"],
  [{ seed: 100 }, true, "seed"],
  [{ negative_prompt: "rain" }, true, undefined],
  [{ background: "Opaque" }, true, undefined],
  [{ background: "transparent" }, true, "background"],
  [{ steps: 4 }, true, "steps"],
  [{ output_format: "png" }, true, "output_format"],
  [{ mask: png, strength: 0.5 }, true, undefined],
  [{ mask: png }, false, "mask"],
  [{ strength: 0.5 }, false, "strength"],
  [{ mask: { ...png, mediaType: "application/pdf" } }, true, "mask"],
])("%j, with a reference image: %j", (added, isChange, param) => {
  const request = imageRequest({ size: undefined, quality: undefined, aspectRatio: undefined, added, references: isChange ? [png] : [] });
  expect(checkRequest(request, model)?.param).toBe(param);
});

test("a field that no model of the kind has, or that is not announced, is refused", () => {
  const video = (added: object) => checkRequest(videoRequest({ added }), model)?.param;
  expect(video({ seed: 5 })).toBeUndefined();
  expect(video({ n: 2 })).toBe("n");
  expect(checkRequest(imageRequest({ added: { seed: 5 } }), { id: "m", capabilities: {} })?.param).toBe("seed");
});

test("one image is what every model makes", () => {
  expect(checkRequest(imageRequest({ added: { n: 1 } }), { id: "m", capabilities: {} })).toBeUndefined();
});
