/** The tool that runs a prompt document of the workspace. */

import path from "node:path";
import * as z from "zod/mini";
import type { WireRequest } from "../../contract/wireRequest.ts";
import { modelOf } from "../../generations/newTask.ts";
import { outputPattern } from "../../prompt/text/outputPattern.ts";
import type { AgentStudio } from "../agentStudio.ts";
import { compileDocument, findDocument, readAgentDocument } from "../documents.ts";
import type { InsideFile } from "../folders.ts";
import { beginTasks, type PlannedTask } from "../tasks/agentTasks.ts";
import type { AgentBudget } from "../tasks/budget.ts";
import { idOfDocument } from "../tasks/protocolTasks.ts";
import { type AgentTool, defineTool } from "../tool.ts";
import { ToolError } from "../toolError.ts";
import { chooseModel } from "./chooseModel.ts";
import { waitForTasks } from "./generate.ts";

/** Limit for the requests of one run. */
const mostRequests = 20;

export function runDocumentTool(studio: AgentStudio, budget: AgentBudget): AgentTool {
  return defineTool({
    name: "run_prompt_document",
    title: "Run a prompt document",
    description:
      "Runs a prompt document (*.gen.md) of the workspace: its files are saved where it says, and its text is returned. May be billed.",
    input: z.strictObject({
      document: z.string().check(z.minLength(1), z.maxLength(1000), z.describe("Path in the workspace.")),
      values: z.optional(
        z.record(z.string(), z.string()).check(z.describe("Values of its variables, and answers to its questions, by name.")),
      ),
    }),
    effect: "generates",
    hasView: true,
    async begin(given) {
      return idOfDocument(await beginTasks(studio, budget, await planDocument(studio, given)));
    },
    async call(given, context) {
      return waitForTasks(studio, await beginTasks(studio, budget, await planDocument(studio, given)), context);
    },
  });
}

interface Given {
  document: string;
  values?: Record<string, string> | undefined;
}

/** Throws ToolError. */
async function planDocument(studio: AgentStudio, { document: given, values = {} }: Given): Promise<PlannedTask[]> {
  const folders = await studio.folders.list();
  const found = await findDocument(folders, given);
  const requests = await compileDocument(found, await readAgentDocument(found), folders, values);
  if (requests.length > mostRequests)
    throw new ToolError(`The document makes ${requests.length} requests. A call makes at most ${mostRequests}.`);
  return Promise.all(requests.map(({ request, output }) => plan(studio, found, request, output)));
}

async function plan(studio: AgentStudio, found: InsideFile, request: WireRequest, output: string | undefined): Promise<PlannedTask> {
  const folder = path.dirname(found.file);
  const pattern = outputPattern(path.basename(found.file), output);
  const model = await chooseModel(studio, request.kind, modelOf(request));
  return { request, model, target: { folder, pattern } };
}
