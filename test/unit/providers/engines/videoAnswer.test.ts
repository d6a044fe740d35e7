/** What services answer about videos, as their documentation and their gateways show. */
import { expect, test } from "vitest";
import { stateOfJob } from "../../../../src/providers/engines/jobStatus.ts";
import { stateIn, videoErrorIn, videoIdIn, videosIn } from "../../../../src/providers/engines/videoAnswer.ts";

const url = "https://cdn.example/v.mp4";
const marked = "https://cdn.example/marked.mp4";

test.each<[string, object, string]>([
  ["Azure's jobs", { object: "video.generation.job", id: "task_1", status: "queued", generations: [] }, "task_1"],
  ["Leonardo", { motionVideoGenerationJob: { generationId: "g1", apiCreditCost: 25 } }, "g1"],
  ["Veo", { name: "models/veo-3/operations/o1" }, "models/veo-3/operations/o1"],
  ["Runware", { data: [{ taskType: "videoInference", taskUUID: "u1" }] }, "u1"],
  ["SiliconFlow", { requestId: "s1" }, "s1"],
  ["WaveSpeed", { code: 200, message: "success", data: { id: "w1", status: "created", outputs: [], error: "" } }, "w1"],
  ["Higgsfield", { request_id: "h1", status: "queued", status_url: "https://x.example/status" }, "h1"],
  ["Segmind", { requestId: "s1", status: "QUEUED", poll_url: "https://x.example/poll" }, "s1"],
  ["Pika", { video_id: "p1" }, "p1"],
  ["Krea", { job_id: "k1", status: "backlogged" }, "k1"],
  ["Captions", { operationId: "o1" }, "o1"],
])("the id of %s", (_, body, id) => {
  expect(videoIdIn(body)).toBe(id);
});

test.each<[string, object]>([
  ["Azure's jobs", { id: "t", status: "preprocessing" }],
  ["Leonardo", { generations_by_pk: { id: "g1", status: "PENDING", generated_images: [] } }],
  ["Veo", { name: "operations/o1", done: false, metadata: {} }],
  ["Luma", { id: "l", state: "dreaming" }],
  ["PiAPI", { data: { task_id: "p", status: "Staged" } }],
  ["Krea in its queue", { job_id: "k", status: "backlogged", result: null }],
  ["Krea", { job_id: "k", status: "sampling" }],
  ["Shotstack", { success: true, message: "OK", response: { id: "s", status: "rendering" } }],
  ["Hailuo", { task_id: "h", status: "Preparing", base_resp: { status_code: 0, status_msg: "success" } }],
  ["SiliconFlow in its queue", { status: "InQueue", position: 1 }],
  ["SiliconFlow", { status: "InProgress" }],
  ["Kie", { code: 200, data: { taskId: "k", state: "queuing", resultJson: "" } }],
  ["Tencent", { Response: { Status: "WAIT", ErrorCode: "", ResultVideoUrl: "" } }],
  ["Shotstack at its end", { success: true, message: "OK", response: { id: "s", status: "saving" } }],
  ["Hedra at its end", { id: "h", status: "finalizing", progress: 0.99 }],
  ["Kling, which repeats the video that it continues", { data: { task_status: "processing", task_info: { parent_video: { url } } } }],
  ["Higgsfield's jobs", { id: "js", jobs: [{ id: "j", status: "in_progress" }] }],
])("%s is still working", (_, body) => {
  expect([stateOfJob(stateIn(body)), videosIn(body)]).toEqual(["working", []]);
});

test.each<[string, object]>([
  ["Veo", { name: "operations/o", done: true, response: { generateVideoResponse: { generatedSamples: [{ video: { uri: url } }] } } }],
  [
    "Veo, of one of two videos",
    {
      done: true,
      response: {
        generateVideoResponse: {
          raiMediaFilteredCount: 1,
          raiMediaFilteredReasons: ["bad words"],
          generatedSamples: [{ video: { uri: url } }],
        },
      },
    },
  ],
  ["Apimart", { code: 200, data: { id: "g", status: "completed", result: { videos: [{ url: [url], expires_at: 1 }] } } }],
  ["Seedance", { id: "c", status: "succeeded", content: { video_url: url }, usage: { completion_tokens: 1 } }],
  ["Together", { id: "t", status: "completed", outputs: { cost: 0.1, video_url: url } }],
  [
    "Novita",
    { task: { task_id: "n", status: "TASK_STATUS_SUCCEED", reason: "" }, images: [], videos: [{ video_url: url, video_type: "mp4" }] },
  ],
  ["WaveSpeed", { code: 200, data: { id: "w", status: "completed", outputs: [url], urls: { get: "https://x.example/w" }, error: "" } }],
  ["Runway", { id: "r", status: "SUCCEEDED", output: [url] }],
  ["Fireworks", { id: "f", status: "Ready", result: { sample: url }, progress: null }],
  ["Freepik", { data: { task_id: "f", status: "COMPLETED", generated: [url] } }],
  [
    "HeyGen",
    {
      code: 100,
      data: { status: "completed", video_url: url, thumbnail_url: "https://x.example/t.jpg", gif_url: "https://x.example/g.gif" },
    },
  ],
  [
    "Kling, which continues a video",
    {
      code: 0,
      data: {
        task_status: "succeed",
        task_info: { parent_video: { id: "p", url: "https://cdn.example/before.mp4" } },
        task_result: { videos: [{ id: "v", url, duration: "10" }] },
      },
    },
  ],
  [
    "GMI Cloud",
    {
      request_id: "g",
      status: "success",
      payload: { image: "https://cdn.example/i.png", video: "https://cdn.example/before.mp4" },
      outcome: { media_urls: [{ id: "0", url }], thumbnail_image_url: "https://cdn.example/t.png" },
    },
  ],
  [
    "Leonardo",
    {
      generations_by_pk: {
        status: "COMPLETE",
        generated_images: [{ id: "g", motionMP4URL: url, motionGIFURL: "", url: "https://cdn.example/i.png" }],
      },
    },
  ],
  [
    "Synthesia",
    {
      id: "s",
      status: "complete",
      download: url,
      captions: { srt: "https://cdn.example/c.srt?Expires=1", vtt: "https://cdn.example/c.vtt" },
      thumbnail: { image: "https://cdn.example/t.jpg" },
    },
  ],
  [
    "PiAPI, from Kling with a mark and without",
    {
      code: 200,
      data: {
        task_id: "p",
        status: "completed",
        output: {
          works: [
            {
              cover: { resource: `${url}.png`, resource_without_watermark: "" },
              video: { resource: marked, resource_without_watermark: url },
            },
          ],
        },
        error: { code: 0, raw_message: "", message: "", detail: null },
      },
      message: "success",
    },
  ],
  [
    "PiAPI, from Kling with a mark",
    { data: { status: "completed", output: { works: [{ video: { resource: url, resource_without_watermark: "" } }] } } },
  ],
  [
    "PiAPI, from Luma",
    {
      data: {
        task_id: "p",
        status: "completed",
        output: { video: { url: marked, width: 1 }, video_raw: { url }, last_frame: { url: `${url}.png` } },
      },
    },
  ],
  [
    "Kie, from Sora",
    {
      code: 200,
      data: { taskId: "k", state: "success", resultJson: JSON.stringify({ resultUrls: [url], resultWaterMarkUrls: [marked] }) },
    },
  ],
  [
    "Kie, with a mark",
    { code: 200, data: { state: "success", resultJson: JSON.stringify({ resultUrls: [], resultWaterMarkUrls: [url] }) } },
  ],
  [
    "Kling, with a mark, too",
    { data: { task_status: "succeed", task_result: { videos: [{ id: "v", watermark_url: marked, url, duration: "5" }] } } },
  ],
  ["Vidu", { id: "v", state: "success", err_code: "", creations: [{ id: "c", watermarked_url: marked, url, cover_url: `${url}.png` }] }],
  // Sources: Tencent Cloud VOD, "DescribeTaskDetail"; Higgsfield, "Job sets", whose `min` is the small form of `raw`.
  [
    "Tencent's VOD",
    {
      Response: {
        TaskType: "AigcVideoTask",
        Status: "FINISH",
        AigcVideoTask: {
          TaskId: "t",
          Status: "FINISH",
          ErrCode: 0,
          Message: "SUCCESS",
          Output: { FileInfos: [{ StorageMode: "Temporary", FileType: "mp4", FileUrl: url, ExpireTime: "2026-01-01T00:00:00Z" }] },
        },
        RequestId: "r",
      },
    },
  ],
  [
    "Higgsfield's jobs",
    {
      id: "js",
      jobs: [
        {
          id: "j",
          status: "completed",
          results: { min: { type: "video", url: "https://cdn.example/small.mp4" }, raw: { type: "video", url } },
        },
      ],
    },
  ],
  ["Higgsfield's jobs with one form", { id: "js", jobs: [{ id: "j", status: "completed", results: { min: { type: "video", url } } }] }],
  ["a gateway that copies the file from a bucket", { id: "j", status: "completed", stored: "s3://bucket/film.mp4", public: url }],
  ["Magic Hour, at two places", { id: "m", status: "complete", downloads: [{ url, expires_at: "x" }], download: { url, expires_at: "x" } }],
])("%s has made it", (_, body) => {
  expect([stateOfJob(stateIn(body)), videosIn(body)]).toEqual(["completed", [url]]);
});

test.each<[string, object, string]>([
  ["Azure's jobs", JSON.parse('{"id":"t","status":"failed","failure_reason":"input_moderation","generations":[]}'), "input_moderation"],
  ["Veo", { name: "operations/o", done: true, error: { code: 3, message: "bad words" } }, "bad words"],
  [
    "Veo's filter",
    { done: true, response: { generateVideoResponse: { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ["bad words"] } } },
    "bad words",
  ],
  ["Together", { id: "t", status: "failed", info: { errors: ["bad words"] } }, "bad words"],
  ["SiliconFlow", { status: "Failed", reason: "bad words", results: { videos: [] } }, "bad words"],
  ["Novita", { task: { task_id: "n", status: "TASK_STATUS_FAILED", reason: "bad words" }, images: [], videos: [] }, "bad words"],
  [
    "HeyGen",
    { code: 100, data: { status: "failed", error: { code: 40119, detail: "too bad", message: "bad words" } }, message: "Success" },
    "bad words",
  ],
  ["GMI Cloud", { request_id: "g", status: "failed", outcome: { error: "bad words" } }, "bad words"],
  ["Tavus", { video_id: "t", status: "error", status_details: "bad words" }, "bad words"],
  ["Bedrock", JSON.parse('{"invocationArn":"arn:aws:bedrock:x","status":"Failed","failureMessage":"bad words"}'), "bad words"],
  ["Mureka and Creatify", { id: "m", status: "failed", failed_reason: "bad words" }, "bad words"],
  ["New API", { code: "success", data: { task_id: "n", status: "FAILURE", fail_reason: "bad words", progress: "100%" } }, "bad words"],
  ["a service that explains its state", { status: "failed", statusMessage: "bad words" }, "bad words"],
  ["a service that lists what failed", { id: "x", status: "error", error_details: [{ message: "bad words" }] }, "bad words"],
  ["a service that has rejected it", { id: "x", status: "rejected", rejectionReason: "bad words" }, "bad words"],
])("%s has failed with a reason", (_, body, reason) => {
  expect([stateOfJob(stateIn(body)), videoErrorIn(body)]).toEqual(["ended", reason]);
});

test("a refusal of a poll has no state, whatever its error is called", () => {
  expect(stateIn({ error: { code: 404, message: "no such operation", status: "NOT_FOUND" } })).toBe("");
});
