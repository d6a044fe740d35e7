/** The launcher of the host tests, which runs VS Code's server and a browser, removes what it has created when it is stopped. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { findBrowser } from "../../../scripts/findBrowser.ts";

const launcher = path.resolve(import.meta.dirname, "..", "..", "..", "scripts", "vscodeLauncher.ts");

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "generation-studio-launcher-"));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

/** A browser that sends every request to the proxy. */
async function browserBehind(port: number): Promise<string> {
  const file = path.join(folder, "browser");
  const options = `--proxy-server=http://127.0.0.1:${port} '--proxy-bypass-list=<-loopback>'`;
  await writeFile(file, `#!/bin/sh\nexec '${findBrowser()}' ${options} "$@"\n`);
  await chmod(file, 0o755);
  return file;
}

test.skipIf(process.platform === "win32").each(["SIGTERM", "SIGINT"] as const)(
  "its temporary folder is removed after %s while the workbench loads",
  async (signal) => {
    const requested = Promise.withResolvers<void>();
    // It never answers, so the page keeps loading.
    const proxy = createServer(({ url }) => {
      if (url?.startsWith("http://127.0.0.1:")) requested.resolve();
    }).listen(0, "127.0.0.1");
    onTestFinished(() => proxy.closeAllConnections());
    onTestFinished(() => void proxy.close());
    await once(proxy, "listening");
    const address = proxy.address();
    const browser = await browserBehind(typeof address === "object" && address !== null ? address.port : 0);
    const temporary = path.join(folder, "temporary");
    await mkdir(temporary);
    const child = spawn(process.execPath, [launcher, folder], {
      env: { ...process.env, CHROMIUM: browser, TMPDIR: temporary },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let errors = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
    });
    const closed = once(child, "close");
    await Promise.race([requested.promise, closed.then(() => expect.fail(errors))]);
    child.kill(signal);

    expect(await closed).toEqual([1, null]);
    expect(errors).toContain(`Stopped by ${signal}.\n`);
    expect((await readdir(temporary)).filter((name) => name.startsWith("generation-studio-"))).toEqual([]);
  },
);
