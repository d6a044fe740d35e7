/** Reads the values of request fields that finished tasks were generated with. Opens no database. */

import type { Task } from "../../generations/task.ts";
import type { SeenValue } from "../../prompt/facts.ts";
import type { Studio } from "../service/studio.ts";

const offeredFields = [
  "size",
  "quality",
  "aspect_ratio",
  "duration",
  "voice",
  "format",
  "speed",
  "image_size",
  "image_quality",
  "image_ratio",
  "video_size",
  "video_quality",
  "video_duration",
];

export function readSeenValues(studio: Pick<Studio, "openTasks">): SeenValue[] {
  const tasks = studio.openTasks?.list({ states: ["saved"], limit: 200 }) ?? [];
  const found = new Map(tasks.flatMap(valuesOf).map((seen) => [`${seen.model}\n${seen.field}\n${seen.value}`, seen]));
  return [...found.values()];
}

function valuesOf(task: Task): SeenValue[] {
  const { request } = task;
  const fields: object = request.interface === "v2" ? request.body.ai : request.body;
  return Object.entries(fields).flatMap(([field, value]: [string, unknown]) =>
    offeredFields.includes(field) && (typeof value === "string" || typeof value === "number")
      ? [{ model: task.model, field, value: String(value), worked: true }]
      : [],
  );
}
