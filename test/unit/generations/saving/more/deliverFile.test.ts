/** Results for another file system than the local disk, which a real folder simulates. */
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { Journal } from "../../../../../src/generations/journal/journal.ts";
import { openTasks } from "../../../../../src/generations/openTasks.ts";
import type { Delivery } from "../../../../../src/generations/taskEnvironment.ts";
import type { Tasks } from "../../../../../src/generations/tasks.ts";
import { imageRequest, openScripted, untilAnswered } from "../../imageTask.ts";
import { baseUrl, pngBytes, sha256Of } from "../../scriptedClient.ts";
import { temporaryFolder } from "../../temporaryFolder.ts";

/** Polls, processes and disks are slow on a busy machine. */
vi.setConfig({ testTimeout: 180_000 });

const pathOf = (root: string, uri: string) => join(root, new URL(uri).pathname);

/** `elsewhere:/…` is below `root`. */
function deliveryTo(root: string, changes: Partial<Delivery> = {}): Delivery {
  return {
    reaches: (uri) => uri.startsWith("elsewhere:"),
    locate: (folder, segments) => [folder, ...segments].join("/"),
    size: async (uri) =>
      stat(pathOf(root, uri)).then(
        ({ size }) => size,
        () => undefined,
      ),
    read: async (uri) => readFile(pathOf(root, uri)),
    write: async (uri, path) => {
      await mkdir(dirname(pathOf(root, uri)), { recursive: true });
      await writeFile(pathOf(root, uri), await readFile(path));
    },
    ...changes,
  };
}

const target = { uri: "elsewhere:/art", pattern: "{slug}" };
const refuse = async () => {
  throw new Error("This file system is read-only.");
};

describe("a result for another file system", () => {
  test("is delivered once and completely, and each step is in the journal", async () => {
    const root = await temporaryFolder();
    const { tasks, folder } = await openScripted({}, { delivery: deliveryTo(root) });
    const states: string[] = [];
    tasks.onChange(({ task }) => states.push(task?.state ?? "removed"));
    const handles = [1, 2].map(() => tasks.submit({ baseUrl, request: imageRequest, target }));
    const saved = await Promise.all(handles.map((handle) => handle.end()));
    expect(saved.flatMap(({ artifacts }) => artifacts.map(({ uri, path }) => [uri, path])).sort()).toEqual([
      ["elsewhere:/art/a-red-fox-2.png", undefined],
      ["elsewhere:/art/a-red-fox.png", undefined],
    ]);
    expect(await readFile(join(root, "art", "a-red-fox.png"))).toEqual(pngBytes);
    expect(states).toContain("delivering");
    expect(tasks.findByArtifact({ uri: "elsewhere:/art/a-red-fox-2.png" })?.target).toEqual(target);
    await expect.poll(() => readdir(join(folder, "journal", "received"))).toEqual([]);
  });

  test("that refuses the result leaves it in its task, and it is delivered elsewhere without another poll", async () => {
    const root = await temporaryFolder();
    const { tasks, client, folder } = await openScripted({}, { delivery: deliveryTo(root, { write: refuse }) });
    const { key, end } = tasks.submit({ baseUrl, request: imageRequest, target });
    const error = { kind: "disk", message: "This file system is read-only. (elsewhere:/art)" };
    expect(await end()).toMatchObject({ state: "unsaved", error });
    const handle = await tasks.saveAgain(key, { folder: join(folder, "out"), pattern: "fox" });
    expect(await handle.end()).toMatchObject({ state: "saved", artifacts: [{ path: join(folder, "out", "fox.png") }] });
    expect(client.polls).toHaveLength(1);
  });
});

test("of a result with several files, only the lost one is delivered again", async () => {
  const root = await temporaryFolder();
  const other = Buffer.concat([pngBytes, Buffer.from("other")]);
  const { tasks } = await openScripted({ poll: () => [pngBytes, other] }, { delivery: deliveryTo(root) });
  const { key, end } = tasks.submit({ baseUrl, request: imageRequest, target });
  await end();
  await rm(join(root, "art", "a-red-fox-2.png"));
  const { artifacts } = await (await tasks.saveAgain(key, target, true)).end();
  expect(artifacts.map(({ uri }) => uri)).toEqual(["elsewhere:/art/a-red-fox.png", "elsewhere:/art/a-red-fox-2.png"]);
  expect((await readdir(join(root, "art"))).toSorted()).toEqual(["a-red-fox-2.png", "a-red-fox.png"]);
});

test("a result that was written to one folder is delivered to a chosen folder whose name is the beginning of the first one's", async () => {
  const root = await temporaryFolder();
  const delivery = deliveryTo(root);
  // The file is written, but its process gets an error instead of the answer of the file system.
  const write = async (uri: string, path: string) => {
    await delivery.write(uri, path);
    if (uri.startsWith("elsewhere:/output/")) await refuse();
  };
  const { tasks } = await openScripted({}, { delivery: { ...delivery, write } });
  const { key, end } = tasks.submit({ baseUrl, request: imageRequest, target: { uri: "elsewhere:/output", pattern: "fox" } });
  expect((await end()).state).toBe("unsaved");
  const handle = await tasks.saveAgain(key, { uri: "elsewhere:/out", pattern: "fox" });
  expect(await handle.end()).toMatchObject({ state: "saved", artifacts: [{ uri: "elsewhere:/out/fox.png" }] });
  expect(await readFile(join(root, "out", "fox.png"))).toEqual(pngBytes);
});

test("a task that is stopped and followed again while its file is written is written once", async () => {
  const root = await temporaryFolder();
  const delivery = deliveryTo(root);
  const { promise: isWriting, resolve: begin } = Promise.withResolvers<void>();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const written: string[] = [];
  const write = async (uri: string, path: string) => {
    written.push(uri);
    if (uri.endsWith("/a-red-fox.png")) {
      begin();
      await isReleased;
    }
    await delivery.write(uri, path);
  };
  const poll = (id: string) => (id === "id-1" ? "processing" : [pngBytes]);
  const { tasks, folder } = await openScripted({ poll }, { delivery: { ...delivery, write } });
  const other = { folder: join(folder, "out"), pattern: "other" };
  // While another task is followed, this process keeps what it owns.
  await untilAnswered(tasks.submit({ baseUrl, request: imageRequest, target: other }));
  const { key } = tasks.submit({ baseUrl, request: imageRequest, target });
  await isWriting;
  await tasks.stop(key);
  await tasks.follow(key);
  // This task is due after the followed one.
  await tasks.submit({ baseUrl, request: imageRequest, target: other }).end();
  release();
  expect(await tasks.handle(key).end()).toMatchObject({ state: "saved", artifacts: [{ uri: "elsewhere:/art/a-red-fox.png" }] });
  expect(written).toEqual(["elsewhere:/art/a-red-fox.png"]);
});

test("a delivery that the journal interrupts continues by itself", async () => {
  const root = await temporaryFolder();
  const delivery = deliveryTo(root);
  const folder = await temporaryFolder();
  let looks = 0;
  // Called before a name is chosen: the journal refuses the first choice.
  const size = async (uri: string) => {
    looks += 1;
    if (looks === 1) database.exec("CREATE TRIGGER refuse BEFORE UPDATE ON intents BEGIN SELECT RAISE(ABORT, 'The journal refuses.'); END");
    else database.exec("DROP TRIGGER IF EXISTS refuse");
    return delivery.size(uri);
  };
  const { tasks } = await openScripted({}, { folder, delivery: { ...delivery, size } });
  const database = new DatabaseSync(join(folder, "journal", "tasks.sqlite"));
  onTestFinished(() => database.close());
  const saved = await tasks.submit({ baseUrl, request: imageRequest, target }).end();
  expect(saved).toMatchObject({ state: "saved", artifacts: [{ uri: "elsewhere:/art/a-red-fox.png" }] });
  expect(looks).toBe(2);
});

describe("a process that ends during a delivery", () => {
  /** A result that was received but not delivered, as left by an owner that has ended. */
  async function leave(folder: string, chosen?: string, key = "0001", uri = target.uri): Promise<void> {
    const journal = await Journal.open(join(folder, "journal", "tasks.sqlite"), undefined);
    const received = join(folder, "journal", "received", key, "part");
    await mkdir(dirname(received), { recursive: true });
    await writeFile(received, pngBytes);
    const facts = { usage: undefined, cost: undefined, text: undefined, reported: undefined };
    const file = { size: pngBytes.length, sha256: sha256Of(pngBytes), mediaType: "image/png", ending: ".png" };
    await journal.write(() =>
      journal.tasks.add(
        { key, baseUrl, request: imageRequest, model: "painter", prompt: "Fox", target: { ...target, uri }, origin: {}, createdAt: 1 },
        "dead",
      ),
    );
    journal.tasks.accept(key, "id-1", Date.now(), "dead");
    await journal.receive(key, "dead", { facts, intents: [{ position: 0, received, ...file }], missing: undefined });
    if (chosen !== undefined) journal.intents.choose(key, 0, { uri: chosen });
    expect(journal.tasks.get(key)?.state).toBe("delivering");
    journal.owners.release("dead", Date.now());
    await journal.close();
  }

  async function openWithoutService(folder: string, delivery: Delivery): Promise<Tasks> {
    const tasks = await openTasks({ folder: join(folder, "journal"), client: async () => undefined, delivery });
    onTestFinished(() => tasks.close());
    return tasks;
  }

  test.each([
    ["before a name was chosen", undefined, []],
    ["before the file was written", "elsewhere:/art/fox.png", []],
    ["after the file was written", "elsewhere:/art/fox.png", ["fox.png"]],
  ])("%s leaves one complete file to the next, without the service", async (_, chosen, present) => {
    const [folder, root] = [await temporaryFolder(), await temporaryFolder()];
    await mkdir(join(root, "art"));
    for (const name of present) await writeFile(join(root, "art", name), pngBytes);
    await leave(folder, chosen);
    const tasks = await openWithoutService(folder, deliveryTo(root));
    expect(await tasks.handle("0001").end()).toMatchObject({ state: "saved", artifacts: [{ uri: "elsewhere:/art/fox.png" }] });
    expect(await readdir(join(root, "art"))).toEqual(["fox.png"]);
    expect(await readFile(join(root, "art", "fox.png"))).toEqual(pngBytes);
  });

  test("does not overwrite a file that has taken the chosen name in the meantime", async () => {
    const [folder, root] = [await temporaryFolder(), await temporaryFolder()];
    await mkdir(join(root, "art"));
    await writeFile(join(root, "art", "fox.png"), "mine");
    await leave(folder, "elsewhere:/art/fox.png");
    const tasks = await openWithoutService(folder, deliveryTo(root));
    expect(await tasks.handle("0001").end()).toMatchObject({ artifacts: [{ uri: "elsewhere:/art/fox-2.png" }] });
    expect(await readFile(join(root, "art", "fox.png"), "utf8")).toBe("mine");
  });

  test("leaves one complete file to the next although the URI of another task's folder is damaged", async () => {
    const [folder, root] = [await temporaryFolder(), await temporaryFolder()];
    await leave(folder, undefined, "0001", "damaged");
    await leave(folder, undefined, "0002");
    const tasks = await openWithoutService(folder, deliveryTo(root, { reaches: (uri) => new URL(uri).protocol === "elsewhere:" }));
    expect(await tasks.handle("0002").end()).toMatchObject({ state: "saved", artifacts: [{ uri: "elsewhere:/art/fox.png" }] });
    expect(tasks.get("0001")?.state).toBe("delivering");
  });

  test("leaves the result to a process that has access to the file system", async () => {
    const [folder, root] = [await temporaryFolder(), await temporaryFolder()];
    await leave(folder);
    const without = await openWithoutService(folder, deliveryTo(root, { reaches: () => false }));
    const tasks = await openWithoutService(folder, deliveryTo(root));
    await Promise.all([without, tasks].map((each) => expect(each.handle("0001").end()).resolves.toMatchObject({ state: "saved" })));
  });
});
