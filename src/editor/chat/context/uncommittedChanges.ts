/** Attaches what changed since the last commit, as the Git extension of VS Code reports it. */
import path from "node:path";
import * as vscode from "vscode";
import type { LoadedAttachment } from "../../../conversations/drafts.ts";
import { attachBytes } from "../../../conversations/recognizeAttachment.ts";
import { joinTexts } from "./joinTexts.ts";

/** Of the extension's `Status`: a file that was never added. Source: vscode/extensions/git/src/api/git.d.ts. */
const untracked = 7;

/** Of a file that was renamed, all three differ or are equal in pairs. */
interface Change {
  readonly uri: vscode.Uri;
  readonly originalUri: vscode.Uri;
  readonly renameUri: vscode.Uri | undefined;
  readonly status: number;
}

/** What is used of the extension's API, version 1. Source: vscode/extensions/git/src/api/git.d.ts. */
interface GitRepository {
  readonly rootUri: vscode.Uri;
  readonly state: {
    /** `commit` is missing before the first one. */
    readonly HEAD: { readonly commit?: string } | undefined;
    readonly indexChanges: readonly Change[];
    readonly mergeChanges: readonly Change[];
    readonly workingTreeChanges: readonly Change[];
    readonly untrackedChanges: readonly Change[];
  };
  status(): Promise<void>;
  diffWith(ref: string, path: string): Promise<string>;
}
interface GitApi {
  readonly repositories: readonly GitRepository[];
  getRepository(uri: vscode.Uri): GitRepository | null;
}

interface GitExtension {
  readonly enabled: boolean;
  /** @throws Error while it is not enabled. */
  getAPI(version: 1): GitApi;
}

function isGitExtension(value: unknown): value is GitExtension {
  return typeof value === "object" && value !== null && "enabled" in value && "getAPI" in value && typeof value.getAPI === "function";
}

/** @throws Error with a sentence for a person. */
async function openGit(): Promise<GitApi> {
  const { t } = vscode.l10n;
  const extension = vscode.extensions.getExtension("vscode.git");
  if (extension === undefined) throw new Error(t("The changes are not known: the Git extension of VS Code is disabled."));
  const exported: unknown = await extension.activate();
  if (!isGitExtension(exported) || !exported.enabled) throw new Error(t("The changes are not known: Git is not installed or is disabled."));
  return exported.getAPI(1);
}

/** A file that was never added, as Git would show it. */
async function describeNewFile(root: vscode.Uri, uri: vscode.Uri): Promise<string> {
  const name = path.posix.relative(root.path, uri.path);
  const { attachment, content } = attachBytes(name, await vscode.workspace.fs.readFile(uri));
  const head = `diff --git a/${name} b/${name}\nnew file`;
  if (attachment.kind !== "text") return `${head}\nBinary file`;
  const lines = Buffer.from(content ?? [])
    .toString()
    .replace(/\n$/, "")
    .split("\n");
  return `${head}\n--- /dev/null\n+++ b/${name}\n${lines.map((line) => `+${line}`).join("\n")}`;
}

/** One text for each file. */
async function describeChanges(repository: GitRepository): Promise<string[]> {
  await repository.status();
  const { HEAD, indexChanges, mergeChanges, workingTreeChanges, untrackedChanges } = repository.state;
  const isNew = ({ status }: Change) => status === untracked || HEAD?.commit === undefined;
  const all = [...indexChanges, ...mergeChanges, ...workingTreeChanges, ...untrackedChanges];
  const changed = all.filter((change) => !isNew(change)).flatMap(({ uri, originalUri, renameUri = uri }) => [uri, originalUri, renameUri]);
  const added = new Map(all.filter(isNew).map(({ uri }) => [uri.path, uri]));
  const diffs = await Promise.all(
    [...new Set(changed.map(({ fsPath }) => fsPath))].sort().map((file) => repository.diffWith("HEAD", file)),
  );
  const files = await Promise.all([...added.values()].map((uri) => describeNewFile(repository.rootUri, uri)));
  return [...diffs.map((diff) => diff.trimEnd()), ...files].filter((text) => text !== "");
}

/** `active`: a file whose repository is meant; without one, all that are open. @throws Error with a sentence for a person. */
export async function attachChanges(active: vscode.Uri | undefined): Promise<LoadedAttachment> {
  const { t } = vscode.l10n;
  const git = await openGit();
  const ofActive = active === undefined ? null : git.getRepository(active);
  const repositories = ofActive === null ? git.repositories : [ofActive];
  if (repositories.length === 0) throw new Error(t("No Git repository is open."));
  const texts = (await Promise.all(repositories.map(describeChanges))).flat();
  if (texts.length === 0) throw new Error(t("Nothing has changed since the last commit."));
  return attachBytes(t("Changes since the last commit"), Buffer.from(joinTexts(texts, "\n", (count) => `(${count} more changed files)`)));
}
