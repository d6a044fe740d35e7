/** The changes that Git reports for a repository, also if there are too many to show. */
import { expect, test } from "vitest";
import { describeChanges, type GitRepository, reasonOf } from "../../../../../src/editor/chat/context/describeChanges.ts";
import { longestContext } from "../../../../../src/editor/chat/context/joinTexts.ts";

type Uri = GitRepository["rootUri"];
type Change = GitRepository["state"]["indexChanges"][number];

const uriOf = (path: string) => ({ path, fsPath: path }) as Uri;
const changeOf = (path: string, status = 5): Change => ({ uri: uriOf(path), originalUri: uriOf(path), renameUri: undefined, status });

function repositoryOf(changes: readonly Change[], diffWith: GitRepository["diffWith"] = async () => ""): GitRepository {
  const state = { HEAD: { commit: "c" }, indexChanges: [], mergeChanges: [], workingTreeChanges: changes, untrackedChanges: [] };
  return { rootUri: uriOf("/repository"), state, status: async () => {}, diffWith };
}
/** New files, in which each name describes the file. */
const files = {
  stat: async ({ path }: Uri) => ({ type: 1, ctime: 0, mtime: 0, size: path.includes("large") ? 2_000_000_000 : 4 }),
  async readFile({ path }: Uri): Promise<Uint8Array> {
    if (path.includes("nested")) throw new Error("EISDIR: illegal operation on a directory, read");
    if (path.includes("large")) throw new Error("It was read");
    return Buffer.from("one\n");
  },
};

test("of ten thousand changed files, the first are read and described, a few at a time, and the others are counted", async () => {
  let atOnce = 0;
  let most = 0;
  let diffs = 0;
  const changes = Array.from({ length: 10_000 }, (_, index) => changeOf(`/repository/${String(index).padStart(5, "0")}.ts`));
  const repository = repositoryOf(changes, async (_, path) => {
    diffs += 1;
    atOnce += 1;
    most = Math.max(most, atOnce);
    await Promise.resolve();
    atOnce -= 1;
    return `diff of ${path}\n${"x".repeat(10_000)}\n`;
  });
  const { texts, left } = await describeChanges(repository, files);
  expect(texts[0]).toMatch(/^diff of \/repository\/00000\.ts\nx+$/);
  expect(diffs).toBeLessThan((2 * longestContext) / 10_000);
  expect(texts.length + left).toBe(10_000);
  expect(most).toBeLessThanOrEqual(8);
});

test("a huge new file, and a nested repository, are listed without being read", async () => {
  const changes = ["a.txt", "large.iso", "nested/"].map((name) => changeOf(`/repository/${name}`, 7));
  const { texts, left } = await describeChanges(repositoryOf(changes), files);
  expect(texts).toEqual([
    "diff --git a/a.txt b/a.txt\nnew file\n--- /dev/null\n+++ b/a.txt\n+one",
    "diff --git a/large.iso b/large.iso\nnew file\nLarge file of 2000000000 bytes",
    "diff --git a/nested b/nested\nnew file",
  ]);
  expect(left).toBe(0);
});

test("of files that may contain secrets, only the names are given", async () => {
  const key = "-----BEGIN PRIVATE KEY-----";
  const changes = [
    changeOf("/repository/api/.env"),
    changeOf("/repository/a.txt"),
    changeOf("/repository/b.txt"),
    changeOf("/repository/id_rsa", 7),
  ];
  const { texts } = await describeChanges(
    repositoryOf(changes, async (_, path) => (path.endsWith("b.txt") ? `+${key}\n` : `diff of ${path}\n+TOKEN=1\n`)),
    files,
  );
  const unsent = "(not attached, because it may contain secrets)";
  expect(texts).toEqual([
    "diff of /repository/a.txt\n+TOKEN=1",
    `diff --git a/api/.env b/api/.env\n${unsent}`,
    `diff --git a/b.txt b/b.txt\n${unsent}`,
    `diff --git a/id_rsa b/id_rsa\nnew file\n${unsent}`,
  ]);
});

test("an error is Git's message, or that of the Git extension", async () => {
  const failed = Object.assign(new Error("Failed to execute git"), { stderr: "\nfatal: not a git repository: '.git'.\nmore\n" });
  const broken = repositoryOf([changeOf("/repository/a.ts")], () => Promise.reject(failed));
  await expect(describeChanges(broken, files)).rejects.toBe(failed);
  expect(reasonOf(failed)).toBe("fatal: not a git repository: '.git'");
  expect(reasonOf(new Error("Failed to execute git"))).toBe("Failed to execute git");
});
