import { kinds } from "../../contract/kind.ts";
import { defaultWorkers, type Workers } from "./taskQueue.ts";

/** Reads `text=16,image=4`; kinds that are not named keep their default. Throws a TypeError with a message for the user. */
export function readWorkers(list: string | undefined): Workers {
  const workers = { ...defaultWorkers };
  for (const entry of list === undefined ? [] : list.split(",")) {
    const [, name, count] = /^\s*([a-z]+)=(\d{1,3})\s*$/.exec(entry) ?? [];
    const kind = kinds.find((known) => known === name);
    if (kind === undefined) {
      throw new TypeError(`--workers takes a list like text=16,image=4 of ${kinds.join(", ")}; "${entry}" is not part of one.`);
    }
    workers[kind] = Number(count);
  }
  return workers;
}
