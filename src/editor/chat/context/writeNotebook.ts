/** Writes a notebook as text for a model: its cells and the text of their outputs, without images. */
import * as z from "zod/mini";
import { tryParseJson } from "../../../contract/tryParseJson.ts";

export interface CellText {
  /** The cell's language; "markdown" for text. */
  language: string;
  source: string;
  outputs: readonly OutputText[];
}

export interface OutputText {
  mediaType: string;
  /** undefined: it is not text. */
  text: string | undefined;
}

/** UTF-16 code units of one output. */
const longestOutput = 2000;
/** Base64 inside text, such as an image in a cell of Markdown. */
const embedded = /(data:[\w/+.-]{1,80};base64,)[A-Za-z0-9+/=]{100,}/g;
/** Colours of terminals. Source: ECMA-48, SGR. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character begins such a sequence.
const colours = /\u001b\[[\d;]*m/g;

export function writeNotebook(cells: readonly CellText[]): string {
  return cells
    .map(({ language, source, outputs }, index) => {
      const parts = outputs.map(describeOutput).filter((text) => text !== "");
      return [`--- Cell ${index + 1} (${language})`, source.replaceAll(embedded, "$1…"), ...parts].join("\n");
    })
    .join("\n\n");
}

function describeOutput({ mediaType, text }: OutputText): string {
  if (text === undefined) return `--- Output: ${mediaType}, left out`;
  const plain = text.replaceAll(colours, "").replaceAll(embedded, "$1…").trimEnd();
  if (plain === "") return "";
  return `--- Output\n${plain.length > longestOutput ? `${plain.slice(0, longestOutput).toWellFormed()}…` : plain}`;
}

/** Of several forms of an output, the one that is plain text, or else text. */
export function chooseOutput(forms: readonly OutputText[]): OutputText[] {
  const isText = ({ mediaType }: OutputText) => /^text\/|json$|stderr|stdout/.test(mediaType);
  const ranked = ["text/plain", "text/markdown"].map((type) => forms.find(({ mediaType }) => mediaType === type));
  const chosen = ranked.find((form) => form !== undefined) ?? forms.find(isText);
  const other = forms.find((form) => !isText(form));
  if (chosen === undefined || (other !== undefined && /^(?:image|audio|video)\//.test(other.mediaType))) {
    return other === undefined ? [] : [{ mediaType: other.mediaType, text: undefined }];
  }
  return [chosen];
}

const itemPrefix = "application/vnd.code.notebook.";
const itemError = z.object({ name: z.optional(z.string()), message: z.optional(z.string()), stack: z.optional(z.string()) });

/** One form of an output as VS Code keeps it. Source: VS Code API, `NotebookCellOutputItem`. */
export function readOutputForm(mediaType: string, text: string): OutputText {
  if (!mediaType.startsWith(itemPrefix)) return { mediaType, text };
  const error = mediaType === `${itemPrefix}error` ? itemError.safeParse(tryParseJson(text)).data : undefined;
  if (error === undefined) return { mediaType: mediaType.slice(itemPrefix.length), text };
  return { mediaType: "text/plain", text: writeError(error.stack, error.name, error.message) };
}

function writeError(stack: string | undefined, name: string | undefined, message: string | undefined): string {
  return stack || [name, message].filter((part) => part).join(": ");
}

const lines = z.union([z.string(), z.array(z.string())]);
const output = z.object({
  text: z.optional(lines),
  data: z.optional(z.record(z.string(), z.unknown())),
  ename: z.optional(z.string()),
  evalue: z.optional(z.string()),
  traceback: z.optional(z.array(z.string())),
});
const cell = z.object({
  cell_type: z.string(),
  source: z.optional(lines),
  /** Format 3. */
  input: z.optional(lines),
  outputs: z.optional(z.array(z.unknown())),
});
const cells = z.array(z.unknown());
const notebook = z.object({
  cells: z.optional(cells),
  /** Format 3. */
  worksheets: z.optional(z.array(z.object({ cells: z.optional(cells) }))),
  metadata: z.optional(z.unknown()),
});
const language = z.object({ language_info: z.object({ name: z.string() }) });
const kernel = z.object({ kernelspec: z.object({ language: z.string() }) });

/**
 * The cells of a Jupyter notebook; undefined: the text is none. What cannot be read in a cell is skipped.
 * Source: nbformat, formats 3 and 4.
 */
export function readNotebook(text: string): CellText[] | undefined {
  const found = notebook.safeParse(tryParseJson(text)).data;
  const all = found?.cells ?? found?.worksheets?.flatMap((sheet) => sheet.cells ?? []);
  if (all === undefined) return undefined;
  const { metadata } = found ?? {};
  const code = language.safeParse(metadata).data?.language_info.name ?? kernel.safeParse(metadata).data?.kernelspec.language ?? "python";
  return all.flatMap((one) => {
    const read = cell.safeParse(one).data;
    if (read === undefined) return [];
    const outputs = (read.outputs ?? []).flatMap(readOutput);
    return [{ language: read.cell_type === "code" ? code : read.cell_type, source: join(read.source ?? read.input ?? ""), outputs }];
  });
}

function readOutput(value: unknown): OutputText[] {
  const read = output.safeParse(value).data;
  if (read === undefined) return [];
  const { text, data, traceback, ename, evalue } = read;
  if (traceback !== undefined || ename !== undefined)
    return [{ mediaType: "text/plain", text: writeError(traceback?.join("\n"), ename, evalue) }];
  if (data === undefined) return text === undefined ? [] : [{ mediaType: "text/plain", text: join(text) }];
  const forms = Object.entries(data).map(([mediaType, content]) => {
    const written = lines.safeParse(content).data;
    return { mediaType, text: written === undefined ? JSON.stringify(content) : join(written) };
  });
  return chooseOutput(forms);
}

function join(text: string | string[]): string {
  return typeof text === "string" ? text : text.join("");
}
