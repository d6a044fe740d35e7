/** A result behind a link is paid: its file is fetched until the link has expired, also by the next service. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, type TestContext, test } from "vitest";
import { readMediaFile } from "../service/testService.ts";
import { serviceOf, start, startFor } from "./compatibleService.ts";
import { type Answer, sendJson, startEngine } from "./engine.ts";
import { marked, markedPng } from "./markedFile.ts";

const files = {
  images: markedPng,
  audios: await marked(Buffer.from("ID3\x04\0\0\0\0\0\0\0\0\0\0", "latin1")),
  videos: Buffer.from("\0\0\0\x18ftypisom\0\0\0\0isommp42", "latin1"),
};
type Kind = keyof typeof files;
const kinds: readonly Kind[] = ["images", "audios", "videos"];

/** The answers of an engine whose results are links, except for the file itself. */
const routes: Record<string, Answer> = {
  "POST /v1/images/generations": sendJson({ data: [{ url: "/files/x" }] }),
  "POST /v1/audio/speech": sendJson({ audio_url: "/files/x" }),
  "POST /v1/videos": sendJson({ id: "v", status: "queued" }),
  "GET /v1/videos/v": sendJson({ id: "v", status: "completed" }),
};
const models = { m: { kinds: ["image", "audio", "video"] } };
const bodies: Record<Kind, object> = {
  images: { model: "local/m", prompt: "A fox" },
  audios: { model: "local/m", input: "Hello", voice: "a", format: "mp3" },
  videos: { model: "local/m", prompt: "A fox" },
};

/** Sends the first answers, then the file. */
function afterwards(kind: Kind, errors: readonly Answer[]): Answer {
  let count = 0;
  return (request, response) => {
    const error = errors[count];
    count += 1;
    return error ? error(request, response) : void response.end(files[kind]);
  };
}

const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response.writeHead(code, headers).end("{}");
const reset: Answer = (_, response) => void response.destroy();
const cut: Answer = (_, response) => {
  response.writeHead(200, { "content-length": "100" }).write("abc");
  setImmediate(() => response.destroy());
};
const page: Answer = (_, response) => {
  response.writeHead(200, { "content-type": "text/html" }).end("<!DOCTYPE html><html><head><title>Just a moment...</title></head></html>");
};
const absent: Answer = (_, response) => {
  const reason = "<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>";
  response.writeHead(403, { "content-type": "application/xml" }).end(`<?xml version="1.0" encoding="UTF-8"?>\n${reason}`);
};
const empty: Answer = (_, response) => void response.writeHead(200, { "content-length": "0" }).end();

async function expectFetched(kind: Kind, error: Answer, context: TestContext): Promise<void> {
  const file = afterwards(kind, [error, error]);
  const { service, engine } = await startFor(context, { ...routes, "GET /files/x": file, "GET /v1/videos/v/content": file }, { models });
  const made = await service.make(kind, bodies[kind]);
  expect(made.body).toMatchObject({ status: "completed" });
  expect(readMediaFile(made)).toEqual(files[kind]);
  expect(engine.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
}

// They wait more than they work.
test.concurrent.for(
  kinds.flatMap((kind) =>
    [
      ["503", status(503, { "retry-after": "1" })] as const,
      ["500", status(500)] as const,
      ["429", status(429)] as const,
      ["404", status(404)] as const,
      ["409", status(409)] as const,
      ["425", status(425)] as const,
      ["202", status(202)] as const,
      ["a reset", reset] as const,
      ["a file that is cut off", cut] as const,
      ["the state of the work", sendJson({ status: "processing" })] as const,
      ["the state of the work in another word", sendJson({ state: "Preparing" })] as const,
      ["an error with 200", sendJson({ code: 50001, message: "internal error" })] as const,
      ["a page of a gateway with 200", page] as const,
      ["Amazon's refusal of a file that is not there", absent] as const,
      ["400 for a file that is not ready", sendJson({ error: { message: "The file is not ready yet." } }, 400)] as const,
    ].map(([name, error]) => ({ kind, name, error })),
  ),
)("a file of $kind is fetched after $name, and generated once", ({ kind, error }, context) => expectFetched(kind, error, context));

// An empty file is asked for again for two seconds only: nothing else runs meanwhile.
test.for(kinds)("a file of %s is fetched after a file that is still empty, and generated once", (kind, context) =>
  expectFetched(kind, empty, context),
);

test.each([403, 410])("a link that has expired with %s is not reported as a refused key, and fetched once", async (code) => {
  const { service, engine } = await start({ ...routes, "GET /files/x": sendJson({ message: "Request has expired" }, code) }, { models });
  const made = await service.make("images", bodies.images);
  expect(made.body).toMatchObject({ status: "failed", error: { message: expect.stringContaining("the link to it has expired") } });
  expect(JSON.stringify(made.body)).not.toMatch(/\bkey\b/);
  expect(engine.countOf("/files/x")).toBe(1);
});

/** The link is valid for some seconds from when it is sent, and the store says its time, or none. */
test.each([
  ["for a second", 1, true],
  ["for some seconds, of a store that does not say its time", 6, false],
  ["no more when it arrives", -1, true],
])("a link that is valid %s is not fetched longer", async (_, seconds, isDated) => {
  const paths: string[] = [];
  const { service, engine } = await start(
    {
      ...routes,
      "POST /v1/images/generations": (_request, response) => {
        paths.push(`/files/x?Expires=${Math.floor(Date.now() / 1000) + seconds}&Signature=s`);
        response.setHeader("content-type", "application/json").end(JSON.stringify({ data: [{ url: paths[0] }] }));
      },
      "GET /files/x": (_request, response) => {
        response.sendDate = isDated;
        response.writeHead(503).end();
      },
    },
    { models },
  );
  expect((await service.make("images", bodies.images)).body).toMatchObject({ status: "failed" });
  expect(engine.countOf(paths[0] ?? "")).toBeLessThan(9);
});

// RFC 9110, 6.6.1: the machine's own clock may be wrong.
test.each([
  ["an hour", 3_600],
  ["forty days", 40 * 86_400],
])("on a machine whose clock is %s ahead, a file is fetched after an error", async (_, ahead) => {
  const storeTime = Date.now() - ahead * 1000;
  const link = `/files/x?Expires=${Math.floor(storeTime / 1000) + 600}&Signature=s`;
  const busy = [undefined, new Date(storeTime).toUTCString()].map(
    (date): Answer =>
      (_request, response) => {
        response.sendDate = false;
        response.writeHead(503, date === undefined ? {} : { date }).end();
      },
  );
  const { service } = await start(
    {
      ...routes,
      "POST /v1/images/generations": sendJson({ data: [{ url: link }] }),
      "GET /files/x": afterwards("images", busy),
    },
    { models },
  );
  expect(readMediaFile(await service.make("images", bodies.images))).toEqual(files.images);
});

test.each(kinds)("the next service fetches a file of %s that was not there, and does not generate it again", async (kind) => {
  const asked = Promise.withResolvers<void>();
  let isReady = false;
  const file: Answer = (request, response) => {
    asked.resolve();
    return isReady ? void response.end(files[kind]) : status(503)(request, response);
  };
  const engine = await startEngine({ ...routes, "GET /files/x": file, "GET /v1/videos/v/content": file });
  const data = await mkdtemp(path.join(tmpdir(), "generation-studio-links-"));
  onTestFinished(() => rm(data, { recursive: true, force: true, maxRetries: 5 }));
  const first = await serviceOf(engine, { models }, {}, { data });
  const { body } = await first.post(`/api/v1/${kind}`, bodies[kind]);
  await asked.promise;
  await first.close();
  isReady = true;
  const second = await serviceOf(engine, { models }, {}, { data });
  const made = await second.settle(`/api/v1/${kind}/${body.id}`);
  expect(readMediaFile(made)).toEqual(files[kind]);
  expect(engine.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  await second.close();
});
