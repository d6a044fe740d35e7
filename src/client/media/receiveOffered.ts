/** Takes the files of a completed result, each on its own: one that cannot be read must not cost the others. */
import { open } from "node:fs/promises";
import * as z from "zod/mini";
import { parseJson } from "../../contract/parseJson.ts";
import { isSvg } from "../../contract/svg.ts";
import type { RequestSecrets } from "../../network/redactText.ts";
import { invalidFileCode } from "../errors/ownCodes.ts";
import { badFile } from "../http/badAnswer.ts";
import type { Connection } from "../http/exchange.ts";
import { readDiskError } from "../http/readDiskError.ts";
import { readFailedTask } from "../http/readServiceError.ts";
import { discardFiles, type WrittenFile } from "../http/temporaryFile.ts";
import type { CallOptions, ReceivedFile } from "../serviceClient.ts";
import { ServiceError } from "../serviceError.ts";
import { downloadLink } from "./downloadLink.ts";
import type { ReceivedContent } from "./receivedContent.ts";

/** One file as a result offers it. */
export interface OfferedFile {
  /** Where its content or a link to it may be: the first one with a content is taken. */
  contents: readonly (ReceivedContent | undefined)[];
  /** What the service reports about it. */
  mediaType?: string | undefined;
  name?: string | undefined;
}

export interface OfferedFiles {
  files: ReceivedFile[];
  /** Why the others cannot be read. */
  unreadable: ServiceError[];
}

export interface OfferedParts {
  connection: Connection;
  folder: string;
  options: CallOptions | undefined;
  secrets: RequestSecrets;
}

/** Throws ServiceError if a link may be readable later, if the disk fails, or if no file at all can be read. */
export async function receiveOffered(parts: OfferedParts, offered: readonly OfferedFile[]): Promise<OfferedFiles> {
  const files: ReceivedFile[] = [];
  const unreadable: ServiceError[] = [];
  for (const one of offered) {
    try {
      const file = await receiveOne(parts, one);
      if (file) files.push(file);
    } catch (error) {
      if (error instanceof ServiceError && isFinal(error)) {
        unreadable.push(error);
        continue;
      }
      await discardFiles(files.map(({ path }) => path));
      throw error;
    }
  }
  const [first] = unreadable;
  if (files.length === 0 && first) {
    throw first.kind === "notFound" ? first : new ServiceError({ ...first, message: first.message, code: invalidFileCode });
  }
  return { files, unreadable };
}

/** Whether the same file would be refused again. */
function isFinal({ kind, status = 0 }: ServiceError): boolean {
  const isRefusedLink = status >= 400 && status < 500 && ![408, 425, 429].includes(status);
  return kind === "badAnswer" || kind === "forbiddenAddress" || isRefusedLink;
}

/** undefined: nothing is offered. */
async function receiveOne(parts: OfferedParts, { contents, mediaType, name }: OfferedFile): Promise<ReceivedFile | undefined> {
  const given = contents.filter((content) => content !== undefined);
  for (const [at, content] of given.entries()) {
    if (content.type === "broken" && at < given.length - 1) continue;
    const received = await receive(parts, content);
    if (!received) continue;
    return {
      ...received.written,
      mediaType: mediaType ?? received.mediaType,
      name,
      says: await readWords(received.written, parts.secrets),
    };
  }
  if (given.length > 0) throw badFile("The service sent an empty file.");
  return undefined;
}

/** undefined: it is empty. */
async function receive(
  { connection, folder, options }: OfferedParts,
  content: ReceivedContent,
): Promise<{ written: WrittenFile; mediaType: string | undefined } | undefined> {
  switch (content.type) {
    case "file": {
      const written = await content.written;
      return written.size === 0 ? undefined : { written, mediaType: content.mediaType };
    }
    case "link": {
      const { mediaType, ...written } = await downloadLink(connection, content.link, folder, options);
      if (written.size > 0) return { written, mediaType };
      await discardFiles([written.path]);
      return undefined;
    }
    case "broken":
      throw content.error;
    case "empty":
      return undefined;
  }
}

/** A longer text is no error message. */
const longestMessage = 64 * 1024;
const headLength = 8 * 1024;

/** What a file says if it is a web page or an error in JSON instead of the result, redacted; undefined: it is neither. */
async function readWords({ path, size }: WrittenFile, secrets: RequestSecrets): Promise<string | undefined> {
  try {
    const file = await open(path, "r");
    try {
      const length = Math.min(size, longestMessage);
      const head = await file.read(Buffer.alloc(Math.min(length, headLength)), 0, Math.min(length, headLength), 0);
      const start = head.buffer.toString("utf8", 0, head.bytesRead).replace(/^\ufeff?\s*/, "");
      if (/^<(?:!doctype\s+html|html|head|body|title|meta|center|h1|p)\b/i.test(start) && !isSvg(start)) return "a web page";
      if (!/^[{[]/.test(start) || size > longestMessage) return undefined;
      const whole = await file.read(Buffer.alloc(length), 0, length, 0);
      return describeJson(whole.buffer.toString("utf8", 0, whole.bytesRead), secrets);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw readDiskError(error);
  }
}

const messageSchema = z.looseObject({ error: z.optional(z.unknown()), message: z.optional(z.unknown()), detail: z.optional(z.unknown()) });

function describeJson(text: string, secrets: RequestSecrets): string | undefined {
  const value = parseJson(text);
  if (value === undefined) return undefined;
  const { error, message, detail } = messageSchema.safeParse(value).data ?? {};
  const found = readFailedTask(error ?? message ?? detail, secrets, "");
  return found === undefined ? "JSON" : found.message;
}
