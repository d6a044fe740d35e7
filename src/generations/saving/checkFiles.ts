import { invalidFileCode } from "../../client/errors/ownCodes.ts";
import { ownSentences } from "../../client/errors/ownSentences.ts";
import type { ReceivedFile } from "../../client/serviceClient.ts";
import type { Kind } from "../../contract/kind.ts";
import { inEnglish } from "../../contract/translate.ts";
import type { TaskError } from "../task.ts";
import { type DetectedType, detectMediaType } from "./detectMediaType.ts";

export interface CheckedFiles {
  files: { file: ReceivedFile; detected: DetectedType }[];
  /** Why the others are not files of this kind. */
  refused: TaskError[];
}

/**
 * Determines the types of received files. An error page or an error in JSON is not an image, audio or video; another text is kept if the
 * service reports it as one beside the result. `format`: of v1 audio.
 */
export async function checkFiles(files: readonly ReceivedFile[], kind: Kind, format?: string): Promise<CheckedFiles> {
  const all = await Promise.all(
    files.map(async (file) => ({ file, detected: await detectMediaType(file.path, file.mediaType ?? typeOfFormat(format), kind) })),
  );
  if (kind === "text") return { files: all, refused: [] };
  const hasMedia = all.some(({ detected }) => !isText(detected));
  const isKept = ({ file, detected }: (typeof all)[number]) =>
    !isText(detected) || (hasMedia && file.says === undefined && file.mediaType?.startsWith("text/") === true);
  return { files: all.filter(isKept), refused: all.filter((one) => !isKept(one)).map(({ file }) => refusal(file, kind)) };
}

const isText = ({ mediaType }: DetectedType) => mediaType.startsWith("text/");

/** v1 names an audio format without the type, e.g. `pcm` or `pcm_24000`. */
function typeOfFormat(format: string | undefined): string | undefined {
  if (format === undefined) return undefined;
  const [name = ""] = format
    .trim()
    .toLowerCase()
    .split(/[_;\s]/, 1);
  return /^(?:pcm|l16|s16le|raw)/.test(name) ? "audio/pcm" : `audio/${name === "mp3" ? "mpeg" : name}`;
}

function refusal({ says }: ReceivedFile, kind: Kind): TaskError {
  const what = says === undefined ? "a text" : says;
  return { kind: "badAnswer", code: invalidFileCode, message: inEnglish(sentNo[kind], what) };
}

const sentNo: Record<Kind, string> = {
  text: ownSentences.sentNoText,
  image: ownSentences.sentNoImage,
  audio: ownSentences.sentNoAudio,
  video: ownSentences.sentNoVideo,
};
