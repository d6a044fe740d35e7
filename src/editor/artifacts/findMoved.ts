/** Finds artifacts in the workspace by content, if they were moved or renamed outside VS Code. */
import path from "node:path";
import * as vscode from "vscode";
import type { Artifact } from "../../generations/task.ts";
import { artifactUri } from "../base/artifactUri.ts";
import { type FoundFiles, searchWorkspace } from "../base/searchWorkspace.ts";
import { hashContent } from "./hashContent.ts";

/** Maximum number of files with the same extension to examine. */
const mostSearched = 2000;
/** Maximum number of bytes to read in one search, from files of matching sizes. */
const mostRead = 512 * 1024 * 1024;
/** Concurrent requests to a file system. */
const atOnce = 16;

/**
 * The current location of each artifact; undefined: no file in the workspace has its content. `isTaken`: the file belongs to another
 * artifact with the same content. In a restricted workspace, nothing is read, and nothing found.
 */
export async function findMoved(
  artifacts: readonly Artifact[],
  isTaken: (file: vscode.Uri) => boolean = () => false,
): Promise<(vscode.Uri | undefined)[]> {
  if (!vscode.workspace.isTrusted || artifacts.length === 0) return artifacts.map(() => undefined);
  const endings = new Set(artifacts.map((artifact) => path.posix.extname(artifactUri(artifact).path)));
  const sizes = new Set(artifacts.map(({ size }) => size));
  const { files: candidates } = await findCandidates([...endings]);
  const found = new Map<string, vscode.Uri[]>();
  let read = 0;
  await forEach(candidates, async (candidate) => {
    const size = await sizeOf(candidate);
    if (size === undefined || !sizes.has(size) || read + size > mostRead || isTaken(candidate)) return;
    read += size;
    const sha256 = await hashContent(candidate).catch(() => undefined);
    if (sha256 !== undefined) found.set(sha256, [...(found.get(sha256) ?? []), candidate]);
  });
  // Each file is used once, even if several artifacts have the same content.
  return artifacts.map(({ sha256 }) => found.get(sha256)?.shift());
}

/** Bytes; undefined: the file does not exist. */
export async function sizeOf(uri: vscode.Uri): Promise<number | undefined> {
  return vscode.workspace.fs.stat(uri).then(
    ({ size }) => size,
    () => undefined,
  );
}

/** Processes up to `together` items at a time. */
export async function forEach<Item>(items: readonly Item[], use: (item: Item) => Promise<void>, together = atOnce): Promise<void> {
  const waiting = items.values();
  const work = async () => {
    for (const item of waiting) await use(item);
  };
  await Promise.all(Array.from({ length: together }, work));
}

function findCandidates(endings: readonly string[]): Promise<FoundFiles> {
  return searchWorkspace({
    patterns: endings.map((ending) => `**/*${ending}`),
    matches: (file) => endings.includes(path.posix.extname(file.path)),
    most: mostSearched,
  });
}
