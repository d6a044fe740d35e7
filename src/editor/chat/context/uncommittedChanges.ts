/** Attaches what changed since the last commit, as the Git extension of VS Code reports it. */
import * as vscode from "vscode";
import type { LoadedAttachment } from "../../../conversations/drafts.ts";
import { attachBytes } from "../../../conversations/recognizeAttachment.ts";
import { type Changes, describeChanges, type GitRepository, reasonOf } from "./describeChanges.ts";
import { joinTexts } from "./joinTexts.ts";

/** What is used of the extension's API, version 1. Source: vscode/extensions/git/src/api/git.d.ts. */
interface GitApi {
  readonly repositories: readonly GitRepository[];
  getRepository(uri: vscode.Uri): GitRepository | null;
}

interface GitExtension {
  readonly enabled: boolean;
  /** @throws Error while it is not enabled. */
  getAPI(version: 1): GitApi;
}

/** The part of `vscode.Extension` that is used. */
type FoundExtension = { activate(): Thenable<unknown> } | undefined;

function isGitExtension(value: unknown): value is GitExtension {
  return typeof value === "object" && value !== null && "enabled" in value && "getAPI" in value && typeof value.getAPI === "function";
}

/** @throws Error with a sentence for a person. */
async function openGit(extension: FoundExtension): Promise<GitApi> {
  const { t } = vscode.l10n;
  if (extension === undefined) throw new Error(t("The changes are not known: the Git extension of VS Code is disabled."));
  const exported: unknown = await extension.activate();
  if (!isGitExtension(exported) || !exported.enabled)
    throw new Error(t("The changes are not known: VS Code found no Git. Install it or set “git.path”, and leave “git.enabled” on."));
  return exported.getAPI(1);
}

/** @throws Error with a sentence for a person. */
async function describeRepository(repository: GitRepository): Promise<Changes> {
  try {
    return await describeChanges(repository, vscode.workspace.fs);
  } catch (error) {
    const name = vscode.workspace.asRelativePath(repository.rootUri);
    throw new Error(vscode.l10n.t("Git could not tell what has changed in {0}: {1}.", name, reasonOf(error)), { cause: error });
  }
}

/** `active`: a file whose repository is meant; without one, all that are open. @throws Error with a sentence for a person. */
export async function attachChanges(
  active: vscode.Uri | undefined,
  findExtension: () => FoundExtension = () => vscode.extensions.getExtension("vscode.git"),
): Promise<LoadedAttachment> {
  const { t } = vscode.l10n;
  const git = await openGit(findExtension());
  const ofActive = active === undefined ? null : git.getRepository(active);
  const repositories = ofActive === null ? git.repositories : [ofActive];
  if (repositories.length === 0)
    throw new Error(
      t("No Git repository is open. The Source Control view offers to open one that it does not trust or that lies above the workspace."),
    );
  const described = await Promise.all(repositories.map(describeRepository));
  const texts = described.flatMap((changes) => changes.texts);
  if (texts.length === 0) throw new Error(t("Nothing has changed since the last commit."));
  const left = described.reduce((sum, changes) => sum + changes.left, 0);
  const describeRest = (count: number) => `(${count + left} more changed files)`;
  const joined = joinTexts(texts, "\n", describeRest);
  const isCounted = left === 0 || joined.endsWith(" more changed files)");
  return attachBytes(t("Changes since the last commit"), Buffer.from(isCounted ? joined : `${joined}\n${describeRest(0)}`));
}
