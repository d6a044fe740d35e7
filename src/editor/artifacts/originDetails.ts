/** Shows a file's metadata about how it was generated as a readable page. */

import path from "node:path";
import * as vscode from "vscode";
import { errorText } from "../../contract/errorText.ts";
import type { Origin } from "../../media/metadata/origin.ts";
import type { FileMetadata } from "../../media/metadata/readFileMetadata.ts";
import { escapeMarkdown } from "../base/escapeMarkdown.ts";
import { showRendered } from "../showing/showRendered.ts";
import { listCredentials, listOrigin, type OriginFact } from "./originFacts.ts";
import { readMetadata } from "./readMetadata.ts";

const { t } = vscode.l10n;

/** Scheme of the read-only documents that show a file's metadata. */
const originScheme = "generation-studio-origin";

/** Returns whether the file has any such metadata. @throws as `readMetadata` does */
export async function showOrigin(file: vscode.Uri): Promise<boolean> {
  if (!isKnown(await readMetadata(file))) return false;
  await showRendered(vscode.Uri.from({ scheme: originScheme, path: `/${nameOf(file)}.md`, query: file.toString() }));
  return true;
}

/** The content of the page's document. */
export async function writeOriginPage(page: vscode.Uri): Promise<string> {
  const file = vscode.Uri.parse(page.query, true);
  try {
    return writeMetadata((await readMetadata(file)) ?? {}, nameOf(file));
  } catch (error) {
    return escapeMarkdown(errorText(error));
  }
}

/** The same page for a file; undefined: it has no such metadata. @throws as `readMetadata` does */
export async function writeOrigin(file: vscode.Uri): Promise<string | undefined> {
  const metadata = await readMetadata(file);
  return isKnown(metadata) ? writeMetadata(metadata, nameOf(file)) : undefined;
}

function isKnown(metadata: FileMetadata | undefined): metadata is FileMetadata {
  return metadata?.origin !== undefined || metadata?.credentials !== undefined;
}

function nameOf(file: vscode.Uri): string {
  return path.posix.basename(file.path);
}

function writeMetadata({ origin, credentials }: Partial<FileMetadata>, name: string): string {
  const parts = [`# ${t("How This Was Generated")}`, t("This is what {0} states about itself. It has not been verified.", `\`${name}\``)];
  if (origin !== undefined) parts.push(...writeFacts(origin));
  if (credentials === "unreadable")
    parts.push(`## ${t("Content Credentials")}`, t("The file has Content Credentials that cannot be read."));
  else if (credentials !== undefined)
    parts.push(`## ${t("Content Credentials")}`, t("The signature was not verified."), writeRows(listCredentials(credentials)));
  return `${parts.join("\n\n")}\n`;
}

function writeFacts(origin: Origin): string[] {
  const { prompt, negativePrompt } = origin;
  const parts: string[] = [];
  if (prompt !== undefined) {
    const help = t("*Save as Prompt Document*, in the file's menu, makes a prompt document of it.");
    parts.push(`## ${t("Prompt")}`, escapeMarkdown(prompt), help);
  }
  if (negativePrompt !== undefined) parts.push(`## ${t("Negative Prompt")}`, escapeMarkdown(negativePrompt));
  parts.push(`## ${t("File")}`, writeRows(listOrigin(origin)));
  return parts;
}

function writeRows(rows: readonly OriginFact[]): string {
  return rows.map(([name, value]) => `- **${escapeMarkdown(oneLine(name))}**: ${escapeMarkdown(oneLine(value))}`).join("\n");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}
