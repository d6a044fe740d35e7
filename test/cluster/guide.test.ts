/** The commands of the guide for teams, in order, on a machine of its own: a network, and copies of the folders that they change. */
import { execFileSync, spawn } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { findOnPath } from "../../scripts/findBrowser.ts";
import { packProgram } from "../service/packProgram.ts";
import { startPostgres } from "../service/postgresServer.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const space = `gs-guide-${process.pid}`.slice(-15);
const subnet = `10.${200 + (process.pid % 50)}.${Math.floor(process.pid / 50) % 256}`;
const ip = (...words: string[]) => execFileSync("ip", words, { stdio: "pipe" });
const programs = ["unshare", "setpriv", "createuser", "pg_dump", "rsync", "curl"];

function canMakeMachines(): boolean {
  if (programs.some((program) => findOnPath([program]) === undefined)) return false;
  try {
    ip("netns", "add", space);
    execFileSync("unshare", ["--mount", "true"], { stdio: "pipe" });
    return true;
  } catch {
    return false;
  }
}

/** Stands in for sudo, which only differs in whom it asks for a password. */
const sudo = '#!/bin/sh\nexec "$@"\n';
/** Makes changes of these folders invisible outside. */
const overlay = (folder: string) => `
  mkdir -p "$WORK${folder}/upper" "$WORK${folder}/work"
  mount -t overlay overlay -o "lowerdir=${folder},upperdir=$WORK${folder}/upper,workdir=$WORK${folder}/work" ${folder}`;

/** The text between two texts of the guide. */
function between(text: string, start: string, end: string): string {
  const found = text.split(start)[1]?.split(end)[0];
  if (found === undefined) throw new Error(`The guide has nothing after ${start}`);
  return found;
}

/** The commands of a backup, which copies the files to this machine. */
const backup = (commands: string) => commands.replace("backup.example:generation-studio/", '"$WORK/backup/"');

async function describeScript(database: string): Promise<string> {
  const guide = await readFile(path.join(root, "docs/running-for-a-team.md"), "utf8");
  const inline = (start: string, end = "`") => `${start}${between(guide, `\`${start}`, end)}`;
  const fenced = (after: string) => between(guide.slice(guide.indexOf(after)), "   ```\n", "   ```").replace(/^ {3}/gm, "");
  const unit = await readFile(path.join(root, "deploy/generation-studio.service"), "utf8");
  const started = /^ExecStart=((?:.*\\\n)*.*)$/m.exec(unit)?.[1];
  const environment = fenced("**Settings**").replace("PGPASSWORD=…", "PGPASSWORD=secret");
  return `
set -eu
mount -t tmpfs tmpfs "$WORK"
${["/etc", "/usr/local"].map(overlay).join("\n")}
mount -t tmpfs tmpfs /mnt
echo "${subnet}.1 db.example" >> /etc/hosts
cd "$PACKAGE"
export PGHOST=db.example PGUSER=postgres NPM_CONFIG_PREFIX=/usr/local NPM_CONFIG_OFFLINE=true
printf 'secret\nsecret\n' | setsid ${inline("createuser --pwprompt studio", " &&")}
${inline("createdb --owner studio studio")}
unset PGHOST PGUSER
${fenced("**Program**")}
${inline("sudo install --directory")}
mkdir -p /etc/generation-studio
printf 'providers:\n  demo: { type: demo }\n' > /etc/generation-studio/providers.yaml
cat > /etc/generation-studio/environment <<'END'
${environment}END
chmod 600 /etc/generation-studio/environment
${fenced("Check the settings")}
start() {
  (
    set -a; . /etc/generation-studio/environment
    exec setpriv --reuid 960 --regid 960 --clear-groups ${started?.replace("10.0.0.5", "127.0.0.1")}
  ) 2> /dev/null &
  service=$!
  for attempt in $(seq 600); do curl --silent --fail http://127.0.0.1:8787/readyz > /dev/null && break; sleep 0.2; done
}
trap 'kill $service' EXIT
start
${inline("curl http://127.0.0.1:8787/readyz")}
export PGPASSWORD=secret
${inline("generation-studio service keys create ada", "--database …`").replace("local/*", "demo/*")} --database ${database} | tee "$WORK/key"
key=$(sed -n 's/^key: //p' "$WORK/key")
ask() { curl --silent --show-error --fail --header "Authorization: Bearer $key" --header "Content-Type: application/json" "http://127.0.0.1:8787/api/v1/$@"; }
ask models
text=$(printf 'A heron waits. %.0s' $(seq 60))
audio=$(ask audios --data "{\\"model\\":\\"demo/flite\\",\\"input\\":\\"$text\\",\\"voice\\":\\"slt\\",\\"format\\":\\"wav\\"}" | sed 's/.*"id":"\\([^"]*\\).*/\\1/')
follow() { for attempt in $(seq 600); do ask "audios/$audio" > "$WORK/audio"; grep -q '"status":"\\(pending\\|processing\\)"' "$WORK/audio" || break; sleep 0.2; done; }
follow
cp "$WORK/audio" "$WORK/before"
mkdir "$WORK/backup"
cd "$WORK"
${backup(between(guide.slice(guide.indexOf("## Backup")), "```\n", "```"))}
kill $service; wait $service || true
rm -r /mnt/generation-studio/*
export PGHOST=db.example PGUSER=postgres
${["dropdb studio", "createdb --owner studio studio"].map((command) => inline(command)).join("\n")}
unset PGHOST PGUSER
${inline("pg_restore --dbname")}
rsync --archive "$WORK/backup/" /mnt/generation-studio/
start
follow
grep -q '"status":"completed"' "$WORK/before" && cmp "$WORK/before" "$WORK/audio" && echo "restored $(find /mnt/generation-studio -type f | wc -l) file"
`;
}

test.skipIf(!canMakeMachines())(
  "a newcomer's service answers after the commands of the guide, also from a backup (skipped without the right to make machines)",
  async () => {
    onTestFinished(() => void ip("netns", "delete", space));
    const [inside, outside] = [`${space}i`.slice(-15), `${space}o`.slice(-15)];
    ip("link", "add", outside, "type", "veth", "peer", "name", inside, "netns", space);
    ip("address", "add", `${subnet}.1/24`, "dev", outside);
    ip("link", "set", outside, "up");
    ip("-n", space, "address", "add", `${subnet}.2/24`, "dev", inside);
    for (const device of [inside, "lo"]) ip("-n", space, "link", "set", device, "up");
    const postgres = await startPostgres(`${subnet}.1`, "debian");
    onTestFinished(() => postgres.close());
    const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-guide-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    for (const name of ["package", "work", "bin"]) await mkdir(path.join(folder, name));
    await writeFile(path.join(folder, "bin/sudo"), sudo);
    await chmod(path.join(folder, "bin/sudo"), 0o755);
    await chmod(folder, 0o755);
    await packProgram(path.join(folder, "package"));
    const script = path.join(folder, "guide.sh");
    await writeFile(script, await describeScript("postgres://studio@db.example/studio"));
    const env = {
      ...process.env,
      PATH: `${path.join(folder, "bin")}:/usr/local/bin:${process.env.PATH}`,
      PACKAGE: path.join(folder, "package"),
      WORK: path.join(folder, "work"),
    };
    const machine = spawn("ip", ["netns", "exec", space, "unshare", "--mount", "--pid", "--fork", "sh", script], { env });
    onTestFinished(() => void machine.kill("SIGKILL"));
    let output = "";
    for (const stream of [machine.stdout, machine.stderr]) stream.setEncoding("utf8").on("data", (chunk) => (output += chunk));
    const code = await new Promise<number | null>((resolve) => machine.once("close", resolve));
    expect(output).toMatch(/ok +connections/);
    expect([code, output]).toEqual([0, expect.stringMatching(/"id":"demo\/demo-image".*restored 1 file/s)]);
  },
);
