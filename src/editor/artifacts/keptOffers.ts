/** Open offers to link files, as the workspace's state keeps them while its window reloads or is closed. */
import * as vscode from "vscode";
import * as z from "zod/mini";
import { type MediaKind, mediaKinds } from "../../contract/kind.ts";
import type { State } from "../base/state.ts";
import { locationSchema, type PromptLocation } from "./taskOrigin.ts";

const keptSchema = z.object({ kind: z.enum(mediaKinds), prompt: z.string(), uris: z.array(z.string()), location: locationSchema });

export interface LinkedFiles {
  kind: MediaKind;
  prompt: string;
  /** Current locations of the files. */
  uris: readonly vscode.Uri[];
}

export type OfferState = Pick<State, "linkOffers" | "rememberLinkOffers">;

export interface KeptOffers {
  files: LinkedFiles;
  /** With the text before it. */
  location: PromptLocation;
}

/** Of more offers, the newest are kept. */
const mostKept = 50;

export async function writeKeptOffers(state: OfferState, offers: readonly KeptOffers[]): Promise<void> {
  const kept = offers.slice(-mostKept).map(({ files: { kind, prompt, uris }, location }): z.infer<typeof keptSchema> => {
    return { kind, prompt, uris: uris.map(String), location };
  });
  await state.rememberLinkOffers(kept);
}

/** What cannot be read is left out. */
export function readKeptOffers(state: OfferState): KeptOffers[] {
  return state.linkOffers().flatMap((one) => {
    const kept = keptSchema.safeParse(one).data;
    if (kept === undefined) return [];
    const { kind, prompt, uris, location } = kept;
    return [{ files: { kind, prompt, uris: uris.map((uri) => vscode.Uri.parse(uri, true)) }, location }];
  });
}
