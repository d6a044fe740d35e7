/** The connection of the form's page to its host, which has the values. */
import * as z from "zod/mini";
import type { formProtocol } from "../../requestForm/formProtocol.ts";
import type { PageHost } from "../connectHost.ts";

/** `kept`: as it was pushed. */
const rememberedSchema = z.object({ kept: z.optional(z.unknown()) });

export const pageState = { schema: rememberedSchema, first: {} };
export type Host = PageHost<typeof formProtocol, z.infer<typeof rememberedSchema>>;

/** Waits for the reply, and shows every error if the host does not accept what is asked for. */
export type Ask = (reply: Promise<{ isAccepted: boolean } | undefined>) => Promise<void>;
