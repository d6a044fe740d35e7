/** Stores large files in a bucket of S3, or of another store with its protocol. */
import { randomUUID } from "node:crypto";
import { env } from "node:process";
import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  paginateListObjectsV2,
  S3Client,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { type FileOwner, type FileStore, fileSlice, sliceStream } from "./fileStore.ts";

export interface S3Options {
  /** `s3://bucket/prefix` */
  url: string;
  /** Prefix of the services that share one database: only they remove each other's files. */
  area: string;
  owner: FileOwner;
  /** Milliseconds for which the store may be silent. Default: a minute. */
  silence?: number;
}

/** Bytes of one part of an upload. A file may have 10,000 parts. */
const partSize = 8 * 1024 ** 2;
/** How many parts of one file are sent at once; they are in memory. */
const simultaneousParts = 2;
/** Transfers to the store at the same time; others wait. Readers do not: each may pause for as long as it likes, and would keep others waiting. */
const connections = 256;
/** Milliseconds. */
const connectionTimeout = 10_000;
const silenceTimeout = 60_000;

/**
 * The address, the region and the keys of the store are in the usual variables: AWS_ENDPOINT_URL_S3, AWS_REGION, AWS_ACCESS_KEY_ID and
 * others. Rejects if the bucket cannot be used.
 */
export async function openS3Files({ url, area, owner, silence = silenceTimeout }: S3Options): Promise<FileStore> {
  const [, bucket, path = ""] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(url) ?? [];
  if (bucket === undefined) throw new TypeError(`--files takes a folder or s3://BUCKET/PREFIX, not ${url}.`);
  const prefix = path.split("/").filter(Boolean).join("/");
  const { client, reader } = openClients(silence);
  const root = prefix === "" ? `${area}/` : `${prefix}/${area}/`;
  const keyOf = (location: string) => `${root}${location}`;
  /** Locations that may still be recorded in the database. */
  const pending = new Set<string>();

  async function remove(location: string): Promise<void> {
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: keyOf(location) })).catch(() => undefined);
  }

  /** Whether no running service is writing the location or about to record it. */
  async function isLeft(location: string, areAlive: Map<string, boolean>): Promise<boolean> {
    const [id = ""] = location.split("/");
    if (id === owner.id) return !pending.has(location);
    const isAlive = areAlive.get(id) ?? (await owner.isAlive(id));
    areAlive.set(id, isAlive);
    return !isAlive;
  }

  await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: root, MaxKeys: 1 })).catch((error: unknown) => {
    reader.destroy();
    client.destroy();
    throw new Error(`The bucket of files cannot be used (${url}): ${describe(error)}`);
  });

  return {
    async write(chunks) {
      const location = `${owner.id}/${randomUUID()}`;
      pending.add(location);
      try {
        await upload({ client, bucket, key: keyOf(location) }, chunks);
        return location;
      } catch (error) {
        await remove(location);
        pending.delete(location);
        throw error;
      }
    },
    keep: (location) => void pending.delete(location),
    async *read(location, start, end) {
      if (start >= end) return;
      const openFrom = async (at: number) => {
        const command = new GetObjectCommand({ Bucket: bucket, Key: keyOf(location), Range: `bytes=${at}-${end - 1}` });
        const { Body } = await open(reader, command, silence);
        if (!(Body instanceof Readable)) throw new Error("A stored file cannot be read.");
        return Body;
      };
      yield* sliceStream(readOn(openFrom, start, silence), fileSlice, end - start);
    },
    async find(location, size) {
      const { ContentLength } = await client
        .send(new HeadObjectCommand({ Bucket: bucket, Key: keyOf(location) }))
        .catch((error: unknown) => {
          throw refused(error);
        });
      if (ContentLength !== size) throw new Error("A stored file is shorter than it was.");
    },
    async check() {
      await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: root, MaxKeys: 1 })).catch((error: unknown) => {
        throw refused(error);
      });
    },
    async delete(locations) {
      await Promise.all(locations.map(remove));
      for (const location of locations) pending.delete(location);
    },
    async sweep(isKept) {
      const areAlive = new Map<string, boolean>();
      for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: root })) {
        for (const { Key } of page.Contents ?? []) {
          const location = Key?.slice(root.length);
          if (location !== undefined && (await isLeft(location, areAlive)) && !(await isKept(location))) await remove(location);
        }
      }
      await sweepUploads({ client, bucket, root }, (location) => isLeft(location, areAlive)).catch((error: unknown) => {
        // Not every store lists unfinished uploads.
        if (describe(error) !== "NotImplemented") throw refused(error);
      });
    },
    async close() {
      reader.destroy();
      client.destroy();
    },
  };
}

/** `reader`: for files that are read. The timeout of a socket would also count the time in which their reader takes nothing. */
function openClients(silence: number): { client: S3Client; reader: S3Client } {
  const endpoint = env.AWS_ENDPOINT_URL_S3 ?? env.AWS_ENDPOINT_URL;
  const create = (socketTimeout: number, maxSockets: number) =>
    new S3Client({
      region: env.AWS_REGION ?? env.AWS_DEFAULT_REGION ?? "us-east-1",
      // Stores other than Amazon's rarely have a host name for each bucket, or their own checksums.
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      requestHandler: {
        connectionTimeout,
        socketTimeout,
        httpAgent: { keepAlive: true, maxSockets },
        httpsAgent: { keepAlive: true, maxSockets },
      },
    });
  return { client: create(silence, connections), reader: create(0, Number.POSITIVE_INFINITY) };
}

/** Rejects if there is no answer within `silence` milliseconds. */
async function open(reader: S3Client, command: GetObjectCommand, silence: number): Promise<GetObjectCommandOutput> {
  // A signal of AbortSignal.timeout() would also end the file's transfer.
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), silence);
  return reader
    .send(command, { abortSignal: waiting.signal })
    .catch((error: unknown) => {
      throw refused(error);
    })
    .finally(() => clearTimeout(timer));
}

/** Stores close connections whose reader pauses for minutes: what is left is asked for again, as long as each answer brings some of it. */
async function* readOn(openFrom: (at: number) => Promise<Readable>, start: number, silence: number): AsyncGenerator<Uint8Array> {
  for (let at = start; ; ) {
    const from = at;
    const body = await openFrom(at);
    try {
      for await (const chunk of awaitEach(body, silence)) {
        at += chunk.byteLength;
        yield chunk;
      }
      return;
    } catch (error) {
      const isClosed = error instanceof Error && "code" in error && error.code === "ECONNRESET";
      if (!isClosed || at === from) throw refused(error);
    } finally {
      body.destroy();
    }
  }
}

/** Passes on the chunks. Rejects if the next one takes longer than `limit` in milliseconds; how long the reader takes does not count. */
async function* awaitEach(body: Readable, limit: number): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  for (;;) {
    const timer = setTimeout(() => body.destroy(refused(new Error("silent"))), limit);
    const { done, value } = await chunks.next().finally(() => clearTimeout(timer));
    if (done) return;
    yield value;
  }
}

/** Uploads in parts, so that only a few of them are in memory. Rejects with the error of `chunks`, or with one that says why the bucket refused. */
async function upload(
  { client, bucket, key }: { client: S3Client; bucket: string; key: string },
  chunks: Parameters<FileStore["write"]>[0],
): Promise<void> {
  let broken: { error: unknown } | undefined;
  const watched = async function* () {
    // If the upload fails, its error is thrown at the `yield`, and is not an error of `chunks`.
    let isTaken = false;
    try {
      for await (const chunk of chunks) {
        isTaken = true;
        yield chunk;
        isTaken = false;
      }
    } catch (error) {
      if (!isTaken) broken = { error };
      throw error;
    }
  };
  const body = Readable.from(watched());
  const uploading = new Upload({ client, params: { Bucket: bucket, Key: key, Body: body }, partSize, queueSize: simultaneousParts });
  try {
    await uploading.done();
  } catch (error) {
    const reason = broken ? broken.error : refused(error);
    body.destroy();
    await uploading.abort().catch(() => undefined);
    throw reason;
  }
}

/** Aborts uploads that no running service continues. */
async function sweepUploads(
  { client, bucket, root }: { client: S3Client; bucket: string; root: string },
  isLeft: (location: string) => Promise<boolean>,
): Promise<void> {
  let from: Pick<ListMultipartUploadsCommandInput, "KeyMarker" | "UploadIdMarker"> | undefined = {};
  while (from) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: root, ...from }),
    );
    for (const { Key, UploadId } of page.Uploads ?? []) {
      if (Key === undefined || UploadId === undefined || !(await isLeft(Key.slice(root.length)))) continue;
      await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })).catch(() => undefined);
    }
    from = page.IsTruncated === true ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined;
  }
}

/** An error without the key of the object, because a log may show it. */
function refused(error: unknown): Error {
  return new Error(`the bucket of files cannot be used: ${describe(error)}`);
}

/** Error names such as NoSuchBucket, AccessDenied and ECONNREFUSED. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return "unknown error";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
