/** The tool with which an agent sees what it made. */
import path from "node:path";
import * as z from "zod/mini";
import type { AgentStudio } from "../agentStudio.ts";
import { findInside } from "../folders.ts";
import { makePreview } from "../preview/makePreview.ts";
import { findAgentTask } from "../tasks/agentTasks.ts";
import { type AgentTool, defineTool } from "../tool.ts";
import { ToolError } from "../toolError.ts";

export function viewResult(studio: AgentStudio): AgentTool {
  return defineTool({
    name: "view_result",
    title: "View a result",
    description:
      "Shows you a saved file of a task as one small image, to check it: an image itself, nine frames of a video in rows, or the waveform of a sound. Nothing is billed by the service.",
    input: z.strictObject({
      task_id: z.string().check(z.minLength(1), z.maxLength(100), z.describe("Id of a task, as the tools show it.")),
      file: z.optional(z.int().check(z.gte(1), z.lte(100), z.describe("Which of the task's files. Default 1."))),
    }),
    effect: "reads",
    async call({ task_id, file: number = 1 }, { signal }) {
      const task = await findAgentTask(studio, task_id);
      const artifact = task.artifacts[number - 1];
      if (artifact?.path === undefined) throw new ToolError(`Task ${task.key} has no saved file ${number}.`);
      const { file } = await findInside(await studio.folders.list(), artifact.path);
      const { bytes, mediaType } = await makePreview(artifact, file, signal);
      const image = { type: "image", data: Buffer.from(bytes).toString("base64"), mimeType: mediaType } as const;
      return {
        content: [
          { type: "text", text: path.basename(file) },
          { ...image, annotations: { audience: ["assistant"] } },
        ],
      };
    },
  });
}
