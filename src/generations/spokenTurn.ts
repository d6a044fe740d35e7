import type { TaskRequest } from "../contract/wireRequest.ts";

/** What one speaker of a dialogue says. */
export interface SpokenTurn {
  /** Of its chapter. */
  title: string;
  request: TaskRequest;
}
