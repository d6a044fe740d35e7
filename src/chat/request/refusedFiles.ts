/** Kinds of files that a model's service has refused in a conversation, whatever the service reports of the model. */
import { type FilePart, inputParts } from "../../contract/inputParts.ts";
import type { Turn } from "../conversation/turn.ts";
import { errorsOfRefused } from "./refusedRequests.ts";

/** As words or parts of a request, but not in the name of a model. */
const names: Record<FilePart, RegExp> = {
  image: /(?<![-\w])(?:images?(?![-\w])|(?:input_)?image_url|input_image|vision(?![-\w]))|图片|图像/i,
  audio: /(?<![-\w])(?:audios?(?![-\w])|audio_url|input_audio)|音频/i,
  video: /(?<![-\w])(?:videos?(?![-\w])|video_url|input_video)|视频/i,
  file: /(?<![-\w])(?:(?:documents?|pdfs?|files?)(?![-\w])|input_file|file_data)|文档|文件/i,
};
/** Engines whose models read only text do not know that content can have parts. */
const takesOnlyText =
  /content(?:['’]s)?\b.{0,20}\b(?:must|should) be (?:a )?(?:valid )?string|only text|text[- ]only|not (?:a )?multi-?modal|仅支持文本/i;
const refuses =
  /not (?:supported|enabled|available|allowed)|unsupported|(?:does|do|can)(?:n['’]t| ?not) (?:support|see|hear|(?:take|accept|read) (?:any )?(?:input_|images?|audio|videos?|files?|documents?|pdfs?))|no endpoints found|only supported by|unknown variant|\bat most 0\b|不支持/i;
/** What is wrong with one file, or with their number. */
const isOfOne =
  /format|mime|media.?type|formats|too (?:large|many|big|long)|exceed|maximum|dimension|pixels|\bbytes\b|corrupt|generat|url/i;
/** The names of parts, which do not say that a link is at fault. */
const partNames = /\b(?:image|audio|video|input|file)_(?:url|data)\b/gi;

function filesIn(message: string): readonly FilePart[] {
  if (takesOnlyText.test(message)) return inputParts;
  if (!refuses.test(message) || isOfOne.test(message.replace(partNames, ""))) return [];
  return inputParts.filter((part) => names[part].test(message));
}

/**
 * The kinds of files that a model reads, for all that is known. `reported`: what the service says; undefined: it says nothing. Returns
 * undefined if no kind is known to be refused either.
 */
export function acceptedFiles(
  turns: readonly Turn[],
  model: string,
  reported: readonly FilePart[] | undefined,
): readonly FilePart[] | undefined {
  const refused = errorsOfRefused(turns, model).flatMap(({ message }) => filesIn(message));
  return refused.length === 0 ? reported : (reported ?? inputParts).filter((part) => !refused.includes(part));
}
