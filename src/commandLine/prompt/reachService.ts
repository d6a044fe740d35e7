import { keyVariable } from "../../prompt/parse/keyVariable.ts";

export interface ReachedService {
  baseUrl: string;
  key: string | undefined;
  /** true: the service ends with the run, and its tasks with it. */
  isOwn: boolean;
  close(): Promise<void>;
}

export interface ReachOptions {
  /** undefined: the built-in service is started for this run. */
  baseUrl: string | undefined;
  /** Receives progress messages. */
  report(line: string): void;
}

/** undefined: there is no key, which was reported. */
export async function reachService({ baseUrl, report }: ReachOptions): Promise<ReachedService | undefined> {
  if (baseUrl !== undefined) {
    const key = process.env[keyVariable];
    if (key) return { baseUrl: baseUrl.replace(/\/$/, ""), key, isOwn: false, close: async () => undefined };
    report(`error: The service at ${baseUrl} needs a key: set ${keyVariable}.`);
    return undefined;
  }
  const { startService } = await import("../../service/startService.ts");
  const service = await startService({ port: 0, superset: true });
  report(`The built-in demo service answers at ${service.url}.`);
  return { baseUrl: service.url, key: service.key, isOwn: true, close: () => service.close() };
}
