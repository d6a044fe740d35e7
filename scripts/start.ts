/** Opens a real VS Code with a fresh build of the extension on `examples/`, until Ctrl+C. */
import { spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { findOnPath } from "./findBrowser.ts";
import { openBrowser } from "./openBrowser.ts";
import { buildInto } from "./stageExtension.ts";
import { installServer } from "./vscodeHost/installServer.ts";
import { linkExtensions, makeProfile } from "./vscodeHost/profile.ts";
import { hostFolder, repositoryFolder } from "./vscodeHost/serverLocation.ts";
import { startServer } from "./vscodeHost/startServer.ts";
import { workbenchAddress } from "./vscodeHost/workbenchAddress.ts";

/** Always the same port, if it is free, because the browser stores the window's state and secrets by origin. */
const usualPort = 8137;
const examples = path.join(repositoryFolder, "examples");

/** The calm settings, except that the examples' README, which explains what to try, is opened. */
const personSettings = {
  "workbench.startupEditor": "readme",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "extensions.autoUpdate": "off",
  "update.mode": "none",
  "git.openRepositoryInParentFolders": "never",
  "telemetry.telemetryLevel": "off",
  // Users do not need the built-in service's port.
  "remote.autoForwardPorts": false,
};

process.exitCode = await main().catch((error: Error) => {
  console.error(`\n${error.message}`);
  return 1;
});

async function main(): Promise<number> {
  console.log("Building the extension …");
  await buildInto(path.join(repositoryFolder, "dist"), false).catch((error: Error) => {
    throw new Error(`The extension does not build; fix the errors that esbuild reports, then start again.\n${error.message}`);
  });
  await mkdir(examples, { recursive: true });
  const desktop = process.env.VSCODE ?? findOnPath(["code"]);
  return desktop === undefined ? runServer() : runDesktop(desktop);
}

async function runDesktop(executable: string): Promise<number> {
  console.log(`Opening ${path.relative(process.cwd(), examples) || "."} in ${executable} …`);
  const editor = spawn(executable, [`--extensionDevelopmentPath=${repositoryFolder}`, examples], { stdio: "inherit" });
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  editor.once("exit", (code) => resolve(code ?? 1));
  editor.once("error", (error) =>
    reject(new Error(`${executable} could not be started (${error.message}). Set VSCODE to VS Code's executable, or unset it.`)),
  );
  return promise;
}

async function runServer(): Promise<number> {
  const server = await installServer();
  const profile = await makeProfile(path.join(hostFolder, "profile"), personSettings);
  await linkExtensions(profile, repositoryFolder);
  const running = await startServer({ server, profile, purpose: "person", port: await freePort(usualPort) });
  const stopped = Promise.withResolvers<"stopped">();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stopped.resolve("stopped"));

  const address = workbenchAddress(running.authority, { open: examples });
  const opened = openBrowser(address);
  console.log(
    `\nVS Code runs with Generation Studio. ${opened ? "Your browser opens it; if not, click" : "Click"}:\n\n  ${address}\n\nCtrl+C ends it.`,
  );

  const end = await Promise.race([stopped.promise, running.exited]);
  await running.end();
  if (end === "stopped") return 0;
  throw new Error(
    `VS Code's server exited unexpectedly with ${end}. Its last output:\n${running.log().trim().split("\n").slice(-10).join("\n")}`,
  );
}

/** `preferred` if the port is free, else 0. */
function freePort(preferred: number): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(0));
    probe.listen(preferred, "127.0.0.1", () => probe.close(() => resolve(preferred)));
  });
}
