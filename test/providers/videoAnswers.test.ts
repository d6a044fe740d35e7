/** Videos in the forms in which services start, report and return them. Field names: the services' documentation of their video tasks. */
import { describe, expect, test } from "vitest";
import { readMediaFile, startTestService } from "../service/testService.ts";
import { start } from "./compatibleService.ts";
import { type Answer, sendJson, startEngine } from "./engine.ts";

const mp4 = Buffer.from("\0\0\0\x18ftypisom\0\0\0\0isommp42\0\0\0\x08free", "latin1");
const png = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const sendVideo: Answer = (_, response) => void response.writeHead(200, { "content-type": "video/mp4" }).end(mp4);
const models = { m: { kinds: ["video"] } };

/** `content`: what is at the place where OpenAI's interface has the file. */
async function film(started: unknown, reported: unknown, content: Answer = sendJson({}, 404)) {
  const routes = {
    "POST /v1/videos": sendJson(started),
    "GET /v1/videos/v1": sendJson(reported),
    "GET /v1/videos/v1/content": content,
    "GET /files/v.mp4": sendVideo,
    "GET /files/cover.png": sendJson({}, 500),
  };
  const { service, engine } = await start(routes, { models });
  return { made: await service.make("videos", { model: "local/m", prompt: "A fox" }), engine };
}

const queued = { id: "v1", status: "queued" };
describe("a video is received", () => {
  test.each<[string, unknown, unknown]>([
    [
      "with the id as task_id",
      { task_id: "v1", task_status: "PROCESSING" },
      { task_status: "SUCCESS", video_result: [{ url: "/files/v.mp4", cover_image_url: "/files/cover.png" }] },
    ],
    [
      "with the id in data",
      { code: 0, data: { task_id: "v1", task_status: "submitted" } },
      { code: 0, data: { task_id: "v1", task_status: "succeed", task_result: { videos: [{ id: "x", url: "/files/v.mp4" }] } } },
    ],
    [
      "with the id in output",
      { output: { task_id: "v1", task_status: "PENDING" }, request_id: "r" },
      { output: { task_id: "v1", task_status: "SUCCEEDED", video_url: "/files/v.mp4", orig_prompt: "A fox" } },
    ],
    ["with the id as request_id", { request_id: "v1" }, { status: "Succeed", results: { videos: [{ url: "/files/v.mp4" }], seed: 1 } }],
    ["by a link in the status", queued, { ...queued, status: "completed", url: "/files/v.mp4", thumbnail_url: "/files/cover.png" }],
    ["by a link in data", queued, { status: "completed", data: [{ url: "/files/v.mp4" }] }],
    ["by a list of links in output", queued, { id: "v1", status: "SUCCEEDED", output: ["/files/v.mp4"] }],
    ["as base64 in the status", queued, { status: "completed", data: [{ b64_json: mp4.toString("base64") }] }],
    ["as a data URI in the status", queued, { status: "completed", video_url: `data:video/mp4;base64,${mp4.toString("base64")}` }],
    ["by a link without a status", queued, { video: { url: "/files/v.mp4" } }],
    ["beside the picture that was sent", queued, { status: "completed", image: png, input_reference: png, video: { url: "/files/v.mp4" } }],
    ["by a link that is called a result", queued, { ...queued, status: "completed", result_url: "/files/v.mp4" }],
    [
      "by a link in the content",
      queued,
      { ...queued, status: "succeeded", content: { video_url: "/files/v.mp4", last_frame_url: "/files/cover.png" } },
    ],
    [
      "by a link in assets",
      { ...queued, assets: null },
      { id: "v1", state: "completed", assets: { video: "/files/v.mp4", image: "/files/cover.png" } },
    ],
    [
      "by a link in creations",
      { task_id: "v1", state: "created" },
      { state: "success", err_code: "", creations: [{ id: "c", url: "/files/v.mp4", cover_url: "/files/cover.png" }] },
    ],
    [
      "by a link in generated",
      { data: { task_id: "v1", status: "CREATED", generated: [] } },
      { data: { generated: ["/files/v.mp4"], task_id: "v1", status: "COMPLETED" } },
    ],
    [
      "by a link in JSON within a text",
      { code: 200, msg: "success", data: { taskId: "v1" } },
      { code: 200, data: { taskId: "v1", state: "success", resultJson: '{"resultUrls":["/files/v.mp4"]}' } },
    ],
    ["by a link for downloads", queued, { id: "v1", status: "complete", download: "/files/v.mp4" }],
    ["with the answer to the request", { id: "v1", status: "completed", url: "/files/v.mp4" }, {}],
    [
      "with a number as its status",
      { ErrCode: 0, ErrMsg: "Success", Resp: { video_id: "v1" } },
      { ErrCode: 0, ErrMsg: "Success", Resp: { id: 1, status: 1, url: "/files/v.mp4", prompt: "A fox" } },
    ],
    [
      "with a flag as its status",
      { code: 200, msg: "success", data: { taskId: "v1" } },
      { code: 200, msg: "success", data: { taskId: "v1", successFlag: 1, response: { resultUrls: ["/files/v.mp4"] }, errorCode: null } },
    ],
    [
      "with a code of its own for success",
      { code: 10_000, data: { task_id: "v1" }, message: "Success", request_id: "r" },
      { code: 10_000, data: { status: "done", video_url: "/files/v.mp4", resp_data: "" }, message: "Success" },
    ],
    [
      "with names that begin with capital letters",
      { Response: { JobId: "v1", RequestId: "r" } },
      { Response: { Status: "DONE", ErrorCode: "", ErrorMessage: "", ResultVideoUrl: "/files/v.mp4", RequestId: "r" } },
    ],
    [
      "with the status in its list",
      { code: "SUCCESS", data: { taskId: "v1", status: "waiting" } },
      { code: "SUCCESS", data: { taskId: "v1", generations: [{ id: "g", status: "succeed", url: "/files/v.mp4", failMsg: "" }] } },
    ],
  ])("%s", async (_, started, reported) => {
    const { made } = await film(started, reported);
    expect(made.body).toMatchObject({ status: "completed" });
    expect(readMediaFile(made)).toEqual(mp4);
  });
});

test.each<[string, Answer]>([
  ["the request", (_, response) => sendVideo(_, response)],
  ["the status", sendJson(queued)],
])("a video is received as the bytes of the answer to %s", async (_, started) => {
  const { service } = await start({ "POST /v1/videos": started, "GET /v1/videos/v1": sendVideo }, { models });
  const made = await service.make("videos", { model: "local/m", prompt: "A fox" });
  expect(readMediaFile(made)).toEqual(mp4);
});

test("the link of MiniMax's file is asked for by its id", async () => {
  const routes = {
    "POST /v1/videos": sendJson({ task_id: "v1", base_resp: { status_code: 0, status_msg: "success" } }),
    "GET /v1/videos/v1": sendJson({ task_id: "v1", status: "Success", file_id: "205258526306433", base_resp: { status_code: 0 } }),
    "GET /v1/files/retrieve": sendJson({
      file: { file_id: "205258526306433", download_url: "/files/v.mp4" },
      base_resp: { status_code: 0 },
    }),
    "GET /files/v.mp4": sendVideo,
  };
  const { service, engine } = await start(routes, { models });
  const made = await service.make("videos", { model: "local/m", prompt: "A fox" });
  expect(readMediaFile(made)).toEqual(mp4);
  expect(engine.countOf("/v1/files/retrieve?file_id=205258526306433")).toBe(1);
});

test("a video is received from the content if the status has none", async () => {
  const reported = { id: "v1", object: "video", status: "completed", model: "m", prompt: "/files/a", progress: 100 };
  expect(readMediaFile((await film(queued, reported, sendVideo)).made)).toEqual(mp4);
});

describe("the reason of a video that failed is", () => {
  test.each<[string, unknown, string]>([
    ["failure_reason", JSON.parse('{"status":"failed","failure_reason":"unsafe words"}'), "unsafe words"],
    [
      "failure_reason beside a code",
      JSON.parse('{"state":"failed","failure_reason":"unsafe words","failure_code":"SAFETY.INPUT"}'),
      "unsafe words",
    ],
    ["a code alone", { status: "failed", error: { code: "moderation_blocked" } }, "moderation_blocked"],
    ["a code as failure_code", JSON.parse('{"status":"FAILED","failure_code":"SAFETY.INPUT"}'), "SAFETY.INPUT"],
    ["detail", { status: "failed", detail: "out of memory" }, "out of memory"],
    ["error_msg", JSON.parse('{"status":"failed","error_msg":"unsafe words"}'), "unsafe words"],
    ["MiniMax's status_msg", JSON.parse('{"status":"Fail","base_resp":{"status_code":1026,"status_msg":"unsafe words"}}'), "unsafe words"],
    ["a message in output", { output: { task_status: "FAILED", code: "InvalidURL", message: "no such picture" } }, "no such picture"],
    ["failMsg", { data: { state: "fail", failCode: "400", failMsg: "violates guidelines" } }, "violates guidelines"],
    ["err_code", { state: "failed", err_code: "AuditSubmitIllegal" }, "AuditSubmitIllegal"],
    ["an object about moderation", { status: "failed", moderation: { reason: "unsafe words" } }, "unsafe words"],
    ["a number as the status", { ErrCode: 0, ErrMsg: "success", Resp: { id: 1, status: 7, url: "" } }, "moderated"],
    [
      "errorMessage beside a flag",
      { code: 200, msg: "success", data: { taskId: "v1", successFlag: 3, errorMessage: "unsafe words" } },
      "unsafe words",
    ],
    [
      "failure beside failureCode",
      JSON.parse('{"id":"v1","status":"FAILED","failure":"Content was flagged.","failureCode":"SAFETY.INPUT.TEXT"}'),
      "Content was flagged.",
    ],
    ["ErrorMessage", { Response: { Status: "FAIL", ErrorCode: "FailedOperation", ErrorMessage: "unsafe words" } }, "unsafe words"],
    [
      "failMsg in its list",
      { data: { taskId: "v1", generations: [{ id: "g", status: "failed", url: "", failMsg: "unsafe words" }] } },
      "unsafe words",
    ],
    ["the state of its filter", { status: "nsfw", request_id: "v1" }, "nsfw"],
    ["the state of another filter", { id: "v1", status: "Request Moderated" }, "Request Moderated"],
    ["a time limit", { id: "v1", status: "TIMED_OUT" }, "TIMED_OUT"],
    [
      "Message of a task that finishes with a code",
      { Response: { Status: "FINISH", AigcVideoTask: { Status: "FINISH", ErrCode: 70000, Message: "unsafe words", Output: null } } },
      "unsafe words",
    ],
    ["the state of a task that was stopped", { Response: { TaskStatus: "STOP" } }, "STOP"],
    ["a message in data", { data: { task_status: "failed", task_status_msg: "risk control" } }, "risk control"],
  ])("%s", async (_, reported, reason) => {
    const { made, engine } = await film(queued, reported);
    expect(made.body).toMatchObject({ status: "failed", error: { message: expect.stringContaining(reason) } });
    expect(engine.countOf("/v1/videos/v1")).toBe(1);
  });
});

test.each<[string, object]>([
  ["MiniMax", { task_id: "", base_resp: { status_code: 1008, status_msg: "insufficient balance" } }],
  ["Kling", { code: 1102, message: "Account balance not enough", request_id: "r" }],
])("an answer of %s that starts nothing says why", async (_, started) => {
  const { made } = await film(started, {});
  expect(made.body).toMatchObject({ status: "failed", error: { message: expect.stringContaining("The account at local has no credits") } });
});

/** Where Veo has put a video. Sources: Vertex AI, "Veo", `storageUri` and `gcsUri`; Bedrock, "GetAsyncInvoke". */
const inBucket = "gs://bucket/veo/123/sample_0.mp4";

test.each<[string, object, string]>([
  ["Vertex AI", { name: "operations/o", done: true, response: { videos: [{ gcsUri: inBucket, mimeType: "video/mp4" }] } }, inBucket],
  [
    "Bedrock",
    { invocationArn: "arn:aws:bedrock:x", status: "Completed", outputDataConfig: { s3OutputDataConfig: { s3Uri: "s3://b/v/a1" } } },
    "s3://b/v/a1",
  ],
])("a video of %s in a bucket is named in the reason", async (_, reported, link) => {
  const { made, engine } = await film(queued, reported);
  expect(made.body).toMatchObject({ status: "failed", error: { message: expect.stringContaining(link) } });
  expect(engine.countOf("/v1/videos/v1")).toBe(1);
});

/** Google's type of provider, and its package. */
const googleTypes = [{ type: "google" as const }, { type: "ai-sdk" as const, package: "@ai-sdk/google" }];
type GoogleType = (typeof googleTypes)[number];

async function google(type: GoogleType, routes: Record<string, Answer>) {
  const engine = await startEngine({ "GET /v1beta/models": sendJson({ models: [] }), ...routes });
  const far = {
    ...type,
    baseURL: `${engine.url}/v1beta`,
    apiKey: "k",
    models: { "veo-3": { kinds: ["video" as const] }, "gemini-image": { kinds: ["image" as const] } },
  };
  return { engine, service: await startTestService({ configuration: { providers: { far } } }) };
}

describe.each(googleTypes)("a provider of type $type", (type) => {
  test("Veo's reason for a filtered video is reported after one poll", async () => {
    const reason = "Veo could not generate videos because the input image violates the usage guidelines.";
    const response = { generateVideoResponse: { raiMediaFilteredCount: 1, raiMediaFilteredReasons: [reason] } };
    const { engine, service } = await google(type, {
      "POST /v1beta/models/veo-3:predictLongRunning": sendJson({ name: "models/veo-3/operations/1" }),
      "GET /v1beta/models/veo-3/operations/1": sendJson({ name: "models/veo-3/operations/1", done: true, response }),
    });
    const made = await service.make("videos", { model: "far/veo-3", prompt: "A fox" });
    expect(made.body).toMatchObject({ status: "failed", error: { message: expect.stringContaining(reason) } });
    expect(engine.countOf("/v1beta/models/veo-3/operations/1")).toBe(1);
  });

  test("a video of Veo in a bucket is named in the reason", async () => {
    const response = { generateVideoResponse: { generatedSamples: [{ video: { uri: inBucket } }] } };
    const { service } = await google(type, {
      "POST /v1beta/models/veo-3:predictLongRunning": sendJson({ name: "models/veo-3/operations/1" }),
      "GET /v1beta/models/veo-3/operations/1": sendJson({ name: "models/veo-3/operations/1", done: true, response }),
    });
    const made = await service.make("videos", { model: "far/veo-3", prompt: "A fox" });
    expect(made.body).toMatchObject({ status: "failed", error: { message: expect.stringContaining(inBucket) } });
  });

  test.each<[string, string, unknown, string]>([
    [
      "Gemini",
      "gemini-image:generateContent",
      { candidates: [{ finishReason: "IMAGE_SAFETY", finishMessage: "Unable to show the image." }] },
      "Unable to show the image.",
    ],
    ["Gemini, without words", "gemini-image:generateContent", { candidates: [{ finishReason: "IMAGE_SAFETY" }] }, "IMAGE_SAFETY"],
    [
      "Gemini's block of a prompt",
      "gemini-image:generateContent",
      { promptFeedback: { blockReason: "PROHIBITED_CONTENT" } },
      "PROHIBITED_CONTENT",
    ],
  ])("the reason of %s for no image is reported", async (_, method, body, reason) => {
    const { service } = await google(type, { [`POST /v1beta/models/${method}`]: sendJson(body) });
    const made = await service.make("images", { model: `far/${method.split(":")[0]}`, prompt: "A fox" });
    expect(made.body).toMatchObject({ status: "failed", error: { message: expect.stringContaining(reason) } });
  });
});
