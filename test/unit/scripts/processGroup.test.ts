/** Ends real process groups: no child process remains. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { startGroup } from "../../../scripts/processGroup.ts";
import { isProcessAlive } from "./isProcessAlive.ts";

/** Starts a child process, reports its process id, and ignores signals. */
const stubborn = `
  const { spawn } = require("node:child_process");
  const child = spawn(process.execPath, ["-e", "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('up')"], { stdio: ["ignore", "pipe", "ignore"] });
  child.stdout.once("data", () => console.log(child.pid));
  process.on("SIGTERM", () => process.exit(7));
  setInterval(() => {}, 1000);
`;

describe.skipIf(process.platform === "win32")("a process group", () => {
  test("ends with all its children, also those that ignore the signal", async () => {
    const group = await startGroup(process.execPath, ["-e", stubborn], { stdio: ["ignore", "pipe", "inherit"] });
    const [text] = await once(group.process.stdout ?? expect.fail("no output"), "data");
    const child = Number(String(text));
    expect(isProcessAlive(child)).toBe(true);

    await group.end();

    expect(await group.exited).toBe(7);
    await expect.poll(() => isProcessAlive(child)).toBe(false);
  });

  test("ends when the process that started it is interrupted", async () => {
    const module = path.resolve(import.meta.dirname, "..", "..", "..", "scripts", "processGroup.ts");
    const script = `
      import { startGroup } from ${JSON.stringify(module)};
      const group = await startGroup(process.execPath, ["-e", ${JSON.stringify(stubborn)}], { stdio: ["ignore", "inherit", "inherit"] });
    `;
    const starter = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
    const [text] = await once(starter.stdout, "data");
    const child = Number(String(text));
    starter.kill("SIGTERM");
    const [, signal] = await once(starter, "exit");
    expect(signal).toBe("SIGTERM");
    await expect.poll(() => isProcessAlive(child)).toBe(false);
  });

  test("whose leader ends by itself leaves neither children nor listeners", async () => {
    const countListeners = () => ["exit", "SIGINT", "SIGTERM", "SIGHUP"].map((name) => process.listenerCount(name));
    const before = countListeners();
    const leader = `${stubborn}\nprocess.stdin.resume().once("end", () => process.exit(3));`;
    const group = await startGroup(process.execPath, ["-e", leader], { stdio: ["pipe", "pipe", "inherit"] });
    const [text] = await once(group.process.stdout ?? expect.fail("no output"), "data");
    group.process.stdin?.end();

    expect(await group.exited).toBe(3);
    await expect.poll(() => isProcessAlive(Number(String(text)))).toBe(false);
    expect(countListeners()).toEqual(before);
  });

  test("can be ended twice", async () => {
    const group = await startGroup(process.execPath, ["-e", ""]);
    await group.end();
    await group.end();
    expect(await group.exited).not.toBeUndefined();
  });

  test("that cannot be started is reported", async () => {
    await expect(startGroup("/nowhere/nothing", [])).rejects.toThrow("ENOENT");
  });
});
