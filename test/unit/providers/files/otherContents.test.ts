/** Files under names that only one service has. Sources: the references of the services that are named. */
import { expect, test } from "vitest";
import { otherContents } from "../../../../src/providers/files/otherContents.ts";
import { listContents } from "../../../../src/providers/files/readContent.ts";

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==";
const mp3 = Buffer.concat([Buffer.from("494433040000000000", "hex"), Buffer.alloc(60, 7)]).toString("base64");
const link = "https://cdn.example/made/1";
const named = "5a4ddcfd-0d1b-4c8f-9e1a-1f5fb4f6b9a1";
const find = (body: unknown, kind: "image" | "audio") => {
  const listed = listContents(body);
  return listed.length > 0 ? listed : otherContents(body, kind, (text) => text === named);
};

test.each<[service: string, body: unknown, contents: string[]]>([
  ["Runware", { data: [{ taskType: "imageInference", imageUUID: "u", imageBase64Data: png }] }, [png]],
  [
    "Runware, as a data URI",
    { data: [{ imageUUID: "u", imageDataURI: `data:image/png;base64,${png}` }] },
    [`data:image/png;base64,${png}`],
  ],
  ["Novita", { image_file: png, image_type: "png" }, [png]],
  ["DashScope", { output: { results: [{ b64_image: png }] }, request_id: "r" }, [png]],
  ["Tencent", { Response: { ResultImage: png, Seed: 1, RequestId: "r" } }, [png]],
  [
    "Tencent, as links",
    { Response: { JobStatusCode: "5", ResultImage: [link, `${link}1`], ResultDetails: ["Success", "Success"], RevisedPrompt: ["A fox"] } },
    [link, `${link}1`],
  ],
  [
    "Kling",
    { code: 0, message: "SUCCEED", data: { task_id: "t", task_status: "succeed", task_result: { images: [{ index: 0, url: link }] } } },
    [link],
  ],
  ["Vidu", { task_id: "t", state: "success", creations: [{ id: "c", url: link, cover_url: "https://cdn.example/c" }] }, [link]],
  ["Bria", { result: [{ urls: [link], seed: 1, uuid: "u" }] }, [link]],
  ["Krea", { job_id: "k", status: "completed", result: { urls: [link] } }, [link]],
  [
    "GMI Cloud",
    {
      status: "success",
      payload: { image: "https://cdn.example/before.png" },
      outcome: { media_urls: [{ id: "0", url: link }], thumbnail_image_url: "https://cdn.example/t.png" },
    },
    [link],
  ],
  [
    "Leonardo",
    { generations_by_pk: { status: "COMPLETE", prompt: "A fox", generated_images: [{ id: "g", url: link, nsfw: false }] } },
    [link],
  ],
  [
    "PiAPI, from Kling with a mark and without",
    {
      data: {
        status: "completed",
        output: { works: [{ image: { resource: "https://cdn.example/marked", resource_without_watermark: link, height: 1, width: 1 } }] },
      },
    },
    [link],
  ],
  ["a file that was taken out of the answer", { made: { b64: 1, output: named } }, [named]],
])("an image of %s", (_, body, contents) => {
  expect(find(body, "image")).toEqual(contents);
});

test.each<[service: string, body: unknown, contents: string[]]>([
  ["fal", { audio_file: { url: link, content_type: "audio/wav" } }, [link]],
  ["Tencent", { Response: { Audio: mp3, SessionId: "s", RequestId: "r" } }, [mp3]],
  [
    "Suno",
    {
      code: 200,
      msg: "success",
      data: {
        taskId: "t",
        status: "SUCCESS",
        response: {
          sunoData: [
            { id: "s", streamAudioUrl: "https://cdn.example/s", audioUrl: link, imageUrl: "https://cdn.example/c.jpg", title: "A" },
          ],
        },
      },
    },
    [link],
  ],
  [
    "Suno, through New API",
    {
      code: "success",
      data: {
        task_id: "t",
        status: "SUCCESS",
        data: [{ id: "c", audio_url: link, image_url: "https://cdn.example/c.png", video_url: "", prompt: "[Verse]", state: "succeeded" }],
      },
    },
    [link],
  ],
  [
    "Suno, through Kie",
    {
      code: 200,
      data: {
        task_id: "t",
        data: [
          {
            id: "s",
            audio_url: link,
            source_audio_url: "https://cdn.example/s.mp3",
            stream_audio_url: "https://cdn.example/s",
            image_url: "https://cdn.example/c.png",
            source_image_url: "https://cdn.example/d.png",
          },
        ],
      },
    },
    [link],
  ],
  ["a list of songs with covers", { data: [{ audioUrl: link, imageUrl: "https://cdn.example/c.png", title: "A" }] }, [link]],
  ["Typecast", { result: { status: "done", speak_v2_url: "https://api.example/s", audio_download_url: link } }, [link]],
  ["Beatoven", { status: "composed", meta: { track_url: link, stems_url: { bass: "https://cdn.example/b.wav" } } }, [link]],
  ["CAMB", { output_url: link, status: "SUCCESS" }, [link]],
])("a sound of %s", (_, body, contents) => {
  expect(find(body, "audio")).toEqual(contents);
});

test.each<[what: string, body: unknown]>([
  ["a task in a queue", { status: "IN_QUEUE", request_id: "f", response_url: link, status_url: link, cancel_url: link }],
  ["a task that is done later", { data: { task_id: "k", task_status: "processing", result_url: link } }],
  ["an error with a link to a picture", { error: { message: "The picture is too large", image_url: link } }],
  ["a link to a page", { code: 0, notice: "Your trial ends soon", link, dashboard: "https://x.example/billing" }],
  ["the picture that was sent", { id: "x", input: { image: `${link}.png` }, reference_image_url: `${link}.png` }],
  ["words", { output: { answer: "I cannot draw this.", result: "refused" } }],
])("none in %s", (_, body) => {
  expect(otherContents(body, "image", () => false)).toEqual([]);
});
