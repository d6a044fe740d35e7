/** Names of images that answers generated. */
import { expect, test } from "vitest";
import { nameImage } from "../../../../../src/editor/chat/media/nameImage.ts";
import { answer, conversation, prompt } from "../../../chat/turns.ts";

const file = `${"0".repeat(24)}8e02cb30.png`;
const drawn = answer("a", "p", { parts: [{ kind: "image", key: "i", state: "ready", file }] });

test("an image is named after its prompt and its bytes", () => {
  const it = conversation([prompt("p", null, { text: "Draw a lighthouse/at *dusk*" }), drawn]);
  expect(nameImage(it, file)).toEqual({
    prompt: "Draw a lighthouse/at *dusk*",
    fileName: "draw-a-lighthouse-at-dusk-8e02cb30.png",
    model: drawn.model,
  });
});

test("an image whose prompt was deleted has a name too", () => {
  expect(nameImage(conversation([]), file)).toEqual({ prompt: "", fileName: "image-8e02cb30.png", model: undefined });
});
