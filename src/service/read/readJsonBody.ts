/** Reads the body of a request as a JSON object, or refuses it. */
import { ApiError, invalidRequest } from "../apiError.ts";
import type { BodyShare } from "../connection/bodyBudget.ts";
import { bodyLevels, isDeeperThan } from "../depth.ts";
import type { ServiceSettings } from "../serviceOptions.ts";
import { isJsonObject, type JsonObject } from "./fields.ts";

/** A body that is too large is read to its end, so that the client can read the error, but at most this many bytes. */
const discardedByteLimit = 512 * 1024 * 1024;

/** Largest body, in bytes, that is not read from a stream. */
const smallBody = 64 * 1024;

/** `share`: the budget of memory that the bytes are counted in. */
export type BodyOptions = Pick<ServiceSettings, "bodyTimeLimit" | "bodySizeLimit"> & { share?: Pick<BodyShare, "add"> };

const decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads a body of `Content-Type: application/json`. Throws `invalid_request` for another content type, a content encoding, or a body that
 * is too large, not UTF-8, not JSON, nested too deeply or not an object, and `timeout` (408) if it does not arrive in time.
 */
export async function readJsonBody(request: Request, options: BodyOptions): Promise<JsonObject> {
  const mediaType = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  const isJson = mediaType === "application/json" && !request.headers.has("content-encoding");
  const bytes = await readBytes(request, options);
  if (!isJson) throw invalidRequest(undefined, "The body must be sent as Content-Type: application/json, without an encoding.");
  const value = parseJson(bytes);
  if (!isJsonObject(value)) throw invalidRequest(undefined, "The body must be a JSON object.");
  if (isDeeperThan(value, bodyLevels)) throw invalidRequest(undefined, `The body is nested more than ${bodyLevels} levels deep.`);
  return value;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    throw invalidRequest(undefined, "The body is not valid JSON.");
  }
}

/** Throws `invalid_request` for a body that is too large or incomplete, and `timeout` (408) if it does not arrive in time. */
export async function readBytes(request: Request, { bodyTimeLimit, bodySizeLimit, share }: BodyOptions): Promise<Uint8Array> {
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  if (length > Math.max(discardedByteLimit, bodySizeLimit)) throw closing(tooLarge(bodySizeLimit));
  const deadline = startDeadline(bodyTimeLimit);
  try {
    if (length <= bodySizeLimit) share?.add(length);
    // A small body with a known length needs no stream, and a large one is held only once.
    if (length <= Math.min(smallBody, bodySizeLimit)) return new Uint8Array(await Promise.race([request.arrayBuffer(), deadline.passed]));
    if (length <= bodySizeLimit) return await readInto(Buffer.allocUnsafeSlow(length), request, deadline.passed);
    return await readStream(request, deadline.passed, bodySizeLimit, share);
  } catch (error) {
    throw error instanceof ApiError ? error : invalidRequest(undefined, "The body did not arrive whole.");
  } finally {
    deadline.stop();
  }
}

async function readInto(whole: Buffer, request: Request, deadline: Promise<never>): Promise<Uint8Array> {
  let size = 0;
  await readChunks(request, deadline, (chunk) => {
    whole.set(chunk, size);
    size += chunk.byteLength;
  });
  return whole.subarray(0, size);
}

async function readStream(request: Request, deadline: Promise<never>, sizeLimit: number, share: BodyOptions["share"]): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  await readChunks(request, deadline, (chunk) => {
    size += chunk.byteLength;
    if (size <= sizeLimit) {
      share?.add(chunk.byteLength);
      chunks.push(chunk);
    }
    if (size > Math.max(discardedByteLimit, sizeLimit)) throw closing(tooLarge(sizeLimit));
  });
  if (size > sizeLimit) throw tooLarge(sizeLimit);
  return Buffer.concat(chunks, size);
}

async function readChunks(request: Request, deadline: Promise<never>, add: (chunk: Uint8Array) => void): Promise<void> {
  const reader = request.body?.getReader();
  try {
    for (;;) {
      const read = await Promise.race([reader?.read(), deadline]);
      if (!read || read.done) return;
      add(read.value);
    }
  } catch (error) {
    reader?.cancel().catch(() => undefined);
    throw error;
  }
}

function startDeadline(milliseconds: number): { passed: Promise<never>; stop(): void } {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  const expire = () => reject(closing(new ApiError({ code: "timeout", message: "The request's body did not arrive in time." })));
  const timer = setTimeout(expire, milliseconds);
  return { passed: promise, stop: () => clearTimeout(timer) };
}

function tooLarge(sizeLimit: number): ApiError {
  return invalidRequest(undefined, `The body is larger than ${sizeLimit} bytes.`);
}

/** The same error, which also closes the connection, because the rest of the body is not read. */
function closing(error: ApiError): ApiError {
  return new ApiError({ code: error.code, message: error.message, status: error.status, headers: { connection: "close" } });
}
