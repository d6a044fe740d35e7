/** Attaches the changes since the last commit, as VS Code's Git extension reports them. */
import * as vscode from "vscode";
import type { LoadedAttachment } from "../../../conversations/drafts.ts";
import { attachBytes } from "../../../conversations/recognizeAttachment.ts";
import { uriExists } from "../../base/existence.ts";
import { type Changes, describeChanges, type GitRepository, reasonOf } from "./describeChanges.ts";
import { joinTexts } from "./joinTexts.ts";

const { t } = vscode.l10n;

/** The parts of the Git extension's API, version 1, that are used. Source: vscode/extensions/git/src/api/git.d.ts. */
interface GitApi {
  readonly repositories: readonly GitRepository[];
  getRepository(uri: vscode.Uri): GitRepository | null;
}

interface GitExtension {
  readonly enabled: boolean;
  /** @throws Error if the extension is not enabled. */
  getAPI(version: 1): GitApi;
}

/** The parts of `vscode.Extension` that are used. */
type FoundExtension = { activate(): Thenable<unknown> } | undefined;

function isGitExtension(value: unknown): value is GitExtension {
  return typeof value === "object" && value !== null && "enabled" in value && "getAPI" in value && typeof value.getAPI === "function";
}

/** @throws Error with a message for the user. */
async function openGit(extension: FoundExtension): Promise<GitApi> {
  if (extension === undefined) throw new Error(t("The changes are not known: the Git extension of VS Code is disabled."));
  const exported: unknown = await extension.activate();
  if (!isGitExtension(exported) || !exported.enabled)
    throw new Error(t("The changes are not known: VS Code found no Git. Install it or set “git.path”, and leave “git.enabled” on."));
  return exported.getAPI(1);
}

/** @throws Error with a message for the user. */
async function describeRepository(repository: GitRepository): Promise<Changes> {
  try {
    return await describeChanges(repository, vscode.workspace.fs);
  } catch (error) {
    const name = vscode.workspace.asRelativePath(repository.rootUri);
    throw new Error(t("Git could not tell what has changed in {0}: {1}.", name, reasonOf(error)), { cause: error });
  }
}

/** Whether a folder, or one above it, is a repository, which VS Code may not have opened. */
async function isInRepository(uri: vscode.Uri): Promise<boolean> {
  if (await uriExists(vscode.Uri.joinPath(uri, ".git"))) return true;
  const above = vscode.Uri.joinPath(uri, "..");
  return above.path !== uri.path && isInRepository(above);
}

/** `active`: a file whose repository is described; without one, all open repositories. @throws Error with a message for the user. */
export async function attachChanges(
  active: vscode.Uri | undefined,
  findExtension: () => FoundExtension = () => vscode.extensions.getExtension("vscode.git"),
): Promise<LoadedAttachment> {
  const git = await openGit(findExtension());
  const ofActive = active === undefined ? null : git.getRepository(active);
  const repositories = ofActive === null ? git.repositories : [ofActive];
  if (repositories.length === 0) {
    const locations = active === undefined ? (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri) : [active];
    const isThere = (await Promise.all(locations.map(isInRepository))).includes(true);
    throw new Error(
      isThere
        ? t(
            "No Git repository is open. The Source Control view offers to open one that it does not trust or that lies above the workspace.",
          )
        : t("No Git repository is open."),
    );
  }
  const described = await Promise.all(repositories.map(describeRepository));
  const texts = described.flatMap((changes) => changes.texts);
  if (texts.length === 0) throw new Error(t("Nothing has changed since the last commit."));
  const left = described.reduce((sum, changes) => sum + changes.left, 0);
  const describeRest = (count: number) => `(${count + left} more changed files)`;
  const joined = joinTexts(texts, "\n", describeRest);
  const isCounted = left === 0 || joined.endsWith(" more changed files)");
  return attachBytes(t("Changes since the last commit"), Buffer.from(isCounted ? joined : `${joined}\n${describeRest(0)}`));
}
