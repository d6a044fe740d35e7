/** The tool that runs a prompt document of the workspace. */

import path from "node:path";
import * as z from "zod/mini";
import type { TaskRequest, TextRequest } from "../../contract/wireRequest.ts";
import { writeAmount } from "../../contract/writeAmount.ts";
import { amountToReserve, estimateAnswer } from "../../generations/estimateCost.ts";
import { separateTexts } from "../../generations/generation.ts";
import { modelOf } from "../../generations/sending/submitTask.ts";
import { outputPattern } from "../../prompt/parse/outputPattern.ts";
import type { AgentStudio } from "../agentStudio.ts";
import { compileDocument, findDocument, readDocument } from "../documents.ts";
import { fitText } from "../fitText.ts";
import type { InsideFile } from "../folders.ts";
import { beginTasks, type PlannedTask } from "../tasks/agentTasks.ts";
import type { Budget } from "../tasks/budget.ts";
import { idOfDocument } from "../tasks/protocolTasks.ts";
import { type CallContext, defineTool, type Tool, type ToolResult } from "../tool.ts";
import { ToolError } from "../toolError.ts";
import { chooseModel } from "./chooseModel.ts";
import { waitForTasks } from "./generate.ts";

/** Limit for the requests of one run. */
const mostRequests = 20;
const mostCharacters = 3600;

export function runDocument(studio: AgentStudio, budget: Budget): Tool {
  return defineTool({
    name: "run_prompt_document",
    title: "Run a prompt document",
    description: "Runs a prompt document (*.gen.md) of the workspace: its files are saved where it says, and its text is returned. Billed.",
    input: z.strictObject({
      document: z.string().check(z.minLength(1), z.maxLength(1000), z.describe("Path in the workspace.")),
      values: z.optional(
        z.record(z.string(), z.string()).check(z.describe("Values of its variables, and answers to its questions, by name.")),
      ),
    }),
    effect: "generates",
    hasView: true,
    async begin(given) {
      const planned = await planDocument(studio, given);
      return planned.type === "tasks"
        ? idOfDocument(await beginTasks(studio, budget, planned.tasks))
        : studio.answers.begin((signal) => answer(studio, budget, planned.request, { signal }));
    },
    async call(given, context) {
      const planned = await planDocument(studio, given);
      return planned.type === "tasks"
        ? waitForTasks(studio, await beginTasks(studio, budget, planned.tasks), context)
        : answer(studio, budget, planned.request, context);
    },
  });
}

interface Given {
  document: string;
  values?: Record<string, string> | undefined;
}

type PlannedDocument = { type: "tasks"; tasks: PlannedTask[] } | { type: "answer"; request: TextRequest };

/** Throws ToolError. */
async function planDocument(studio: AgentStudio, { document: given, values = {} }: Given): Promise<PlannedDocument> {
  const folders = await studio.folders.list();
  const found = await findDocument(folders, given);
  const requests = await compileDocument(found, await readDocument(found), folders, values);
  if (requests.length > mostRequests)
    throw new ToolError(`The document makes ${requests.length} requests. A call makes at most ${mostRequests}.`);
  const { texts, tasks } = separateTexts(requests);
  const [text] = texts;
  if (text === undefined)
    return { type: "tasks", tasks: await Promise.all(tasks.map(({ request, output }) => plan(studio, found, request, output))) };
  if (requests.length > 1) throw new ToolError("A text document of v1 with several requests cannot run here: write `interface: v2` in it.");
  return { type: "answer", request: text.request };
}

async function plan(studio: AgentStudio, found: InsideFile, request: TaskRequest, output: string | undefined): Promise<PlannedTask> {
  const folder = path.dirname(found.file);
  const pattern = outputPattern(path.basename(found.file), output);
  const model = await chooseModel(studio, request.kind, modelOf(request));
  return { request, model, target: { folder, pattern } };
}

/** v1 has no tasks for text: the answer is complete when the call ends, or lost. */
async function answer(studio: AgentStudio, budget: Budget, request: TextRequest, { signal }: CallContext): Promise<ToolResult> {
  const tasks = await studio.tasks();
  const { baseUrl, unit } = studio.options;
  const { body } = request;
  const ownUnit = tasks.costs.unitOf(baseUrl, body.model) ?? unit;
  const models = await studio.models().catch(() => []);
  const model = models.find(({ id }) => id === body.model) ?? { id: body.model };
  const estimate = estimateAnswer(tasks, baseUrl, model, unit);
  const reservation = budget.reserve(estimate);
  try {
    const admission = {
      estimate: amountToReserve(tasks, baseUrl, { kind: "text", model: body.model, estimate }),
      isAgents: true,
      admit: (record: (check: () => void) => Promise<void>) => record(() => reservation.admit(tasks)),
    };
    const generation = await tasks.start(request, { baseUrl, signal, admission });
    reservation.key = generation.key;
    const { outcome, text, cost, error } = await generation.end;
    if (error !== undefined) throw error;
    const facts = `${outcome === "completed" ? "Answered" : `The answer is ${outcome}`} by ${body.model}, cost ${cost === undefined ? "not reported" : writeAmount(cost, ownUnit)}.`;
    const fitting = fitText(text, mostCharacters);
    const rest = fitting.length < text.length ? `\n[${text.length - fitting.length} more characters are left out.]` : "";
    return { content: [{ type: "text", text: `${facts}\n\n${fitting}${rest}` }], ...(outcome === "completed" ? {} : { isError: true }) };
  } catch (error) {
    if (reservation.key === undefined) reservation.release();
    throw error;
  }
}
