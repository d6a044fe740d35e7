/** Bodies of `POST /api/v2` and `GET /api/v2/status/<task_id>`: schemas and types. Source: spec, parts of the same names. */
import * as z from "zod/mini";
import { readAmount } from "./amount.ts";
import { type Kind, kinds, kindTable, type MediaKind, mediaKinds } from "./kind.ts";
import { lenientNumber as decimal, lenient, lenientList, lenientText } from "./lenient.ts";
import { limits } from "./limits.ts";
import { acceptedId, mediaOptions } from "./media.ts";
import { lenientProgress } from "./progress.ts";
import { incompleteDetails } from "./response.ts";
import { readTaskStatus } from "./taskStatus.ts";

/** The name in v2's `ai` of an option: `image_size` for an image's `size`. The spec shows none for audio; they follow the names of the others. */
export function v2OptionName(kind: MediaKind, name: string): string {
  return `${kind}_${name === "aspect_ratio" ? "ratio" : name}`;
}

const stringOrBoolean = z.union([z.string(), z.boolean()]);

/** All options of `ai` are strings; an added one that is true or false may also be written so. */
function v2Options(): Record<string, z.ZodMiniOptional<z.ZodMiniString | typeof stringOrBoolean>> {
  const options = mediaKinds.flatMap((kind) =>
    Object.entries<z.core.$ZodType>(mediaOptions[kind]).map(([name, schema]) => {
      const { type, description = "" } = z.toJSONSchema(schema);
      const option = (type === "boolean" ? stringOrBoolean : z.string()).check(z.describe(description));
      return [v2OptionName(kind, name), z.optional(option)] as const;
    }),
  );
  return Object.fromEntries(options);
}

const v2AiSchema = z.looseObject({ model: z.string().check(z.describe("Model name.")), ...v2Options() });

const v2ContentSchema = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("input_text"), text: z.string() }),
  z.looseObject({ type: z.literal("input_file"), file_data: z.optional(z.string()) }),
]);

export const responseFormats = ["url", "b64_json"] as const;

export const v2RequestSchema = z.looseObject({
  type: z.optional(z.enum(kinds.map((kind) => kindTable[kind].v2Type)).check(z.describe("Kind of output; default `out_text`."))),
  ai: v2AiSchema,
  content: z.array(v2ContentSchema).check(z.describe("What the model gets: texts, and up to ten files of together 10 MB.")),
  response_format: z.optional(z.enum(responseFormats).check(z.describe("How files are returned: `url` (default) or `b64_json`."))),
  stop_sequences: z.optional(
    z
      .array(z.string())
      .check(
        z.maxLength(limits.stopSequences),
        z.describe("Up to 50 phrases that must not be in the request: with one of them it is refused."),
      ),
  ),
});
export type V2Request = z.infer<typeof v2RequestSchema>;

export const v2AcceptedTaskSchema = z.union([
  z.looseObject({ message: lenientText, task_id: acceptedId }),
  z.pipe(
    z.looseObject({ message: lenientText, id: acceptedId }),
    z.transform(({ id, ...others }) => ({ ...others, task_id: id })),
  ),
]);

/** Balance in the service's own unit; negative values occur. */
const balanceSchema = z.looseObject({ balance: decimal, balance_referral: decimal, balance_bonus: decimal });

/** The account's data in a status: its balance, and limits whose meaning the spec does not show. */
export const accountSchema = z.extend(balanceSchema, { limits: lenient(z.looseObject({ minute: decimal, day: decimal })) });
export type Account = z.infer<typeof accountSchema>;

/** `amount` is in the service's own unit; `input` and `output` are counts whose unit the spec does not show. */
export const costSchema = z.looseObject({
  /** Read as unknown if it is negative: a cost never adds to a budget. */
  amount: z.optional(z.pipe(z.unknown(), z.transform(readAmount))),
  input: decimal,
  output: decimal,
  /** Not in the spec: the journal records here the unit that the settings name for the service, not one that the service sends. */
  unit: z.catch(z.optional(z.string()), undefined),
});
export type Cost = z.infer<typeof costSchema>;

const v2FileSchema = z.looseObject({
  /** A link to the file, or its content (base64 or a data URI). */
  data: lenientText,
  mime_type: lenientText,
  path: lenientText,
  name: lenientText,
  /** Bytes. */
  size: decimal,
  endpoint: lenientText,
  /** Day.month.year with a two-digit year. */
  available: lenientText,
});
export type V2File = z.infer<typeof v2FileSchema>;
const fileContentSchema = z.pipe(
  z.string(),
  z.transform((data): V2File => ({ data })),
);

/** The integer `contents.status` of a completed result. Source: spec, "v2 status object". */
export const v2StatusCompleted = 2;
/** Our own choice for the values that the spec does not show; a client only relies on `completed` and `error`. */
export const v2StatusPending = 0;
export const v2StatusProcessing = 1;
export const v2StatusFailed = 3;

/** A number, or a word for one. A word that is not known is a status for which a client waits, like each number but `completed`. */
const v2Status = z.optional(
  z.pipe(
    z.unknown(),
    z.transform((status) => {
      const number = decimal.safeParse(status).data;
      if (typeof number === "number" || typeof status !== "string" || status.trim() === "") return number;
      return readTaskStatus(status) === "completed" ? v2StatusCompleted : v2StatusProcessing;
    }),
  ),
);

export const v2StatusSchema = z.looseObject({
  balance: lenient(balanceSchema),
  contents: lenient(
    z.looseObject({
      status: v2Status,
      text: lenientText,
      cost: lenient(costSchema),
      files: lenientList(z.union([v2FileSchema, fileContentSchema])),
      /** An addition of the built-in service: why a text ended early, as in a Response. */
      incomplete_details: incompleteDetails,
      progress: lenientProgress,
    }),
  ),
  limits: accountSchema.shape.limits,
  error: z.optional(z.unknown()),
});
export type V2Status = z.infer<typeof v2StatusSchema>;

/** The v2 name of a parameter of the v1 interface. */
export function v2WireName(kind: Kind, param: string): string {
  if (param === "model") return "ai.model";
  if (kind !== "text" && Object.hasOwn(mediaOptions[kind], param)) return `ai.${v2OptionName(kind, param)}`;
  return param === "image" ? "content[].file_data" : "content";
}
