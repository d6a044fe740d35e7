/** Media answers in every valid JSON notation, split at every byte, produce the same files; invalid ones leave none. */
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createJsonDiverter, type JsonPath } from "../../../../../src/client/http/jsonDiverter.ts";
import { ContentReceiver } from "../../../../../src/client/media/receivedContent.ts";
import { ServiceError } from "../../../../../src/client/serviceError.ts";
import { jsonAnswer, rawAnswer, startRawServer } from "../../http/rawServer.ts";
import { createTestClient, errorOf } from "../../testClient.ts";

const folder = mkdtempSync(join(tmpdir(), "media-spellings-"));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const v1: JsonPath = ["data", "*", "b64_json"];
const hello = "hello, wörld?>";
/** `hello` in base64, and the same with a byte that needs `+` and `/`. */
const plain = "aGVsbG8sIHfDtnJsZD8+";
const legal: Record<string, { body: string; files: string[] }> = {
  "data after status": { body: `{"id":"1","status":"completed","data":[{"b64_json":"${plain}"}]}`, files: [hello] },
  "data before status": { body: `{"data":[{"b64_json":"${plain}"}],"id":"1","status":"completed"}`, files: [hello] },
  "several elements": {
    body: `{"id":"1","status":"completed","data":[{"b64_json":"YQ=="},{"b64_json":"YmI="},{"b64_json":"Y2Nj"}]}`,
    files: ["a", "bb", "ccc"],
  },
  "escaped slashes and signs": {
    body: `{"id":"1","status":"completed","data":[{"b64_json":"aGVsbG8sIHfDtnJsZD8\\u002B"},{"b64_json":"\\/\\/\\/\\/"},{"b64_json":"Pz8\\u002F"}]}`,
    files: [hello, "ÿÿÿ", "???"],
  },
  "every character escaped": {
    body: `{"id":"1","status":"completed","data":[{"b64_json":"\\u0061\\u0047\\u0056\\u0073\\u0062\\u0047\\u0038\\u003D"}]}`,
    files: ["hello"],
  },
  "white space everywhere": {
    body: `\n\t{ "id" : "1" ,\r\n "status" : "completed" , "data" : [ { "b64_json" : "${plain}" } ] }\n `,
    files: [hello],
  },
  "lines inside the base64": {
    body: `{"id":"1","status":"completed","data":[{"b64_json":"aGVs\\r\\nbG8s\\n IHfDtn\\tJsZD8+"}]}`,
    files: [hello],
  },
  "a data URI": {
    body: `{"id":"1","status":"completed","data":[{"b64_json":"data:image/png;base64,${plain}"}]}`,
    files: [hello],
  },
  "a data URI with an escaped slash": {
    body: `{"id":"1","status":"completed","data":[{"b64_json":"data:image\\/png;charset=utf-8;base64,${plain}"}]}`,
    files: [hello],
  },
  base64url: {
    body: `{"id":"1","status":"completed","data":[{"b64_json":"aGVsbG8sIHfDtnJsZD8-"},{"b64_json":"____"}]}`,
    files: [hello, "ÿÿÿ"],
  },
  "no padding": { body: `{"id":"1","status":"completed","data":[{"b64_json":"YQ"},{"b64_json":"YmI"}]}`, files: ["a", "bb"] },
  nulls: {
    body: `{"id":"1","status":"completed","created":null,"usage":null,"data":[{"b64_json":null},{"b64_json":"YQ=="},{}]}`,
    files: ["a"],
  },
  "no data": { body: `{"id":"1","status":"completed","data":null}`, files: [] },
  "the same name deeper down and elsewhere": {
    body: `{"b64_json":"!","meta":{"data":[{"b64_json":"?"}]},"id":"1","status":"completed","data":[{"inner":{"b64_json":"!!"},"list":[{"b64_json":"!"}],"b64_json":"YQ=="}],"usage":{"b64_json":"?"}}`,
    files: ["a"],
  },
  "an escaped name": { body: `{"id":"1","status":"completed","\\u0064ata":[{"b64\\u005fjson":"YQ=="}]}`, files: ["a"] },
  "brackets and quotes in texts": {
    body: `{"id":"}]\\"{[","status":"completed","note":"\\\\","data":[{"x":"]}","b64_json":"YQ=="}]}`,
    files: ["a"],
  },
  "a name twice, where the last counts": {
    body: `{"id":"1","status":"completed","data":[{"b64_json":"YQ==","b64_json":"YmI="}]}`,
    files: ["bb"],
  },
  "words beyond ASCII": { body: `{"id":"é😀","status":"completed","data":[{"名":"前","b64_json":"YQ=="}]}`, files: ["a"] },
};

const illegal: Record<string, string> = {
  "a foreign character": `{"id":"1","status":"completed","data":[{"b64_json":"aGVs*G8s"}]}`,
  "a character beyond ASCII": `{"id":"1","status":"completed","data":[{"b64_json":"aGVsé8s"}]}`,
  "an escaped quote": `{"id":"1","status":"completed","data":[{"b64_json":"aGVs\\"G8s"}]}`,
  "a single character at the end": `{"id":"1","status":"completed","data":[{"b64_json":"aGVsb"}]}`,
  "padding in the middle": `{"id":"1","status":"completed","data":[{"b64_json":"YQ==YQ=="}]}`,
  "too much padding": `{"id":"1","status":"completed","data":[{"b64_json":"YWJj===="}]}`,
  "too little padding": `{"id":"1","status":"completed","data":[{"b64_json":"YQ="}]}`,
  "an unknown escape": `{"id":"1","status":"completed","data":[{"b64_json":"aG\\x8s"}]}`,
  "half an escape": `{"id":"1","status":"completed","data":[{"b64_json":"aG\\u00zz"}]}`,
  "a number for a file": `{"id":"1","status":"completed","data":[{"b64_json":17}]}`,
  "a cut in the file": `{"id":"1","status":"completed","data":[{"b64_json":"aGVsbG8s`,
  "a cut after the file": `{"id":"1","status":"completed","data":[{"b64_json":"YQ=="}]`,
  "two values": `{"id":"1","status":"completed","data":[{"b64_json":"YQ=="}]}{}`,
  "a web page": `<!doctype html><html><body class="b64_json">Sign in</body></html>`,
  nothing: ``,
  "a text that is not JSON": `{"data":[{"b64_json":"YQ=="}],]`,
};

/** Invalid answers that are nevertheless valid JSON. */
const wrongShapes = new Set(["a number for a file"]);

/** The files in the pieces, without a socket, as UTF-8 or Latin-1 text. */
async function decode(pieces: readonly Buffer[]): Promise<string[]> {
  const receiver = new ContentReceiver(folder);
  const diverter = createJsonDiverter(v1, () => receiver.openSink());
  const texts: string[] = [];
  try {
    for (const piece of pieces) diverter.write(piece);
    const rest = JSON.parse(diverter.end());
    for (const element of Array.isArray(rest.data) ? rest.data : []) {
      const content = receiver.find(element.b64_json);
      if (content?.type === "broken" && typeof element.b64_json === "string") throw content.error;
      if (content?.type === "file") texts.push(asText(readFileSync((await content.written).path)));
    }
  } finally {
    await receiver.discardAllBut(new Set());
  }
  return texts;
}

/** UTF-8 if valid, otherwise Latin-1. */
function asText(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  return text.includes("\uFFFD") ? bytes.toString("latin1") : text;
}

describe.each(Object.entries(legal))("a media answer with %s", (_name, { body, files }) => {
  const bytes = Buffer.from(body);

  test("produces files over a socket", async () => {
    await using server = await startRawServer(() => jsonAnswer(200, body));
    const client = createTestClient(server.baseUrl);
    const poll = await client.pollMedia("image", "1", folder);
    expect(poll.files.map((file) => asText(readFileSync(file.path)))).toEqual(files);
    for (const file of poll.files) {
      const content = readFileSync(file.path);
      expect(file.size).toBe(content.length);
      expect(file.sha256).toBe(createHash("sha256").update(content).digest("hex"));
      rmSync(file.path);
    }
    expect(readdirSync(folder)).toEqual([]);
    await client.close();
  });

  test("produces the same when split in two at every byte", async () => {
    for (let at = 0; at <= bytes.length; at += 1) {
      expect(await decode([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(files);
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  test("becomes the same byte by byte", async () => {
    expect(await decode(Array.from({ length: bytes.length }, (_, at) => bytes.subarray(at, at + 1)))).toEqual(files);
  });
});

describe.each(Object.entries(illegal))("a media answer with %s", (name, body) => {
  test("is refused, and leaves no file", async () => {
    await using server = await startRawServer(() => jsonAnswer(200, body));
    const client = createTestClient(server.baseUrl);
    const error = await errorOf(client.pollMedia("image", "1", folder));
    expect(error.kind).toBe("badAnswer");
    expect(error.message).not.toContain("YQ==");
    expect(readdirSync(folder)).toEqual([]);
    await client.close();
  });

  test("is refused wherever it is split, and leaves no file", async () => {
    const bytes = Buffer.from(body);
    for (let at = 0; at <= bytes.length; at += 1) {
      const files = await decode([bytes.subarray(0, at), bytes.subarray(at)]).catch((error: unknown) => error);
      // JSON of the wrong form is refused by the schema.
      if (wrongShapes.has(name)) expect(Array.isArray(files)).toBe(true);
      else expect(files instanceof ServiceError || files instanceof SyntaxError).toBe(true);
    }
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("a media task", () => {
  test("that is pending writes nothing", async () => {
    await using server = await startRawServer(() => jsonAnswer(200, { id: "1", status: "pending" }));
    const client = createTestClient(server.baseUrl);
    expect(await client.pollMedia("video", "1", join(folder, "absent"))).toEqual({
      task: { id: "1", status: "pending" },
      files: [],
      unreadable: [],
      isHeld: false,
    });
    expect(readdirSync(folder)).toEqual([]);
    await client.close();
  });

  test("with an unknown status keeps its body and writes no file", async () => {
    await using server = await startRawServer(() => jsonAnswer(200, { id: "1", status: "upscaling", data: [{ b64_json: "YQ==" }] }));
    const client = createTestClient(server.baseUrl);
    expect(await client.pollMedia("image", "1", folder)).toEqual({
      task: { id: "1", status: "upscaling" },
      files: [],
      unreadable: [],
      isHeld: false,
    });
    expect(readdirSync(folder)).toEqual([]);
    await client.close();
  });

  test("cut off by the connection is requested again", async () => {
    const whole = jsonAnswer(200, `{"id":"1","status":"completed","data":[{"b64_json":"${plain}"}]}`);
    await using server = await startRawServer((_request, index) => (index === 0 ? whole.subarray(0, whole.length - 20) : whole));
    const client = createTestClient(server.baseUrl);
    const { files } = await client.pollMedia("image", "1", folder);
    expect(server.requests).toHaveLength(2);
    expect(readdirSync(folder)).toHaveLength(1);
    rmSync(files[0]?.path ?? "");
    await client.close();
  });

  test("whose folder is a file fails with a disk error", async () => {
    await using server = await startRawServer(() => jsonAnswer(200, `{"id":"1","status":"completed","data":[{"b64_json":"YQ=="}]}`));
    const client = createTestClient(server.baseUrl);
    expect((await errorOf(client.pollMedia("image", "1", import.meta.filename))).kind).toBe("disk");
    await client.close();
  });

  test("that is aborted in the middle leaves no file", async () => {
    const stop = new AbortController();
    await using server = await startRawServer(() => (socket) => {
      const answer = rawAnswer(200, {}, `{"id":"1","status":"completed","data":[{"b64_json":"${"YWFh".repeat(100_000)}"}]}`);
      socket.write(answer.subarray(0, 200_000), () => stop.abort());
    });
    const client = createTestClient(server.baseUrl);
    const error = await errorOf(client.pollMedia("image", "1", folder, { signal: stop.signal }));
    expect(error.kind).toBe("aborted");
    expect(readdirSync(folder)).toEqual([]);
    await client.close();
  });
});
