/** The connection of the page that compares models to its host. */
import * as z from "zod/mini";
import type { comparisonProtocol } from "../../library/comparison/comparisonProtocol.ts";
import type { PageHost, PageState } from "../connectHost.ts";

const positionSchema = z.object({ row: z.number(), column: z.number() });
/** Position of an answer, independent of the column in which it is shown. */
export type Position = z.infer<typeof positionSchema>;

const rememberedSchema = z.object({
  /** URI with which the host restores the table. */
  target: z.optional(z.string()),
  active: z.optional(positionSchema),
  isEnlarged: z.boolean(),
  /** Seed for the order of the answers in each row; undefined: the models are visible. */
  blind: z.optional(z.number()),
});

type Remembered = z.infer<typeof rememberedSchema>;
export const pageState: PageState<Remembered> = { schema: rememberedSchema, first: { isEnlarged: false } };
export type Host = PageHost<typeof comparisonProtocol, Remembered>;
