/** The tools in the order of their list. */
import type { AgentStudio } from "../agentStudio.ts";
import type { AgentBudget } from "../tasks/budget.ts";
import type { AgentTool } from "../tool.ts";
import { findResultsTool } from "./findResults.ts";
import { generateTools } from "./generate.ts";
import { listModelsTool } from "./listModels.ts";
import { runDocumentTool } from "./runDocument.ts";
import { deleteTaskTool, getTask } from "./taskTools.ts";
import { viewResult } from "./viewResult.ts";

export function createTools(studio: AgentStudio, budget: AgentBudget): AgentTool[] {
  return [
    ...generateTools(studio, budget),
    listModelsTool(studio),
    runDocumentTool(studio, budget),
    findResultsTool(studio),
    getTask(studio),
    viewResult(studio),
    deleteTaskTool(studio, budget),
  ];
}
