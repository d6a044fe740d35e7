/** Open offers to link files, as the workspace's state keeps them while its window reloads or is closed. */
import * as vscode from "vscode";
import * as z from "zod/mini";
import { type MediaKind, mediaKinds } from "../../contract/kind.ts";
import { log } from "../log.ts";
import type { State } from "../state.ts";
import { openDocument } from "./openDocument.ts";
import { landmarkBefore } from "./relocate.ts";
import { locationSchema, type PromptLocation } from "./taskOrigin.ts";

const keptSchema = z.object({ kind: z.enum(mediaKinds), prompt: z.string(), uris: z.array(z.string()), location: locationSchema });

export interface LinkedFiles {
  kind: MediaKind;
  prompt: string;
  /** Current locations of the files. */
  uris: readonly vscode.Uri[];
}

export type OfferState = Pick<State, "linkOffers" | "rememberLinkOffers">;

export interface OfferedFiles {
  files: LinkedFiles;
  location: PromptLocation;
}

/** Of more offers, the newest are kept. */
const mostKept = 50;

/** Offers begin and end at any time, but are written one after the other. */
let writing: Promise<void> = Promise.resolve();

/** Replaces what is kept. Never rejects. */
export function keepOffers(state: OfferState, offers: readonly OfferedFiles[]): Promise<void> {
  writing = writing.then(async () => {
    const described = await Promise.all(offers.slice(-mostKept).map(describe));
    await state.rememberLinkOffers(described.filter((one) => one !== undefined));
  });
  writing = writing.catch((error: unknown) => log.error("The open offers could not be kept.", error));
  return writing;
}

/** undefined: the document is gone. */
async function describe({ files, location }: OfferedFiles): Promise<z.infer<typeof keptSchema> | undefined> {
  const document = await openDocument(location);
  if (document === undefined) return undefined;
  const { kind, prompt, uris } = files;
  const before = landmarkBefore(document.getText(), location.offset);
  return { kind, prompt, uris: uris.map(String), location: { ...location, before } };
}

/** What cannot be read is left out. */
export function readKeptOffers(state: OfferState): OfferedFiles[] {
  return state.linkOffers().flatMap((one) => {
    const kept = keptSchema.safeParse(one).data;
    if (kept === undefined) return [];
    const { kind, prompt, uris, location } = kept;
    return [{ files: { kind, prompt, uris: uris.map((uri) => vscode.Uri.parse(uri, true)) }, location }];
  });
}
