/** Determines from metadata whether a file was generated, and by which program. */

import { tool as ownTool } from "./finishFile.ts";
import { sourceTerm } from "./origin.ts";
import type { FileMetadata } from "./readFileMetadata.ts";

export interface Made {
  /** Without version; empty: this program, `unknown`: not in the metadata. */
  tool: string;
  /** Empty: not in the metadata. */
  model: string;
  prompt: string;
}

/** IPTC terms for media that a model generated or helped to generate. */
const generated = ["trainedAlgorithmicMedia", "compositeWithTrainedAlgorithmicMedia", "trainedAlgorithmicData", "compositeSynthetic"];
const longestTool = 60;

/** undefined: the metadata do not say that the file was generated. Photographs can have an origin too. */
export function readMade({ origin, credentials }: FileMetadata): Made | undefined {
  const signed = typeof credentials === "object" ? credentials : undefined;
  // A program that edits or signs a generated file leads to the one that generated it.
  const manifests = signed === undefined ? [] : [signed, ...signed.ingredients];
  const stating = manifests.find(({ actions }) => actions.some(({ digitalSourceType }) => isGenerated(digitalSourceType)));
  const tool = origin?.tool ?? stating?.generator ?? signed?.generator;
  const name = tool === ownTool ? "" : nameOf(tool);
  const isStated = stating !== undefined || isGenerated(origin?.digitalSourceType);
  if (name !== "" && origin?.isByGenerator !== true && !isStated) return undefined;
  return { tool: name, model: origin?.model ?? "", prompt: origin?.prompt ?? "" };
}

function isGenerated(source: string | undefined): boolean {
  return source !== undefined && generated.includes(sourceTerm(source));
}

/** The name without version: `InvokeAI 4.2.0`, `c2pa-rs/0.36`. */
function nameOf(tool: string | undefined): string {
  const words = tool?.split(/[\s/]/).filter((word) => word !== "") ?? [];
  const version = words.findIndex((word, index) => index > 0 && /^v?\d/.test(word));
  const name = words.slice(0, version === -1 ? undefined : version).join(" ");
  return name === "" ? "unknown" : name.slice(0, longestTool);
}
