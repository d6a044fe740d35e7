/** The tools that generate: each call is a durable task of the journal. */
import path from "node:path";
import * as z from "zod/mini";
import { acceptedValues, describeAccepted, takesAny } from "../../contract/acceptedValues.ts";
import { addedFields, isAddedField } from "../../contract/addedFields.ts";
import { withoutEnding } from "../../contract/fileFormats.ts";
import { type Kind, kindTable, mediaKinds } from "../../contract/kind.ts";
import { mediaOptions } from "../../contract/media.ts";
import type { Model } from "../../contract/models.ts";
import { makeRequest } from "../../generations/makeRequest.ts";
import type { ArtifactTarget } from "../../generations/task.ts";
import type { AgentStudio } from "../agentStudio.ts";
import { findInside } from "../folders.ts";
import { beginTasks, waitForTask } from "../tasks/agentTasks.ts";
import type { AgentBudget } from "../tasks/budget.ts";
import { describeTasks } from "../tasks/describeTask.ts";
import { type AgentTool, type CallContext, defineTool, type ToolResult } from "../tool.ts";
import { ToolError } from "../toolError.ts";
import { chooseModel } from "./chooseModel.ts";
import { readAgentFiles } from "./readFiles.ts";

const text = (description: string) => z.string().check(z.minLength(1), z.describe(description));
const short = (description: string) => z.optional(z.string().check(z.minLength(1), z.maxLength(200), z.describe(description)));
const filesField = (description: string) => z.optional(z.array(z.string()).check(z.maxLength(10), z.describe(description)));

const saved = {
  folder: short("Folder for the file, relative to the workspace. Default: generated."),
  name: short("Name of the file without its ending, which the content decides. Default: the date and the first words of the prompt."),
};
const model = short("Id of a model, as list_models shows it. Without it, the default is used.");
const images = filesField("Reference images: paths in the workspace.");

/** The arguments of each tool. All options are optional: the model's first values are used for those that v1 requires. @internal */
export const generationInputs = {
  image: z.strictObject({
    prompt: text("What the image shows."),
    model,
    ...z.partial(z.object(mediaOptions.image)).shape,
    images,
    ...saved,
  }),
  audio: z.strictObject({
    prompt: text("The text that is spoken, as it is."),
    model,
    ...z.partial(z.object(mediaOptions.audio)).shape,
    ...saved,
  }),
  video: z.strictObject({
    prompt: text("What the video shows."),
    model,
    ...z.partial(z.object(mediaOptions.video)).shape,
    images,
    ...saved,
  }),
  text: z.strictObject({
    prompt: text("What the model is asked."),
    model,
    files: filesField("Files that go along: paths in the workspace."),
  }),
} as const satisfies Record<Kind, z.ZodMiniType<Asked>>;

/** The arguments of a call, for any kind. */
type Asked = {
  prompt: string;
  model?: string | undefined;
  images?: readonly string[] | undefined;
  files?: readonly string[] | undefined;
  folder?: string | undefined;
  name?: string | undefined;
};

const descriptions: Record<Kind, { title: string; description: string }> = {
  image: {
    title: "Generate an image",
    description:
      "Generates an image from a description and saves it as a file. May be billed; takes seconds to minutes. Returns a link to the file.",
  },
  audio: {
    title: "Generate audio",
    description: "Speaks a text and saves the audio as a file. May be billed; takes some seconds. Returns a link to the file.",
  },
  video: {
    title: "Generate a video",
    description:
      "Generates a video from a description and saves it as a file. May be billed; takes minutes, and goes on when nobody waits. Returns a link to the file.",
  },
  text: {
    title: "Ask a text model",
    description: "Asks another text model of the user's service, and returns its answer. May be billed.",
  },
};

export function generateTools(studio: AgentStudio, budget: AgentBudget): AgentTool[] {
  const tool = (kind: Kind, input: z.ZodMiniType<Asked>): AgentTool =>
    defineTool({
      name: `generate_${kind}`,
      ...descriptions[kind],
      input,
      effect: "generates",
      hasView: kind !== "text",
      begin: (given) => beginGeneration(studio, budget, kind, given),
      call: async (given, context) => waitForTasks(studio, [await beginGeneration(studio, budget, kind, given)], context),
    });
  return [...mediaKinds, "text" as const].map((kind) => tool(kind, generationInputs[kind]));
}

async function beginGeneration(studio: AgentStudio, budget: AgentBudget, kind: Kind, asked: Asked): Promise<string> {
  const folders = await studio.folders.list();
  const target = kind === "text" ? textTarget(folders) : await chooseTarget(folders, asked);
  const attached =
    kind === "text" ? await readAgentFiles(folders, asked.files ?? [], "") : await readAgentFiles(folders, asked.images ?? [], "image/");
  const chosen = await chooseModel(studio, kind, asked.model, "upscale" in asked ? asked.upscale : undefined);
  const { prompt, model: _, images: _images, files: _files, folder: _folder, name: _name, ...options } = asked;
  const common = { interface: studio.options.interface, kind, model: chosen.id, prompt, files: attached };
  const request = makeRequest({
    ...common,
    options: { ...requiredOptions(kind, chosen), ...(await readOptions(folders, chosen, options)) },
  });
  const [key = ""] = await beginTasks(studio, budget, [{ request, model: chosen, target }]);
  return key;
}

/** Reads files, and refuses fields and values that the model is known not to take. */
async function readOptions(
  folders: readonly string[],
  model: Model,
  options: Readonly<Record<string, unknown>>,
): Promise<Record<string, string | number | boolean>> {
  const read: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(options)) {
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") continue;
    const accepted = acceptedValues(model.capabilities, name);
    if (accepted?.accepts(String(value)) === false) {
      const taken = takesAny(accepted) ? `this ${name}. It takes: ${describeAccepted(accepted)}` : name;
      throw new ToolError(`${model.id} does not take ${taken}. list_models shows what each model takes.`);
    }
    const isFile = isAddedField(name) && addedFields[name].type === "file";
    read[name] = isFile ? ((await readAgentFiles(folders, [String(value)], "image/"))[0] ?? "") : value;
  }
  return read;
}

/** v1 audio requires both; the model's first values are its defaults. */
function requiredOptions(kind: Kind, { capabilities }: Model): Record<string, string | undefined> {
  if (kind !== "audio") return {};
  return { voice: capabilities?.voice?.[0], format: capabilities?.format?.[0] ?? kindTable.audio.usualFormat };
}

/** A text answer is stored in the journal, so it needs no folder. */
function textTarget([folder = ""]: readonly string[]): ArtifactTarget {
  return { folder, pattern: "generated/{date}-{slug}" };
}

/** Waits for the tasks of one call, as long as a call may take, and describes their state. */
export async function waitForTasks(studio: AgentStudio, keys: readonly string[], context: CallContext): Promise<ToolResult> {
  const tasks = await studio.tasks();
  const { waitMilliseconds } = studio.options;
  const ended = await Promise.all(keys.map((key) => waitForTask(tasks, key, context, waitMilliseconds)));
  return describeTasks(ended, { ...studio.options, folders: await studio.folders.list() });
}

const defaultFolder = "generated";
const defaultName = "{date}-{slug}";

/**
 * Chooses where the files of a task are saved: below one of `folders`, whose path has no links. Saving follows links and checks that they
 * do not lead out of it. Throws ToolError.
 */
async function chooseTarget(
  folders: readonly string[],
  { folder = defaultFolder, name }: { folder?: string | undefined; name?: string | undefined },
): Promise<ArtifactTarget> {
  const inside = await findInside(folders, folder);
  const segments = path.relative(inside.folder, inside.file).split(path.sep).filter(Boolean);
  const hidden = [...segments, name ?? ""].find((segment) => segment.startsWith("."));
  if (hidden !== undefined)
    throw new ToolError(`${JSON.stringify(hidden)} is hidden: files are saved in visible folders, under visible names.`);
  if (name !== undefined && /[/\\]/.test(name)) throw new ToolError("The name of a file has no folders in it: give them as `folder`.");
  return { folder: inside.folder, pattern: [...segments, withoutEnding(name ?? defaultName)].join("/") };
}
