import { randomUUID } from "node:crypto";
import { type Kind, kindTable } from "../../contract/kind.ts";
import type { Endpoint } from "../store/storedTask.ts";

/**
 * A new id, which begins with the time in Unix milliseconds after its prefix: databases write rows whose keys increase to few pages. The rest
 * is random, so that ids of several services differ.
 */
export function newTaskId(endpoint: Endpoint, kind: Kind, createdAt: number): string {
  const prefix = endpoint === "v2" ? "task" : kindTable[kind].idPrefix;
  const random = randomUUID();
  return `${prefix}_${createdAt.toString(16).padStart(12, "0")}${random.slice(14, 18)}${random.slice(19, 23)}${random.slice(24)}`;
}
