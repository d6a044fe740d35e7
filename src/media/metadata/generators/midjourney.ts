/** Reads Midjourney's description: the prompt, its parameters (`--ar 16:9 --v 6.1`) and `Job ID: …`. */
import { type Origin, type OriginField, toOrigin } from "../origin.ts";
import { commentKeywords, firstRead, type Generator, textsNamed } from "./generator.ts";

const name = "Midjourney";
const identity = /Job ID: ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

export const midjourney: Generator = {
  name,
  read: (texts) => firstRead(textsNamed(texts, ...commentKeywords), readMidjourney),
};

function readMidjourney(text: string): Origin | undefined {
  const found = identity.exec(text.trimEnd());
  if (found === null) return undefined;
  const [prompt = "", ...parameters] = text.slice(0, found.index).split(/(?:^|\s)--(?=[a-z])/i);
  const values = parameters.map((one): OriginField => {
    const [key = "", ...words] = one.trim().split(/\s+/);
    return [key, words.length === 0 ? "true" : words.join(" ")];
  });
  const find = (...keys: readonly string[]) => values.find(([key]) => keys.includes(key))?.[1];
  const version = find("v", "version");
  const niji = find("niji");
  return toOrigin({
    tool: name,
    model: version !== undefined ? `${name} ${version}` : niji === undefined ? undefined : niji === "true" ? "Niji" : `Niji ${niji}`,
    prompt,
    negativePrompt: find("no"),
    fields: [...values.filter(([key]) => key !== "no"), ["Job ID", found[1]]],
  });
}
