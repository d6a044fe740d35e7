/** Files that a document names are read before they are sent. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { encode as encodeJpeg } from "jpeg-js";
import { expect, onTestFinished, test } from "vitest";
import { encodePng } from "../../../../src/media/images/encodePng.ts";
import { checkText } from "../../../../src/prompt/files/checkText.ts";
import { withOrientation } from "../../media/images/withOrientation.ts";

test("a mask of another size than its image is reported, also of an image that is displayed turned", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "check-text-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const png = (width: number, height: number) => encodePng({ width, height, channels: 3, data: new Uint8Array(width * height * 3) });
  const jpeg = encodeJpeg({ width: 4, height: 2, data: new Uint8Array(32) }).data;
  await writeFile(path.join(folder, "turned.jpg"), withOrientation(jpeg, 6));
  await writeFile(path.join(folder, "wide.png"), png(4, 2));
  await writeFile(path.join(folder, "high.png"), png(2, 4));
  const messages = async (image: string, mask: string) => {
    const text = `---\nkind: image\nmodel: paint\nimage: [${image}]\nmask: ${mask}\n---\nA kite\n`;
    return (await checkText(path.join(folder, "a.prompt.md"), text)).map(({ message }) => message);
  };
  expect(await messages("turned.jpg", "high.png")).toEqual([]);
  expect(await messages("wide.png", "wide.png")).toEqual([]);
  expect(await messages("wide.png", "high.png")).toEqual([
    "The mask has 2 × 4 pixels; it must have those of the first reference image, 4 × 2.",
  ]);
});
