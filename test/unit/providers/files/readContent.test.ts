/** Images that come with words about them. Sources: OpenRouter, "Image generation"; Google, "Image generation"; OpenAI, `image_generation_call`. */
import { expect, test } from "vitest";
import { listContents } from "../../../../src/providers/files/readContent.ts";

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==";
const uri = `data:image/png;base64,${png}`;
const link = "https://cdn.example/made/1.png";
const image = (url: string) => ({ type: "image_url", image_url: { url } });
const message = (content: unknown, images?: object[]) => ({ choices: [{ message: { role: "assistant", content, images } }] });

test.each<[form: string, body: unknown, contents: string[]]>([
  ["beside the images of a chat completion", message("A heron, as you asked.", [image(uri)]), [uri]],
  ["beside several images", message("Two.", [image(uri), image(link)]), [uri, link]],
  ["before an image among the parts", message([{ type: "text", text: "A heron:" }, image(link)]), [link]],
  [
    "before an image of Gemini",
    { candidates: [{ content: { parts: [{ text: "A heron." }, { inlineData: { mimeType: "image/png", data: png } }] } }] },
    [png],
  ],
  [
    "before a drawing of a Response",
    {
      output: [
        { type: "message", content: [{ type: "output_text", text: "Done." }] },
        { type: "image_generation_call", result: png },
      ],
    },
    [png],
  ],
  ["in Markdown", message(`Here it is: ![a heron](${link})`), [link]],
  ["as the content itself", message(png), [png]],
  ["without an image", message("I cannot draw that."), ["I cannot draw that."]],
])("words %s", (_, body, contents) => {
  expect(listContents(body)).toEqual(contents);
});
