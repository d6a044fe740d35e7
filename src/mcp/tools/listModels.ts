import * as z from "zod/mini";
import { demoUnit } from "../../contract/amountSums.ts";
import { kinds } from "../../contract/kind.ts";
import type { Model, ModelCapabilities, ModelPrice } from "../../contract/models.ts";
import type { Tasks } from "../../generations/tasks.ts";
import type { AgentStudio } from "../agentStudio.ts";
import { fitText } from "../fitText.ts";
import { type AgentTool, defineTool } from "../tool.ts";
import { kindsOf } from "./chooseModel.ts";

/** Characters of the list; models that do not fit are only counted. */
const mostCharacters = 3400;
/** How many values of a capability are listed. */
const mostValues = 8;
/** How many earlier results are needed to state a typical cost. */
const earlierResults = 5;

const inputSchema = z.strictObject({
  kind: z.optional(z.enum(kinds).check(z.describe("Only models that make this."))),
  text: z.optional(z.string().check(z.maxLength(200), z.describe("Only models whose id or provider has this in it."))),
});

/** Lists the service's models, what it reports of each, and what the model has cost before. */
export function listModelsTool(studio: AgentStudio): AgentTool {
  return defineTool({
    name: "list_models",
    title: "List models",
    description:
      "Lists the models of the user's service with what they make, the values that they take, their prices and what they cost before.",
    input: inputSchema,
    effect: "reads",
    async call({ kind, text = "" }) {
      const [models, tasks] = await Promise.all([studio.models(), studio.tasks()]);
      const found = models
        .filter((model) => kind === undefined || kindsOf(model).includes(kind) || kindsOf(model).length === 0)
        .filter(({ id, owned_by }) => `${id} ${owned_by ?? ""}`.toLowerCase().includes(text.toLowerCase()));
      if (found.length === 0) return { content: [{ type: "text", text: `None of ${models.length} models fits.` }] };
      return {
        content: [
          {
            type: "text",
            text: writeLines(
              found.map((model) => describeModel(model, studio, tasks)),
              studio.options.unit,
            ),
          },
        ],
      };
    },
  });
}

function writeLines(lines: readonly string[], unit: string): string {
  const head = `Prices and costs are in ${unit}; tokens by the million. A list's first value is the default.`;
  const fitting: string[] = [];
  let used = 0;
  for (const line of lines) {
    used += JSON.stringify(line).length;
    if (used > mostCharacters) break;
    fitting.push(line);
  }
  const rest = lines.length - fitting.length;
  return [head, ...fitting, ...(rest === 0 ? [] : [`${rest} more: narrow the list with kind or text.`])].join("\n");
}

function describeModel(model: Model, studio: AgentStudio, tasks: Tasks): string {
  const made = kindsOf(model);
  const { baseUrl, unit } = studio.options;
  const ownUnit = tasks.costs.unitOf(baseUrl, model.id) ?? unit;
  const facts = [
    made.length === 0 ? "kind not reported" : `${made.join(", ")}${model.capabilities?.kinds === undefined ? " (by its name)" : ""}`,
    ...(studio.options.isDemo(model.id) ? [`demo, priced in ${demoUnit}`] : []),
    ...describeCapabilities(model.capabilities),
    ...(model.price === undefined ? [] : [`price: ${describePrice(model.price)}`]),
    ...made.flatMap((kind) => describeEarlier(tasks.costs.newest(baseUrl, kind, model.id, earlierResults, ownUnit))),
  ];
  return fitText(`- ${model.id}: ${facts.join("; ")}`, 700);
}

function describeCapabilities(capabilities: ModelCapabilities | undefined): string[] {
  const { kinds: _, ...known } = capabilities ?? {};
  return Object.entries(known).map(([name, value]) => {
    if (Array.isArray(value) && value.length === 0) return `${name}: none`;
    if (Array.isArray(value)) return `${name}: ${value.slice(0, mostValues).join(" ")}${value.length > mostValues ? " …" : ""}`;
    return typeof value === "object" ? `${name}: ${value.minimum}–${value.maximum}` : `${name}: ${value}`;
  });
}

function describePrice(price: ModelPrice): string {
  return Object.entries(price)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}

function describeEarlier(costs: readonly number[]): string[] {
  if (costs.length === 0) return [];
  const [least, most] = [Math.min(...costs), Math.max(...costs)];
  return [`cost before: ${least === most ? least : `${least}–${most}`}`];
}
