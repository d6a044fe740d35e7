/** A file's first bytes in; what it is, and the ending that it gets, out. */
import { open } from "node:fs/promises";
import { fileTypeFromBuffer } from "file-type";

export interface DetectedType {
  mediaType: string;
  /** With its dot. */
  ending: string;
}

const headBytes = 64 * 1024;
const unknownType: DetectedType = { mediaType: "application/octet-stream", ending: ".bin" };

/** Endings that start a program when opened: such a file keeps a neutral one. */
const programs = /^(?:exe|dll|elf|macho|msi|lnk|deb|rpm|apk|jar|class|wasm|cab|crx|xpi|pif|com|bat|cmd|sh)$/;

/** Reads the beginning of a file. What the service says about it is not asked. */
export async function detectMediaType(path: string): Promise<DetectedType> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return await detectHead(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

async function detectHead(head: Uint8Array): Promise<DetectedType> {
  const detected = await fileTypeFromBuffer(head).catch(() => undefined);
  if (detected !== undefined && detected.mime !== "application/xml") {
    if (programs.test(detected.ext)) return unknownType;
    return { mediaType: detected.mime.split(";", 1)[0] ?? detected.mime, ending: `.${detected.ext}` };
  }
  const text = readText(head);
  if (text === undefined) return unknownType;
  if (/^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*|<!DOCTYPE svg[^>]*>\s*)*<svg[\s/>]/i.test(text))
    return { mediaType: "image/svg+xml", ending: ".svg" };
  return { mediaType: "text/plain", ending: ".txt" };
}

/** The bytes as text, or undefined when they are none. A character that the head cuts in two is not an error. */
function readText(head: Uint8Array): string | undefined {
  if (head.length === 0 || head.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
  } catch {
    return undefined;
  }
}
