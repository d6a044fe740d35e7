/** The tools in the order of their list. */
import type { AgentStudio } from "../agentStudio.ts";
import type { Budget } from "../tasks/budget.ts";
import type { Tool } from "../tool.ts";
import { findResults } from "./findResults.ts";
import { generateTools } from "./generate.ts";
import { listModels } from "./listModels.ts";
import { runDocument } from "./runDocument.ts";
import { deleteTask, getTask } from "./taskTools.ts";
import { viewResult } from "./viewResult.ts";

export function createTools(studio: AgentStudio, budget: Budget): Tool[] {
  return [
    ...generateTools(studio, budget),
    listModels(studio),
    runDocument(studio, budget),
    findResults(studio),
    getTask(studio),
    viewResult(studio),
    deleteTask(studio, budget),
  ];
}
