/** What the signature states: the file was created, by which model, with this program. Source: C2PA 2.2, 18.15. */
import { type StatedOrigin, sourceTypeOf, tool } from "../metadata/finishFile.ts";

export function describeManifest(stated: Pick<StatedOrigin, "model" | "isProcedural">) {
  const created = { action: "c2pa.created", digitalSourceType: sourceTypeOf(stated), softwareAgent: { name: stated.model } };
  return {
    claim_generator_info: [{ name: tool }],
    assertions: [{ label: "c2pa.actions.v2", data: { actions: [created] } }],
  };
}
