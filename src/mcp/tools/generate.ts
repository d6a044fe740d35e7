/** The tools that generate: each call is a durable task of the journal. */
import * as z from "zod/mini";
import { type Kind, type MediaKind, usualFormats } from "../../contract/kind.ts";
import type { Model } from "../../contract/models.ts";
import type { ArtifactTarget, TaskRequest } from "../../tasks/task.ts";
import type { AgentStudio } from "../agentStudio.ts";
import { beginTasks, waitForTask } from "../agentTasks.ts";
import type { Budget } from "../budget.ts";
import { type AgentRequest, buildMediaRequest, buildTextRequest } from "../buildRequest.ts";
import { chooseModel } from "../chooseModel.ts";
import { chooseTarget } from "../chooseTarget.ts";
import { describeTasks } from "../describeTask.ts";
import { readFiles } from "../readFiles.ts";
import { type CallContext, defineTool, type Tool, type ToolResult } from "../tool.ts";

const text = (description: string) => z.string().check(z.minLength(1), z.describe(description));
const short = (description: string) => z.optional(z.string().check(z.minLength(1), z.maxLength(200), z.describe(description)));
const filesField = (description: string) => z.optional(z.array(z.string()).check(z.maxLength(10), z.describe(description)));

const saved = {
  folder: short("Folder for the file, relative to the workspace. Default: generated."),
  name: short("Name of the file without its ending, which the content decides. Default: the date and the first words of the prompt."),
};
const model = short("Id of a model, as list_models shows it. Without it, the default is used.");
const images = filesField("Reference images: paths in the workspace.");

const inputs = {
  image: z.strictObject({
    prompt: text("What the image shows."),
    model,
    size: short("E.g. 1k or 1024x1024; the values depend on the model."),
    quality: short("E.g. low, medium or high; the values depend on the model."),
    aspect_ratio: short("E.g. 1:1, 4:3 or 9:16; the values depend on the model."),
    images,
    ...saved,
  }),
  audio: z.strictObject({
    prompt: text("The text that is spoken, as it is."),
    model,
    voice: short("Name of a voice; the values depend on the model."),
    format: short("E.g. mp3, wav, opus or flac."),
    speed: z.optional(z.number().check(z.describe("1 is normal."))),
    ...saved,
  }),
  video: z.strictObject({
    prompt: text("What the video shows."),
    model,
    size: short("Aspect ratio, e.g. 16:9 or 9:16; the values depend on the model."),
    quality: short("E.g. 720p or 1080p; the values depend on the model."),
    duration: z.optional(z.int().check(z.describe("Seconds; the values depend on the model."))),
    images,
    ...saved,
  }),
  text: z.strictObject({
    prompt: text("What the model is asked."),
    model,
    files: filesField("Files that go along: paths in the workspace."),
  }),
} as const;

/** The arguments of a call, for any kind. */
type Asked = Omit<AgentRequest, "model"> & {
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
      "Generates an image from a description and saves it as a file. Billed; takes seconds to minutes. Returns a link to the file.",
  },
  audio: {
    title: "Generate audio",
    description: "Speaks a text and saves the audio as a file. Billed; takes some seconds. Returns a link to the file.",
  },
  video: {
    title: "Generate a video",
    description:
      "Generates a video from a description and saves it as a file. Billed; takes minutes, and goes on when nobody waits. Returns a link to the file.",
  },
  text: {
    title: "Ask a text model",
    description: "Asks another text model of the user's service, and returns its answer. Billed.",
  },
};

export function generateTools(studio: AgentStudio, budget: Budget): Tool[] {
  const tool = (kind: Kind, input: z.ZodMiniType<Asked>): Tool =>
    defineTool({
      name: `generate_${kind}`,
      ...descriptions[kind],
      input,
      effect: "generates",
      hasView: kind !== "text",
      begin: (given) => beginGeneration(studio, budget, kind, given),
      call: async (given, context) => waitForTasks(studio, [await beginGeneration(studio, budget, kind, given)], context),
    });
  return [tool("image", inputs.image), tool("audio", inputs.audio), tool("video", inputs.video), tool("text", inputs.text)];
}

async function beginGeneration(studio: AgentStudio, budget: Budget, kind: Kind, asked: Asked): Promise<string> {
  const folders = await studio.folders.list();
  const target = kind === "text" ? textTarget(folders) : await chooseTarget(folders, asked);
  const attached =
    kind === "text" ? await readFiles(folders, asked.files ?? [], "") : await readFiles(folders, asked.images ?? [], "image/");
  const chosen = await chooseModel(studio, kind, asked.model);
  const fields = { ...asked, model: chosen.id };
  const request = kind === "text" ? buildTextRequest(fields, attached) : buildMedia(studio, kind, fields, chosen, attached);
  const [key = ""] = await beginTasks(studio, budget, [{ request, model: chosen, target }]);
  return key;
}

function buildMedia(
  studio: AgentStudio,
  kind: MediaKind,
  fields: AgentRequest,
  { capabilities }: Model,
  files: readonly string[],
): TaskRequest {
  const generation = studio.options.interface;
  if (kind !== "audio") return buildMediaRequest(generation, kind, fields, files);
  // v1 audio requires both; the model's first values are its defaults.
  const voice = fields.voice ?? capabilities?.voice?.[0];
  const format = fields.format ?? capabilities?.format?.[0] ?? usualFormats.audio;
  return buildMediaRequest(generation, kind, { ...fields, voice, format }, files);
}

/** A text answer is stored in the journal, so it needs no folder. */
function textTarget([folder = ""]: readonly string[]): ArtifactTarget {
  return { folder, pattern: "generated/{date}-{slug}" };
}

/** Waits for the tasks of one call, as long as a call may take, and describes their state. */
export async function waitForTasks(studio: AgentStudio, keys: readonly string[], context: CallContext): Promise<ToolResult> {
  const tasks = await studio.tasks();
  const { waitMilliseconds, thumbnails } = studio.options;
  const ended = await Promise.all(keys.map((key) => waitForTask(tasks, key, context, waitMilliseconds)));
  return describeTasks(ended, { thumbnails, folders: await studio.folders.list() });
}
