/** Reads the body of a request as a JSON object, or refuses it. */
import { hash } from "node:crypto";
import { isJsonObject, type JsonObject } from "../../contract/jsonObject.ts";
import { ArrivingFile, smallFile } from "../../media/files/arrivingFile.ts";
import { ApiError, invalidRequest } from "../apiError.ts";
import type { BodyShare } from "../connection/bodyBudget.ts";
import { describeBound, exceededBound } from "../jsonBounds.ts";
import type { ServiceSettings } from "../settings/settings.ts";

/** A body that is too large is read to its end, so that the client can read the error, but at most this many bytes. */
const discardedByteLimit = 512 * 1024 * 1024;

/** `share`: the budget of memory and disk that the bytes are counted in. */
export type BodyOptions = Pick<ServiceSettings, "bodyTimeLimit" | "bodySizeLimit"> & {
  share?: Pick<BodyShare, "expect" | "arrive" | "hold">;
};

const decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads a body of `Content-Type: application/json`. Throws `invalid_request` for another content type, a content encoding, or a body that
 * is too large, not UTF-8, not JSON, nested too deeply, of too many values or not an object, and `timeout` (408) if it does not arrive in time.
 * `digest`: of the bytes.
 */
export async function readJsonBody(request: Request, options: BodyOptions): Promise<{ body: JsonObject; digest: string }> {
  const mediaType = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  const isJson = mediaType === "application/json" && !request.headers.has("content-encoding");
  const bytes = await readBytes(request, options);
  if (!isJson) throw invalidRequest(undefined, "The body must be sent as Content-Type: application/json, without an encoding.");
  const bound = exceededBound(bytes);
  if (bound) throw invalidRequest(undefined, describeBound("The body", bound));
  const value = parseJson(bytes);
  if (!isJsonObject(value)) throw invalidRequest(undefined, "The body must be a JSON object.");
  return { body: value, digest: hash("sha256", bytes) };
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    throw invalidRequest(undefined, "The body is not valid JSON.");
  }
}

/**
 * Throws `invalid_request` for a body that is too large or incomplete, `timeout` (408) if it does not arrive in time, and what `share`
 * throws.
 */
export async function readBytes(request: Request, { bodyTimeLimit, bodySizeLimit, share }: BodyOptions): Promise<Uint8Array> {
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  if (length > Math.max(discardedByteLimit, bodySizeLimit)) throw closing(tooLarge(bodySizeLimit));
  try {
    if (length > Math.min(smallFile, bodySizeLimit) || Number.isNaN(length)) {
      if (length <= bodySizeLimit) share?.expect(length);
      return await readLarge(request, bodyTimeLimit, bodySizeLimit, share);
    }
    // A small body with a known length needs no stream.
    share?.hold(length);
    return new Uint8Array(await inTime(request.arrayBuffer(), bodyTimeLimit));
  } catch (error) {
    throw error instanceof ApiError ? error : invalidRequest(undefined, "The body did not arrive whole.");
  }
}

async function readLarge(request: Request, timeLimit: number, sizeLimit: number, share: BodyOptions["share"]): Promise<Uint8Array> {
  const body = new ArrivingFile();
  let size = 0;
  try {
    await readChunks(request, timeLimit, async (chunk) => {
      size += chunk.byteLength;
      if (size > Math.max(discardedByteLimit, sizeLimit)) throw closing(tooLarge(sizeLimit));
      if (size > sizeLimit) return;
      share?.arrive(chunk.byteLength);
      await body.add(chunk).catch(refuse);
    });
    if (size > sizeLimit) throw tooLarge(sizeLimit);
    share?.hold(size);
    return await body.readWhole().catch(refuse);
  } finally {
    await body.close().catch(() => undefined);
  }
}

/** The disk is full, or the folder for temporary files cannot be written. */
function refuse(): never {
  const message = "The service cannot keep large requests on its disk. Retry later.";
  throw new ApiError({ code: "api_error", status: 503, message, headers: { "retry-after": "5" } });
}

async function readChunks(request: Request, timeLimit: number, add: (chunk: Uint8Array) => Promise<void>): Promise<void> {
  if (!request.body) return;
  const reader = request.body.getReader();
  const readAll = async () => {
    for (let read = await reader.read(); !read.done; read = await reader.read()) await add(read.value);
  };
  const reading = readAll();
  try {
    await inTime(reading, timeLimit);
  } catch (error) {
    // The rest is discarded by the connection: cancelling the stream would close it, and the client could not read the error.
    reader.releaseLock();
    await reading.catch(() => undefined);
    throw error;
  }
}

/** Settles like `reading`, or rejects with `timeout` after the time limit in milliseconds. */
function inTime<Result>(reading: Promise<Result>, timeLimit: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const expire = () => reject(closing(new ApiError({ code: "timeout", message: "The request's body did not arrive in time." })));
    const timer = setTimeout(expire, timeLimit);
    reading.then(
      (result) => {
        clearTimeout(timer);
        resolve(result);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

function tooLarge(sizeLimit: number): ApiError {
  return invalidRequest(undefined, `The body is larger than ${sizeLimit} bytes.`);
}

/** The same error, which also closes the connection, because the rest of the body is not read. */
function closing(error: ApiError): ApiError {
  return new ApiError({ code: error.code, message: error.message, status: error.status, headers: { connection: "close" } });
}
