/** Bodies of `POST /api/v2` and `GET /api/v2/status/<task_id>`: schemas and types. Source: spec, parts of the same names. */
import * as z from "zod/mini";
import { readAmount } from "./amount.ts";
import { lenientNumber as decimal, lenient, lenientList, lenientText } from "./lenient.ts";
import { limits } from "./limits.ts";

const v2AiSchema = z.looseObject({
  model: z.string().check(z.describe("Model name.")),
  video_size: z.optional(z.string().check(z.describe("Video aspect ratio, e.g. `16:9`, `9:16`; depends on the model."))),
  video_quality: z.optional(z.string().check(z.describe("Video quality, e.g. `720p`, `1080p`, `4k`, `2K`; depends on the model."))),
  video_duration: z.optional(z.string().check(z.describe("Duration in seconds as a string, e.g. `4`, `6`, `8`; depends on the model."))),
  image_size: z.optional(z.string().check(z.describe("Image size, e.g. `1k` or `1024x1024`; depends on the model."))),
  image_quality: z.optional(z.string().check(z.describe("Image quality, e.g. `low`, `medium`, `high`; depends on the model."))),
  image_ratio: z.optional(z.string().check(z.describe("Aspect ratio, e.g. `1:1`, `4:3`, `9:16`; depends on the model."))),
  // The spec shows no fields for audio: these follow the names of the others.
  audio_voice: z.optional(z.string().check(z.describe("Voice name; values depend on the model."))),
  audio_format: z.optional(z.string().check(z.describe("Audio format, e.g. `mp3`, `wav`, `opus`, `flac`; depends on the model."))),
  audio_speed: z.optional(z.string().check(z.describe("Speech speed, e.g. 0.25, 1.0, 1.5, 2.0; depends on the model."))),
});

const v2ContentSchema = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("input_text"), text: z.string() }),
  z.looseObject({ type: z.literal("input_file"), file_data: z.optional(z.string()) }),
]);

export const responseFormats = ["url", "b64_json"] as const;

export const v2RequestSchema = z.looseObject({
  type: z.optional(z.enum(["out_text", "out_image", "out_video", "out_audio"]).check(z.describe("Kind of output; default `out_text`."))),
  ai: v2AiSchema,
  content: z.array(v2ContentSchema).check(z.describe("The request: texts and files. At most 10 files and 10 MB.")),
  response_format: z.optional(z.enum(responseFormats).check(z.describe("How files are returned: `url` (default) or `b64_json`."))),
  stop_sequences: z.optional(
    z
      .array(z.string())
      .check(
        z.maxLength(limits.stopSequences),
        z.describe("At most 50 stop phrases; when the request text contains one, the request is blocked."),
      ),
  ),
});
export type V2Request = z.infer<typeof v2RequestSchema>;

export const v2AcceptedTaskSchema = z.looseObject({ message: z.optional(z.nullable(z.string())), task_id: z.string() });
export type V2AcceptedTask = z.infer<typeof v2AcceptedTaskSchema>;

/** Balance in the service's own unit; negative values occur. */
const balanceSchema = z.looseObject({ balance: decimal, balance_referral: decimal, balance_bonus: decimal });

/** The account's data in a status: its balance, and its requests in this minute and on this day. */
export const accountSchema = z.extend(balanceSchema, { limits: lenient(z.looseObject({ minute: decimal, day: decimal })) });
export type Account = z.infer<typeof accountSchema>;

/** `amount` is in the service's own unit; `input` and `output` are counts whose unit the spec does not show. */
export const costSchema = z.looseObject({
  /** Read as unknown if it is negative: a cost never adds to a budget. */
  amount: z.optional(z.pipe(z.unknown(), z.transform(readAmount))),
  input: decimal,
  output: decimal,
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

export const v2StatusSchema = z.looseObject({
  balance: lenient(balanceSchema),
  contents: lenient(
    z.looseObject({
      status: decimal,
      text: lenientText,
      cost: lenient(costSchema),
      files: lenientList(z.union([v2FileSchema, fileContentSchema])),
    }),
  ),
  limits: accountSchema.shape.limits,
  error: z.optional(z.unknown()),
});
export type V2Status = z.infer<typeof v2StatusSchema>;
