/** Reads the corpus, one table per category in `test/fixtures/prompt`, with the facts and values that all documents share. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import type { Facts } from "../../../src/prompt/facts.ts";
import { readStyle } from "../../../src/prompt/styles/style.ts";
import type { SuppliedValues } from "../../../src/prompt/variables/variableSets.ts";

const folder = fileURLToPath(new URL("../../fixtures/prompt", import.meta.url));

/** A line, or a text that is repeated and followed by another one. */
const line = z.union([z.string(), z.object({ repeat: z.string(), times: z.number(), end: z.string() })]);
const table = z.record(z.string(), z.object({ lines: z.array(line), expected: z.optional(z.unknown()) }));
type Table = z.infer<typeof table>;

export interface CorpusDocument {
  /** Category and name. */
  name: string;
  text: string;
  expected: unknown;
}

/** The tables by their categories. */
function readTables(): Map<string, Table> {
  const files = readdirSync(folder).toSorted();
  return new Map(files.map((file) => [path.parse(file).name, table.parse(JSON.parse(readFileSync(path.join(folder, file), "utf8")))]));
}

const textOf = (lines: Table[string]["lines"]) =>
  lines.map((one) => (typeof one === "string" ? one : one.repeat.repeat(one.times) + one.end)).join("\n");

export function readCorpus(): CorpusDocument[] {
  return [...readTables()].flatMap(([category, documents]) =>
    Object.entries(documents).map(([name, { lines, expected }]) => ({ name: `${category}/${name}`, text: textOf(lines), expected })),
  );
}

/** Stores the results of all documents as their expectations. */
export function updateCorpus(resultOf: (document: CorpusDocument) => unknown): void {
  for (const [category, documents] of readTables()) {
    const updated = Object.entries(documents).map(([name, { lines }]) => [
      name,
      { lines, expected: resultOf({ name: `${category}/${name}`, text: textOf(lines), expected: undefined }) },
    ]);
    writeFileSync(path.join(folder, `${category}.json`), `${writeJson(Object.fromEntries(updated), 0)}\n`);
  }
}

/** JSON with a line for each value that fits in one. */
function writeJson(value: unknown, indentation: number): string {
  const inOneLine = JSON.stringify(value);
  if (typeof value !== "object" || value === null || (indentation > 0 && inOneLine.length + indentation <= 140)) return inOneLine;
  const [start, inner, end] = [Array.isArray(value) ? "[" : "{", " ".repeat(indentation + 2), Array.isArray(value) ? "]" : "}"];
  const members = Array.isArray(value)
    ? value.map((member) => writeJson(member, indentation + 2))
    : Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${writeJson(member, indentation + 2)}`);
  return `${start}\n${members.map((member) => inner + member).join(",\n")}\n${" ".repeat(indentation)}${end}`;
}

export const corpusFacts: Facts = {
  models: [
    { id: "demo-text", provider: "demo", created: 1_750_000_000, abilities: { text: "yes", image: "no", audio: "no", video: "no" } },
    { id: "demo-multimodal", provider: "demo", abilities: { text: "yes", image: "perhaps" } },
    {
      id: "demo-image",
      provider: "demo",
      abilities: { image: "yes", text: "no" },
      because: "Its name says so.",
      capabilities: { mask: true },
    },
    { id: "flite", provider: "sample", abilities: { audio: "yes" } },
    {
      id: "demo-video",
      provider: "sample",
      abilities: { video: "yes" },
      capabilities: { quality: ["480p", "720p", "1080p"], seed: { minimum: 0, maximum: 99 } },
    },
    { id: "quill-1", abilities: { text: "yes" }, retirement: { at: 1_767_225_600, replacement: "demo-text" } },
  ],
  seen: [
    { model: "demo-image", field: "size", value: "2k", worked: true },
    { model: "demo-image", field: "size", value: "9k", worked: false },
    { model: "flite", field: "voice", value: "slt", worked: true },
    { model: "flite", field: "format", value: "wav", worked: true },
  ],
  files: {
    "sketch.png": { exists: true, size: 4096 },
    "notes.md": { exists: true, size: 120 },
    "my notes.md": { exists: true, size: 12 },
    "voice.wav": { exists: true, size: 44_100 },
    "clip.mp4": { exists: true, size: 90_000 },
    "large.pdf": { exists: true, size: 9_999_999 },
    "nine.pdf": { exists: true, size: 10_000_000 },
    "gone.png": { exists: false },
    "gone.md": { exists: false },
    "gone.csv": { exists: false },
    "sketsh.png": { exists: false },
    "places.csv": { exists: true, columns: ["place", "light"], rows: 2 },
    "empty.csv": { exists: true, columns: ["place"], rows: 0 },
  },
  paths: ["sketch.png", "notes.md", "places.csv"],
  styles: [readStyle("watercolour", "file:///styles/watercolour.md", "{{prompt}}, painted in watercolours")],
  values: { selection: "the selected words", date: "2026-11-21" },
};

const attached = ["sketch.png", "notes.md", "my notes.md", "voice.wav", "clip.mp4", "large.pdf", "nine.pdf"];

export function corpusValues(name: string): SuppliedValues {
  return {
    selection: "the selected words",
    file: "the whole file",
    clipboard: "the clipboard",
    date: "2026-11-21",
    answers: { "Your name": "Ada" },
    ...(corpusFacts.styles === undefined ? {} : { styles: corpusFacts.styles }),
    includedFiles: { "notes.md": "some notes" },
    attachments: Object.fromEntries(attached.map((file) => [file, `data:${dataTypeOf(file)};base64,AAAA`])),
    ...(name === "batch/csv" || name === "batch/csvUnknownColumn"
      ? { batchCsv: 'place,light\nBrest,"late, golden"\n"Quim""per",dawn\n' }
      : {}),
    ...(name === "batch/csvEmpty" ? { batchCsv: "place\n" } : {}),
  };
}

function dataTypeOf(file: string): string {
  const ending = file.slice(file.lastIndexOf(".") + 1);
  return { png: "image/png", md: "text/markdown", wav: "audio/wav", mp4: "video/mp4", pdf: "application/pdf" }[ending] ?? "text/plain";
}
