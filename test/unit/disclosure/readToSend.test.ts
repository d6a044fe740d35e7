/** What may be sent: by the real path after every link, and by the content, on a real disk. */
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { describeReason, type Judged, placeholderIn } from "../../../src/disclosure/judge.ts";
import { readToSend } from "../../../src/disclosure/readToSend.ts";

const key = `-----BEGIN ${"PRIVATE"} KEY-----\n`;
const files: Readonly<Record<string, string>> = {
  "work/notes.md": "notes",
  "work/.env": "PASSWORD=hunter2",
  "work/key.md": key,
  "work/docs/guide.md": "guide",
  "private/diary.md": "diary",
  "private/.ssh/config": "Host example",
};
const links: Readonly<Record<string, string>> = {
  "work/AGENTS.md": ".env",
  "work/twice.md": "AGENTS.md",
  "work/diary.md": "../private/diary.md",
  "work/up": "..",
  "work/copy.md": "notes.md",
  "work/home": "../private",
  "work/round": "round",
  opened: "work",
};

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), "generation-studio-send-")));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
  for (const [name, target] of Object.entries(links)) await symlink(target, path.join(folder, name));
  return () => rm(folder, { recursive: true, force: true });
});

const typesOf = (judged: Judged<Buffer>) =>
  judged.type === "withheld"
    ? judged.reasons.map(({ type }) => type).join(" ")
    : judged.type === "free"
      ? judged.content.toString()
      : judged.type;

const read = (name: string, isChosen: boolean, within = "work") =>
  readToSend(path.join(folder, name), { folders: [path.join(folder, within)], most: 1000, isChosen });

test.skipIf(process.platform === "win32").each([
  ["work/notes.md", "notes", "notes"],
  ["work/copy.md", "notes", "notes"],
  ["work/.env", "name", "PASSWORD=hunter2"],
  ["work/AGENTS.md", "name", "name"],
  ["work/twice.md", "name", "name"],
  ["work/key.md", "content", "content"],
  ["work/diary.md", "outside", "outside"],
  ["work/up/private/diary.md", "outside", "outside"],
  ["work/up/work/notes.md", "notes", "notes"],
  ["work/home/.ssh/config", "outside name", "outside"],
  ["work/round", "missing", "missing"],
  ["work/docs", "missing", "missing"],
  ["work/none.md", "missing", "missing"],
  // A user may choose any file, but not one that a link names.
  ["private/diary.md", "outside", "diary"],
])("%s, found or named by a stranger: %j; chosen by the user: %j", async (name, found, chosen) => {
  expect(typesOf(await read(name, false))).toBe(found);
  expect(typesOf(await read(name, true))).toBe(chosen);
});

test.skipIf(process.platform === "win32")("a folder that was opened through a link is the folder itself", async () => {
  expect(typesOf(await read("opened/notes.md", false, "opened"))).toBe("notes");
  expect(typesOf(await read("work/notes.md", false, "opened"))).toBe("notes");
  expect(typesOf(await read("opened/diary.md", false, "opened"))).toBe("outside");
});

test.skipIf(process.platform === "win32")("a pipe is not waited for, and a large file is not read", async () => {
  execFileSync("mkfifo", [path.join(folder, "work/pipe")]);
  await writeFile(path.join(folder, "work/large.md"), "x".repeat(1001));
  expect(typesOf(await read("work/pipe", true))).toBe("missing");
  expect(typesOf(await read("work/large.md", true))).toBe("missing");
});

// Source: proc(5). Their `st_size` is 0.
test.skipIf(process.platform !== "linux").each(["/proc/self/environ", "/proc/self/status", "/proc/version"])(
  "%s, a file of the system without a size, is not read",
  async (name) => expect(typesOf(await readToSend(name, { folders: ["/"], most: 1000 }))).toBe(""),
);

test("what is withheld is given out only on consent, and each reason is a clause", async () => {
  await writeFile(path.join(folder, "work/token.md"), `hf_${"q7Zk2mXw9RtB4vNc8LsJ5hPy3GdF6aKe1UoT"}`);
  const judged = await read("work/token.md", false);
  expect(judged.type === "withheld" && judged.reasons.map(describeReason)).toEqual(["contains a token of Hugging Face"]);
  expect(judged).not.toHaveProperty("content");
  expect(judged.type === "withheld" && judged.disclose().toString()).toMatch(/^hf_/);
});

// Texts of the specification of Git LFS, and of git-annex 10 for a file that is unlocked.
const sha = "4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393";
test.each([
  ["Git LFS", "git lfs pull", `version https://git-lfs.github.com/spec/v1\noid sha256:${sha}\nsize 12345\n`],
  ["Git LFS", "git lfs pull", `version https://git-lfs.github.com/spec/v1\next-0-foo sha256:${sha}\noid sha256:${sha}\nsize 12345\n`],
  ["Git LFS", "git lfs pull", `version https://git-lfs.github.com/spec/v1\r\noid sha256:${sha}\r\nsize 12345\r\n`],
  ["Git LFS", "git lfs pull", `version https://hawser.github.com/spec/v1\noid sha256:${sha}\nsize 1\n`],
  ["git-annex", "git annex get", `/annex/objects/SHA256E-s12345--${sha}.png\n`],
  ["git-annex", "git annex get", `../../.git/annex/objects/Gx/9p/SHA256E-s12345--${sha}.png/SHA256E-s12345--${sha}.png`],
  [undefined, undefined, "../.git/annex/objects/ is a folder of git-annex\n"],
  [undefined, undefined, "version https://git-lfs.github.com/spec/v1 is the first line of a pointer.\n"],
  [undefined, undefined, "/annex/objects/ is a folder of git-annex\n"],
])("a pointer of %s in the place of an image says that `%s` gets it, also if the user chose it", async (of, command, content) => {
  await writeFile(path.join(folder, "work/cat.png"), content);
  for (const isChosen of [false, true]) {
    const judged = await read("work/cat.png", isChosen);
    if (of === undefined) expect(typesOf(judged)).toBe(content);
    else {
      expect(judged.type === "withheld" && judged.reasons.map(describeReason)).toEqual([
        `is only a pointer of ${of}, without the file's content: \`${command}\` gets it`,
      ]);
      expect(placeholderIn(judged)).toEqual({ of, command });
    }
  }
});
