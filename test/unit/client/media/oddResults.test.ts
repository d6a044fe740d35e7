/** Final answers in which fields have odd types and files odd forms: what is there is received, and a failure is a failure. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { jsonAnswer, startRawServer } from "../http/rawServer.ts";
import { createTestClient, errorOf, testKey } from "../testClient.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "odd-results-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="100%"><path d="M0,0 5,5"/></svg>';
const hello = "aGVsbG8=";

async function poll(body: unknown) {
  await using server = await startRawServer(() => jsonAnswer(200, body));
  const client = createTestClient(server.baseUrl);
  try {
    return await client.pollMedia("image", "t1", folder);
  } finally {
    await client.close();
  }
}

const textsOf = (files: readonly { path: string }[]) => files.map(({ path }) => readFileSync(path, "utf8"));

describe("a v1 result is received", () => {
  test.each<[string, unknown, string[]]>([
    ["with an SVG in a data URI that is text", { data: [{ b64_json: `data:image/svg+xml;utf8,${svg}` }] }, [svg]],
    ["with a percent-encoded SVG", { data: [{ b64_json: `data:image/svg+xml,${encodeURIComponent(svg)}` }] }, [svg]],
    ["with an encoded SVG and its charset", { data: [{ b64_json: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}` }] }, [svg]],
    ["with letters beyond ASCII in a data URI", { data: [{ b64_json: "data:text/plain,é%C3%A9 100%" }] }, ["éé 100%"]],
    ["with DATA and BASE64 in upper case", { data: [{ b64_json: `DATA:image/png;BASE64,${hello}` }] }, ["hello"]],
    ["with base64 before another parameter", { data: [{ b64_json: `data:image/png;base64;name=a.png,${hello}` }] }, ["hello"]],
    ["with percent-encoded base64", { data: [{ b64_json: "data:image/png;base64,aGVs%62G8%3D" }] }, ["hello"]],
    ["with percent-encoded line breaks", { data: [{ b64_json: "data:image/png;base64,aGVs%0D%0AbG8%3d" }] }, ["hello"]],
    ["with a data URI without its scheme", { data: [{ b64_json: `image/png;base64,${hello}` }] }, ["hello"]],
    ["with the end of a data URI's beginning", { data: [{ b64_json: `base64,${hello}` }] }, ["hello"]],
    ["with a data URI in a data URI", { data: [{ b64_json: `data:image/png;base64,data:image/png;base64,${hello}` }] }, ["hello"]],
    ["with a comma in a quoted parameter", { data: [{ b64_json: `data:image/png;name="a,b.png";base64,${hello}` }] }, ["hello"]],
    ["with the bytes as Python shows them", { data: [{ b64_json: `b'${hello}'` }] }, ["hello"]],
    ["with a text of JSON in the text", { data: [{ b64_json: JSON.stringify(hello) }] }, ["hello"]],
    ["with a quoted data URI", { data: [{ b64_json: `"data:image/png;base64,${hello}"` }] }, ["hello"]],
    ["with line breaks that are escaped twice", { data: [{ b64_json: "aGVs\\nbG8=\\n" }] }, ["hello"]],
    ["with a byte order mark", { data: [{ b64_json: `\ufeff${hello}` }] }, ["hello"]],
    ["with an SVG that is not encoded", { data: [{ b64_json: svg }] }, [svg]],
    ["with an SVG and its declaration", { data: [{ b64_json: `<?xml version="1.0"?>\n${svg}` }] }, [`<?xml version="1.0"?>\n${svg}`]],
    ["with white space before the data URI", { data: [{ b64_json: ` \n data:image/png;base64,${hello}` }] }, ["hello"]],
    [
      "with numbers written as text",
      { created: "1700000000", usage: { input_tokens: "3", total_tokens: "7" }, data: [{ b64_json: hello }] },
      ["hello"],
    ],
    ["with odd side fields", { created: {}, usage: [], error: "", format: {}, data: [{ b64_json: hello }] }, ["hello"]],
    ["with other odd side fields", { id: 7, usage: "none", error: [], format: 5, data: [{ b64_json: hello }] }, ["hello"]],
    ["with an entry of null", { data: [null, { b64_json: hello }] }, ["hello"]],
    ["with an object for the list", { data: { b64_json: hello } }, ["hello"]],
    ["with the file itself in the list", { data: [hello] }, ["hello"]],
    ["with the file in a link that is a data URI", { data: [{ b64_json: "", url: `data:image/png;base64,${hello}` }] }, ["hello"]],
    [
      "with one that cannot be read among the good ones",
      { data: [{ b64_json: hello }, { b64_json: "@@@@" }, { b64_json: "d29ybGQ=" }] },
      ["hello", "world"],
    ],
    ["with an empty one among the good ones", { data: [{ b64_json: "data:image/png;base64," }, { b64_json: hello }] }, ["hello"]],
    ["with a number among the good ones", { data: [{ b64_json: 17 }, { b64_json: hello }] }, ["hello"]],
  ])("%s", async (_, fields, texts) => {
    const { files, task } = await poll({ id: "t1", status: "completed", ...Object(fields) });
    expect(textsOf(files)).toEqual(texts);
    expect(readdirSync(folder)).toHaveLength(texts.length);
    expect(task.status).toBe("completed");
  });

  test.each<[string, string]>([
    ["NaN", "NaN"],
    ["Infinity", "[Infinity,-Infinity]"],
    ["an object of NaN and a text with it", '{"score":NaN,"note":"NaN \\" Infinity"}'],
    ["5,000 arrays", "[".repeat(5_000) + "]".repeat(5_000)],
    ["5,000 objects", `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`],
    ["5,000 objects with texts", `${'{"b":"x","data":[{"b64_json":"y","a":'.repeat(2_500)}1${"}]}".repeat(2_500)}`],
  ])("once, although an unknown field is %s", async (_, value) => {
    const answer = `{"id":"t1","score":${value},"status":"completed","data":[{"b64_json":"${hello}","seed":${value}}],"more":${value}}`;
    let asked = 0;
    await using server = await startRawServer(() => {
      asked += 1;
      return jsonAnswer(200, answer);
    });
    const client = createTestClient(server.baseUrl);
    const { files, task } = await client.pollMedia("image", "t1", folder).finally(() => client.close());
    expect(textsOf(files)).toEqual(["hello"]);
    expect(task.status).toBe("completed");
    expect(asked).toBe(1);
  });

  test.each([undefined, null, "", "COMPLETED", " Completed ", "succeeded", "succeed", "success", "done", "finished", "Ready"])(
    "with the status %j",
    async (status) => {
      const { files, task } = await poll({ id: "t1", status, data: [{ b64_json: hello }] });
      expect([task.status, textsOf(files)]).toEqual(["completed", ["hello"]]);
    },
  );

  test("of any size, wrapped and with escaped line breaks", async () => {
    const bytes = Buffer.alloc(700_001, "lighthouse");
    const lines = bytes.toString("base64").replaceAll(/.{76}/g, "$&\\n");
    expect(textsOf((await poll({ status: "completed", data: [{ b64_json: `b'${lines}'` }] })).files)).toEqual([bytes.toString()]);
  });

  test("without an id", async () => {
    expect(textsOf((await poll({ status: "completed", data: [{ b64_json: hello }] })).files)).toEqual(["hello"]);
  });

  test("with token counts that are read, and the reasons of what is missing", async () => {
    const { task, unreadable } = await poll({
      status: "completed",
      usage: { input_tokens: "3" },
      data: [{ b64_json: hello }, { b64_json: "@" }, { b64_json: " " }],
    });
    expect(task.usage?.input_tokens).toBe(3);
    expect(unreadable.map(({ message }) => message)).toEqual([
      "The service sent a file that is not base64.",
      "The service sent an empty file.",
    ]);
  });

  test("with a link beside an empty content", async () => {
    await using server = await startRawServer(({ path }) =>
      path === "/file.png"
        ? jsonAnswer(200, "a file")
        : jsonAnswer(200, { status: "completed", data: [{ b64_json: "", url: `${server.baseUrl}/file.png` }] }),
    );
    const client = createTestClient(server.baseUrl);
    expect(textsOf((await client.pollMedia("image", "t1", folder)).files)).toEqual(["a file"]);
    await client.close();
  });
});

describe("a v1 result without a file", () => {
  test.each([
    ["an empty data URI", "data:image/png;base64,", "The service sent an empty file."],
    ["an empty data URI that is text", "data:image/svg+xml,", "The service sent an empty file."],
    ["an empty string", "", "The service sent an empty file."],
    ["white space", " \n\t ", "The service sent an empty file."],
    ["a word", "@@@@", "The service sent a file that is not base64."],
    ["a number", 17, "The service sent something other than a file."],
  ])("is refused with its reason: %s", async (_, content, message) => {
    const error = await errorOf(poll({ id: "t1", status: "completed", data: [{ b64_json: content }] }));
    expect(error).toMatchObject({ kind: "badAnswer", code: "invalid_file", message });
    expect(readdirSync(folder)).toEqual([]);
  });
});

test.each([
  ["insufficient credits", "insufficient credits"],
  [{ message: "It burst.", code: 500, param: 7, type: null }, "It burst."],
  [{ message: 503 }, "503"],
  [["too large", { message: "too dark" }], "too large too dark"],
  [{ detail: "It is used up." }, "It is used up."],
  [{ detail: [{ loc: ["body", "size"], msg: "Input should be an integer", type: "int" }] }, "Input should be an integer"],
  [{ errors: [{ reason: "blocked" }] }, "blocked"],
])("a failure with the error %j has its reason, whatever surrounds it", async (error, message) => {
  const odd = { created: [], usage: [], data: "none", format: 7 };
  expect((await poll({ ...odd, status: "failed", error })).error).toMatchObject({ kind: "generationFailed", message });
});

test.each<[unknown, string]>([
  [{ status: "FAILED", error: { message: "It burst." } }, "failed"],
  [{ status: "cancelled" }, "failed"],
  [{ status: "Expired" }, "failed"],
  [{ error: "It burst." }, "failed"],
  [{ status: "in-progress" }, "processing"],
  [{ status: "IN_QUEUE" }, "pending"],
  [{ status: "Fail" }, "failed"],
  [{ status: "Moderated", data: [] }, "failed"],
  [{ status: "Simmering", data: [] }, "Simmering"],
  [{ status: "QUEUED" }, "pending"],
])("the v1 task %j has the status %s", async (body, status) => {
  const { task, files, error } = await poll(body);
  expect([task.status, files]).toEqual([status, []]);
  expect(error === undefined).toBe(!JSON.stringify(body).includes("burst"));
});

test("a v1 task without a status, a file and an error is no task", async () => {
  expect(await errorOf(poll({ id: "t1" }))).toMatchObject({ kind: "badAnswer" });
});

test.each<[unknown, string]>([
  [{ id: 5 }, "5"],
  [{ id: "a", polling_url: { href: "/x" } }, "a"],
  [{ task_id: "b", polling_url: 7 }, "b"],
  [{ id: null, task_id: 6 }, "6"],
])("the accepted task %j is not lost", async (body, id) => {
  await using server = await startRawServer(() => jsonAnswer(202, body));
  const client = createTestClient(server.baseUrl);
  const v2 = { ai: { model: "m" }, content: [{ type: "input_text" as const, text: "A lighthouse" }], type: "out_image" as const };
  expect(await client.submitTask({ interface: "v1", kind: "image", body: { model: "m", prompt: "A lighthouse" } })).toBe(id);
  expect(await client.submitTask({ interface: "v2", kind: "image", body: v2 })).toBe(id);
  await client.close();
});

const submitted = { interface: "v1", kind: "image", body: { model: "m", prompt: "A lighthouse" } } as const;

test.each([
  ["header", jsonAnswer(504, "gateway timeout", { "x-task-id": "id-7" })],
  ["body", jsonAnswer(504, { error: { message: "gateway timeout", task_id: "id-7" } })],
])("a task that a gateway's timeout names in its %s is accepted, and sent once", async (_, answer) => {
  await using server = await startRawServer(() => answer);
  const client = createTestClient(server.baseUrl);
  expect(await client.submitTask(submitted)).toBe("id-7");
  expect(server.requests).toHaveLength(1);
  await client.close();
});

test.each(["", "..", "x".repeat(100_000)])("a task with an id that cannot be asked for is refused with that reason: %.10s", async (id) => {
  await using server = await startRawServer(() => jsonAnswer(202, { id }));
  const client = createTestClient(server.baseUrl);
  expect(await errorOf(client.submitTask(submitted))).toMatchObject({
    kind: "badAnswer",
    message: expect.stringContaining("id"),
    // The service has the task, and may bill it.
    maybeAccepted: true,
  });
  await client.close();
});

describe("a v2 result", () => {
  async function pollV2(body: unknown) {
    await using server = await startRawServer(() => jsonAnswer(200, body));
    const client = createTestClient(server.baseUrl);
    try {
      return await client.pollV2("t1", folder);
    } finally {
      await client.close();
    }
  }

  test.each<[string, unknown, string[]]>([
    [
      "numbers as text",
      { balance: { balance: "1.5" }, contents: { status: "2", cost: { amount: "0.5", input: "x" }, files: [{ data: hello, size: "5" }] } },
      ["hello"],
    ],
    [
      "odd side fields",
      { balance: [], limits: 7, error: "", contents: { status: 2, text: [], cost: 3, files: [{ data: hello, mime_type: 7, name: {} }] } },
      ["hello"],
    ],
    ["an entry of null and one that is not base64", { contents: { status: 2, files: [null, { data: "@" }, { data: hello }] } }, ["hello"]],
    ["an object for the list", { contents: { status: 2, files: { data: hello } } }, ["hello"]],
    ["contents in the list", { contents: { status: 2, files: [hello] } }, ["hello"]],
    ["a word as its status", { contents: { status: "Completed", files: [{ data: hello }] } }, ["hello"]],
    ["another word for completed", { contents: { status: "done", files: [{ data: hello }] } }, ["hello"]],
    ["a word that is not known, while it waits", { contents: { status: "Simmering", files: [{ data: hello }] } }, []],
  ])("is received with %s", async (_, body, texts) => {
    const { files, error } = await pollV2(body);
    expect(textsOf(files)).toEqual(texts);
    expect(error).toBeUndefined();
  });

  test("is received although one link is gone, and refused if that is the only file", async () => {
    const files = (names: string[]) => ({ contents: { status: 2, files: names.map((name) => ({ data: `${server.baseUrl}/${name}` })) } });
    let body: unknown;
    await using server = await startRawServer(({ path }) =>
      path === "/good"
        ? jsonAnswer(200, "good")
        : path === "/refused"
          ? jsonAnswer(403, {})
          : path === "/gone"
            ? jsonAnswer(404, {})
            : jsonAnswer(200, body),
    );
    const client = createTestClient(server.baseUrl);
    body = files(["gone", "good", "refused"]);
    const poll = await client.pollV2("t1", folder);
    expect(textsOf(poll.files)).toEqual(["good"]);
    expect(poll.unreadable.map(({ status }) => status)).toEqual([404, 403]);
    body = files(["refused"]);
    expect(await errorOf(client.pollV2("t1", folder))).toMatchObject({
      code: "invalid_file",
      message: "The link to the file answered HTTP 403.",
    });
    await client.close();
  });
});

test.each([
  ["<!doctype html><title>504</title>", "a web page"],
  ["\ufeff\n<html><body>Bad gateway</body></html>", "a web page"],
  ['{"error":{"message":"No credits left."}}', "No credits left."],
  ['{"detail":"Not found"}', "Not found"],
  [`{"error":"The key ${testKey} is used up."}`, "The key […] is used up."],
  ['{"made":true}', "JSON"],
  [svg, undefined],
  ["GIF89a", undefined],
])("of a file %j is known what it says", async (text, says) => {
  const { files } = await poll({ status: "completed", data: [{ b64_json: Buffer.from(text).toString("base64") }] });
  expect(files[0]?.says).toBe(says);
});
