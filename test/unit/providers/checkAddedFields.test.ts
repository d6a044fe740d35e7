/** Added fields are only accepted as the model announces them. */
import { encode as encodeJpeg } from "jpeg-js";
import { expect, test } from "vitest";
import { encodePng } from "../../../src/media/images/encodePng.ts";
import { checkRequest } from "../../../src/providers/checkRequest.ts";
import { withOrientation } from "../media/images/withOrientation.ts";
import { imageRequest, videoRequest } from "./requests.ts";

const png = {
  mediaType: "image/png",
  name: undefined,
  bytes: encodePng({ width: 1, height: 1, channels: 3, data: new Uint8Array(3) }),
  part: "image" as const,
};
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
  [{ mask: { ...png, bytes: Buffer.from("no image") } }, true, "mask"],
])("%j, with a reference image: %j", (added, isChange, param) => {
  const request = imageRequest({ size: undefined, quality: undefined, aspectRatio: undefined, added, references: isChange ? [png] : [] });
  expect(checkRequest(request, model)?.param).toBe(param);
});

const sized = (width: number, height: number) => ({
  ...png,
  bytes: encodePng({ width, height, channels: 3, data: new Uint8Array(width * height * 3) }),
});
/** A JPEG header of 4 × 2 pixels that are displayed turned by a quarter. Source: Exif 2.3, tag 0x112. */
const turned = {
  ...png,
  mediaType: "image/jpeg",
  bytes: withOrientation(encodeJpeg({ width: 4, height: 2, data: new Uint8Array(32) }).data, 6),
};

test.each([
  [sized(4, 2), sized(4, 2), undefined],
  [sized(4, 2), sized(2, 4), "mask"],
  [sized(4, 2), sized(8, 4), "mask"],
  [turned, sized(2, 4), undefined],
  [turned, sized(4, 2), undefined],
  [turned, sized(4, 4), "mask"],
  [sized(2, 4), turned, undefined],
  [sized(4, 2), turned, "mask"],
])("a mask has the size of the first reference image", (reference, mask, param) => {
  const request = imageRequest({
    size: undefined,
    quality: undefined,
    aspectRatio: undefined,
    added: { mask },
    references: [reference, sized(1, 1)],
  });
  expect(checkRequest(request, { ...model, capabilities: { ...model.capabilities, image: 2 } })?.param).toBe(param);
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
