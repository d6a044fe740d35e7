import type { Studio } from "../service/studio.ts";

/** The parts of the studio that the chat needs. */
export type ChatSource = Pick<
  Studio,
  | "client"
  | "connection"
  | "context"
  | "isDemo"
  | "models"
  | "onDidChangeConnection"
  | "openTasks"
  | "proposals"
  | "providers"
  | "secrets"
  | "generations"
  | "state"
  | "tasks"
>;
