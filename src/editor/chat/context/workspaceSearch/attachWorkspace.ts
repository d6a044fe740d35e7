/** Searches the workspace for the words of a message with `@workspace`, and attaches the passages that fit best. */
import * as vscode from "vscode";
import type { LoadedAttachment } from "../../../../conversations/drafts.ts";
import { attachText } from "../../../../conversations/recognizeAttachment.ts";
import { freeContent } from "../../../../disclosure/judge.ts";
import { judgeFile } from "../../../base/disclosure.ts";
import { readSmallFile } from "../../../base/readSmallFile.ts";
import { searchWorkspace } from "../../../base/searchWorkspace.ts";
import { settings } from "../../../base/settings.ts";
import { describeLines } from "../describeLines.ts";
import { decodeText } from "../readContent.ts";
import { searchSymbols } from "../symbols.ts";
import { rankPassages, type SearchedFile } from "./rankPassages.ts";
import { searchTerms } from "./searchTerms.ts";

const { t } = vscode.l10n;

/** Maximum number of files to read; those whose names contain a word are read first. */
const mostFiles = 2000;
/** Bytes; larger files are mostly generated. */
const largestFile = 200_000;
/** Files that are read at the same time. */
const readAtOnce = 32;
/** Milliseconds. A language that answers later is not waited for. */
const symbolTime = 3000;
/** Folders of generated files, which VS Code's settings need not exclude. */
const generated = ["dist", "out", "target", "coverage", "venv", ".venv", "__pycache__", ".next"];

/** @throws Error with a message for the user. */
export async function attachWorkspace(message: string): Promise<LoadedAttachment[]> {
  if (!vscode.workspace.isTrusted)
    throw new Error(t("In Restricted Mode, files of the workspace are not used. Trust the workspace first."));
  const terms = searchTerms(message);
  if (terms.length === 0) throw new Error(t("Write what @workspace should search for."));
  const options = { location: vscode.ProgressLocation.Window, title: t("Searching the workspace…") };
  const attached = await vscode.window.withProgress(options, () => search(terms));
  if (attached.length === 0) throw new Error(t("Nothing in the workspace fits: {0}", terms.join(", ")));
  return attached;
}

async function search(terms: readonly string[]): Promise<LoadedAttachment[]> {
  const [uris, symbols] = await Promise.all([findFiles(terms), findSymbolLines(terms)]);
  const byPath = new Map(uris.map((uri) => [vscode.workspace.asRelativePath(uri), uri]));
  const files: SearchedFile[] = [];
  const paths = [...byPath];
  for (let start = 0; start < paths.length; start += readAtOnce) {
    const texts = await Promise.all(paths.slice(start, start + readAtOnce).map(([, uri]) => readText(uri)));
    texts.forEach((text, index) => {
      const [path, uri] = paths[start + index] ?? [];
      const symbolLines = symbols.get(uri?.toString() ?? "");
      if (text !== undefined && path !== undefined) files.push({ path, text, ...(symbolLines && { symbolLines }) });
    });
  }
  return rankPassages(files, terms).map(({ path, text, first, last, isWholeFile }) =>
    attachText(isWholeFile ? path : describeLines(path, first, last), text),
  );
}

async function findFiles(terms: readonly string[]): Promise<vscode.Uri[]> {
  const excluded = `{${[...settings.excludedPatterns(), ...generated.map((name) => `**/${name}/**`)].join(",")}}`;
  const { files } = await searchWorkspace({ patterns: ["**/*"], matches: () => true, most: mostFiles * 4, excluded });
  const isNamed = (uri: vscode.Uri) => terms.some((term) => uri.path.toLowerCase().includes(term));
  return [...files.filter(isNamed), ...files.filter((uri) => !isNamed(uri))].slice(0, mostFiles);
}

/** By the file's URI, the lines of symbols whose name contains a word. */
async function findSymbolLines(terms: readonly string[]): Promise<Map<string, number[]>> {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), symbolTime));
  const found = await Promise.all(terms.slice(0, 6).map((term) => Promise.race([searchSymbols(term).catch(() => []), late])));
  const lines = new Map<string, number[]>();
  for (const { name, location } of found.flatMap((symbols) => symbols ?? [])) {
    if (!terms.some((term) => name.toLowerCase().includes(term))) continue;
    const key = location.uri.toString();
    lines.set(key, [...(lines.get(key) ?? []), location.range.start.line]);
  }
  return lines;
}

/** As the editor shows it; undefined: the file is not text, too large, or may be private. */
async function readText(uri: vscode.Uri): Promise<string | undefined> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  const text = open?.getText() ?? (await readFile(uri).catch(() => undefined));
  return text === undefined ? undefined : freeContent(await judgeFile(uri, text, text));
}

async function readFile(uri: vscode.Uri): Promise<string | undefined> {
  const bytes = await readSmallFile(uri, largestFile);
  return bytes && decodeText(uri, bytes);
}
