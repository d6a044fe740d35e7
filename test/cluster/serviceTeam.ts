/** Services as processes that share a database and are killed and restarted. */
import { setTimeout as sleep } from "node:timers/promises";
import { type ServiceProcess, startServiceProcess } from "../service/serviceProcess.ts";

export interface ServiceTeam {
  /** Addresses of the running services. */
  urls(): string[];
  /** The last lines of each one's output. */
  logs(): string;
  /** Kills one and starts another in its place; resolves when the new one runs. */
  replace(index: number): Promise<void>;
}

/** Resolves when `count` services run. */
export async function startTeam(count: number, args: readonly string[]): Promise<ServiceTeam> {
  const members: (ServiceProcess | undefined)[] = [];
  const start = async (index: number) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        members[index] = await startServiceProcess(...args);
        return;
      } catch (error) {
        // The database may be unavailable.
        if (attempt === 20) throw error;
        await sleep(200);
      }
    }
  };
  await Promise.all(Array.from({ length: count }, (_, index) => start(index)));
  return {
    urls: () => members.flatMap((member) => member?.url ?? []),
    logs: () => members.map((member) => `${member?.url ?? "not running"}\n${member?.log().slice(-3000) ?? ""}`).join("\n\n"),
    async replace(index) {
      const victim = members[index];
      if (!victim) return;
      members[index] = undefined;
      await victim.end("SIGKILL");
      await start(index);
    },
  };
}
