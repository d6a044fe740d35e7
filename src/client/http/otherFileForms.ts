/** Forms in which programs send a file besides base64 and data URIs. */
import { createBase64Decoder, type FileDecoder } from "./base64Decoder.ts";
import type { TemporaryFile } from "./temporaryFile.ts";

const backslash = 0x5c;
const sliceLength = 64 * 1024;

/** The beginning of a string with a file, as Latin-1. */
export interface Beginning {
  /** Without byte order mark, quotes and repeated beginnings of data URIs. */
  text: string;
  /** Whether quotes and escaped line breaks must be left out of the whole string. */
  isWrapped: boolean;
}

/** A data URI, whose parameters may be quoted. */
export const dataUriPattern = /^data:((?:[^,"]|"[^"]{0,1000}")*),/i;
/** A byte order mark, and the quotes of JSON or of Python's bytes. */
const wrapping = /^(?:\xef\xbb\xbf)?(b?["'])?/;
/** The beginning of a data URI without `data:`. */
const uriWithoutScheme = /^(?:[a-z]+\/[\w.+-]+;(?:[^,]{0,100};)?)?base64,/i;
/** A data URI of base64 within another one. */
const repeated = /^data:[^,]{0,1000};base64,(?=data:)/i;

/** How many characters show these forms. A line of base64 has at most 76. */
export const shownBy = 100;

export function readBeginning(head: string): Beginning {
  const [mark = "", quote] = wrapping.exec(head) ?? [];
  const rest = head.slice(mark.length).replace(repeated, "");
  const start = uriWithoutScheme.test(rest) ? (/^base64/i.test(rest) ? "data:;" : "data:") : "";
  return { text: start + rest, isWrapped: quote !== undefined || /\\[nr]/.test(rest) };
}

/** Whether a text is a drawing that is not encoded. */
export function isPlainSvg(text: string): boolean {
  return /^<(?:\?xml[\s?]|!--|!doctype svg[\s>]|(?:[a-z][\w.-]*:)?svg[\s/>])/i.test(text);
}

/** Leaves quotes and escaped line breaks out. */
export function createWrappedBase64Decoder(file: TemporaryFile): FileDecoder {
  const decoder = createBase64Decoder(file);
  let pending = "";
  return {
    ...decoder,
    write(characters) {
      const text = pending + characters.toString("latin1");
      const isOpen = text.charCodeAt(text.length - 1) === backslash;
      pending = isOpen ? "\\" : "";
      const whole = isOpen ? text.slice(0, -1) : text;
      decoder.write(Buffer.from(whole.replaceAll(/\\[nr]|["']/g, ""), "latin1"));
    },
  };
}

/** Writes the characters as they are. */
export function createTextWriter(file: TemporaryFile): FileDecoder {
  return {
    file,
    write(characters) {
      for (let at = 0; at < characters.length; at += sliceLength) {
        const slice = characters.subarray(at, at + sliceLength);
        file.reserve(slice.length).set(slice);
        file.fill(slice.length);
      }
    },
    end() {
      // Nothing is pending.
    },
  };
}
