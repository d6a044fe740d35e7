/** The images of an answer, and frames of its videos, in the form in which models with vision take them. */
import { readFile } from "node:fs/promises";
import { abortedError } from "../../client/http/pause.ts";
import { findFormat, formatOfName, kindOfMediaType, mediaTypeOf } from "../../contract/fileFormats.ts";
import { limits } from "../../contract/limits.ts";
import { t } from "../../contract/translate.ts";
import { makeContactSheet } from "../../media/images/contactSheet.ts";
import { makeThumbnail } from "../../media/images/makeThumbnail.ts";
import type { TestedFile } from "../../prompt/assertions/testedAnswer.ts";

/** Formats that the models with vision of OpenAI, Anthropic and Google take. */
const taken: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/webp"]);
/** Of all images of a request, in bytes: in base64, they take a third more. */
const mostBytes = Math.floor(limits.fileBytesPerRequest * 0.7);

type Seen = Pick<TestedFile, "format" | "path">;

/** Whether a model could see the file. */
export function isSeen({ format }: Pick<TestedFile, "format">): boolean {
  return ["image", "video"].includes(formatOfName(`file.${format}`)?.kind ?? "");
}

/** Data URIs; or why not all can be shown, in one sentence. Throws ServiceError `aborted`. */
export async function readImages(files: readonly Seen[], signal: AbortSignal): Promise<{ uris: string[] } | { fault: string }> {
  if (files.length > limits.filesPerRequest) return { fault: t("A model can be shown {0} files at most.", limits.filesPerRequest) };
  const uris: string[] = [];
  for (const file of files) {
    const image = await readImage(file, Math.floor(mostBytes / files.length), signal).catch((error: unknown) => {
      throw signal.aborted ? abortedError() : error;
    });
    if ("fault" in image) return image;
    uris.push(`data:${image.mediaType};base64,${Buffer.from(image.bytes).toString("base64")}`);
  }
  return { uris };
}

type ShownImage = { bytes: Uint8Array; mediaType: string } | { fault: string };

async function readImage({ format, path }: Seen, most: number, signal: AbortSignal): Promise<ShownImage> {
  const bytes = path === undefined ? undefined : await readFile(path).catch(() => undefined);
  if (path === undefined || bytes === undefined) return { fault: t("The file of the answer is no longer there.") };
  if (kindOfMediaType(mediaTypeOf(`file.${format}`)) === "video") {
    const sheet = await makeContactSheet(path, signal);
    return "fault" in sheet ? sheet : { bytes: sheet.bytes, mediaType: "image/jpeg" };
  }
  const mediaType = findFormat(bytes)?.mediaType ?? "";
  if (taken.has(mediaType) && bytes.length <= most) return { bytes, mediaType };
  return (await makeThumbnail(bytes, most)) ?? { fault: t("Images of this format ({0}) or size cannot be shown to a model.", format) };
}
