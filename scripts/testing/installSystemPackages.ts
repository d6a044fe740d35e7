/** Installs the programs that the tests need with apt, if possible and necessary. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { findBrowser, findOnPath } from "../findBrowser.ts";

/** Debian's packages of programs without which some tests are skipped with a message. */
const optional: Readonly<Record<string, readonly string[]>> = {
  apache2: ["apache2"],
  caddy: ["caddy"],
  "espeak-ng": ["espeak-ng"],
  exiftool: ["libimage-exiftool-perl"],
  ffmpeg: ["ffmpeg"],
  haproxy: ["haproxy"],
  nginx: ["nginx-light"],
  openssl: ["openssl"],
  pg_dump: ["postgresql-client"],
  pocketsphinx_continuous: ["pocketsphinx", "pocketsphinx-en-us"],
  rsync: ["rsync"],
  "systemd-analyze": ["systemd"],
};

/** @throws Error in one sentence when there is no browser and none can be installed. */
export async function installSystemPackages(): Promise<void> {
  const missing = Object.entries(optional).flatMap(([program, packages]) => (findOnPath([program]) === undefined ? packages : []));
  const needsBrowser = findBrowser() === undefined;
  if (canInstall() && (needsBrowser || missing.length > 0)) {
    const lists = await apt("update");
    if (lists && needsBrowser)
      (await apt("install", "chromium-headless-shell", "fonts-liberation")) || (await apt("install", "chromium", "fonts-liberation"));
    if (lists && missing.length > 0) await apt("install", ...missing);
  }
  if (findBrowser() === undefined)
    throw new Error("The tests need a browser: install Chromium, Chrome or Edge, or name the executable in the variable CHROMIUM.");
}

/** Installs Debian's packages, if this user may. Returns whether it did. */
export async function aptInstall(...packages: string[]): Promise<boolean> {
  return canInstall() && (await apt("update")) && (await apt("install", ...packages));
}

function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync("/etc/debian_version") && findOnPath(["apt-get"]) !== undefined;
}

/** Returns whether it succeeded; the output is only shown if it failed. */
async function apt(action: "update" | "install", ...packages: string[]): Promise<boolean> {
  console.log(`apt-get ${action} ${packages.join(" ")} …`);
  const options = action === "install" ? ["-y", "--no-install-recommends"] : [];
  const child = spawn("apt-get", ["-q", action, ...options, ...packages], {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve).once("error", () => resolve(1)));
  if (code !== 0) console.error(`apt-get ${action} ended with ${code}:\n${output.trim().split("\n").slice(-5).join("\n")}`);
  return code === 0;
}
