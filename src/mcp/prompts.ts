/** Offers the workspace's prompt documents as prompts that the user selects in the client. */
import path from "node:path";
import { promptOf } from "../generations/newTask.ts";
import type { PromptDocument } from "../prompt/parse/promptDocument.ts";
import type { AgentStudio } from "./agentStudio.ts";
import { compileDocument, documentValues, findDocuments, readAgentDocument } from "./documents.ts";
import { ToolError } from "./toolError.ts";

export interface PromptFacts {
  name: string;
  description: string;
  arguments: { name: string; description?: string; required: boolean }[];
}

export interface FilledPrompt {
  description: string;
  /** The text that the user sends with it. */
  text: string;
}

const longestDescription = 100;

export async function listPrompts(studio: AgentStudio): Promise<PromptFacts[]> {
  const found = await findDocuments(await studio.folders.list());
  const read = await Promise.all(
    found.map(async (one) => ({ name: one.name, document: await readAgentDocument(one).catch(() => undefined) })),
  );
  return read.flatMap(({ name, document }) => {
    if (document === undefined) return [];
    const values = documentValues(document).map(({ name: value, isRequired, value: own }) => ({
      name: value,
      required: isRequired,
      ...(own === undefined ? {} : { description: `Default: ${own.slice(0, longestDescription)}` }),
    }));
    return [{ name, description: describe(document), arguments: values }];
  });
}

/** Fills in a text document; for a document of another kind, asks the model to run it. Throws ToolError. */
export async function fillPrompt(studio: AgentStudio, name: string, values: Readonly<Record<string, string>>): Promise<FilledPrompt> {
  const folders = await studio.folders.list();
  const found = (await findDocuments(folders)).find((one) => one.name === name);
  if (found === undefined) throw new ToolError(`There is no prompt ${JSON.stringify(name.slice(0, 200))}.`);
  const document = await readAgentDocument(found);
  const description = describe(document);
  const requests = await compileDocument(found, document, folders, values);
  const [first] = requests;
  if (document.kind !== "text" || first === undefined || requests.length > 1) {
    const given = { document: path.relative(found.folder, found.file).split(path.sep).join("/"), values };
    return { description, text: `Call the tool run_prompt_document with ${JSON.stringify(given)}, and show me its result.` };
  }
  return { description, text: promptOf(first.request) };
}

function describe({ kind, text, body }: PromptDocument): string {
  const first = text.slice(body.range.start, body.range.end).trim().split("\n")[0] ?? "";
  return `${kind}: ${first.slice(0, longestDescription)}`;
}
