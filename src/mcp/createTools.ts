/** The tools in the order of their list. */
import type { AgentStudio } from "./agentStudio.ts";
import type { Budget } from "./budget.ts";
import type { Tool } from "./tool.ts";
import { findResults } from "./tools/findResults.ts";
import { generateTools } from "./tools/generate.ts";
import { listModels } from "./tools/listModels.ts";
import { runDocument } from "./tools/runDocument.ts";
import { deleteTask, getTask } from "./tools/taskTools.ts";

export function createTools(studio: AgentStudio, budget: Budget): Tool[] {
  return [
    ...generateTools(studio, budget),
    listModels(studio),
    runDocument(studio, budget),
    findResults(studio),
    getTask(studio),
    deleteTask(studio, budget),
  ];
}
