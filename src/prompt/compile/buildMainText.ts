/** Builds the main field of a request (`input`, `prompt` or `content`) from a document's body and files. */

import { kindOfMediaType, mediaTypeOf } from "../../contract/fileFormats.ts";
import { isDialogue, isSentTurn } from "../check/checkTurns.ts";
import { addressOf, isRemote } from "../documentFiles.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import { findEntry } from "../text/frontMatter.ts";
import type { RequestText } from "./requestText.ts";

export function buildMainText(document: PromptDocument, text: RequestText): unknown {
  const written = text.fillRange(document.body.range);
  if (document.interface === "v2") {
    const files = readFiles(document, text).map(({ data }) => ({ type: "input_file", file_data: data }));
    return [{ type: "input_text", text: written }, ...files];
  }
  if (document.kind !== "text") return written;
  const parts = readFiles(document, text).map(buildFilePart);
  if (isDialogue(document)) return buildDialogue(document, text, parts);
  if (parts.length === 0) return written;
  return [{ type: "message", role: "user", content: [{ type: "input_text", text: written }, ...parts] }];
}

/** Files are sent with the user's last turn. */
function buildDialogue(document: PromptDocument, text: RequestText, parts: readonly object[]): object[] {
  const turns = document.body.turns.filter(isSentTurn);
  const lastUser = turns.findLastIndex((turn) => turn.role === "user");
  return turns.map((turn, index) => {
    const content = text.fillRange(turn.contentRange);
    const part = { type: turn.role === "assistant" ? "output_text" : "input_text", text: content };
    return { type: "message", role: turn.role, content: index === lastUser ? [part, ...parts] : [part] };
  });
}

interface SentFile {
  /** As written, with variables filled in. */
  address: string;
  /** A URL or a data URI. */
  data: string;
}

function readFiles(document: PromptDocument, text: RequestText): SentFile[] {
  const value = findEntry(document.fields, "files")?.value;
  if (value?.type !== "list") return [];
  return value.items.flatMap((item) => {
    const address = addressOf(item);
    if (!address) return [];
    const data = text.resolveFile(address.source, address.range);
    return data === undefined ? [] : [{ address: text.fill(address.source), data }];
  });
}

/** Source: spec, "Input parts". */
function buildFilePart({ address, data }: SentFile): object {
  const kind = kindOfMediaType(mediaTypeOf(data));
  if (kind !== "document") return { type: `input_${kind}`, [`${kind}_url`]: data };
  if (/^https?:/i.test(data)) return { type: "input_file", file_url: data };
  const filename = isRemote(address) ? undefined : address.replace(/^.*[\\/]/, "");
  return { type: "input_file", ...(filename ? { filename } : {}), file_data: data };
}
