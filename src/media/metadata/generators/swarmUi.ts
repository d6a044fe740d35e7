/** Reads the JSON that SwarmUI and StableSwarmUI write as `parameters` or as Exif comment. Source: SwarmUI, docs/Image Metadata Format.md. */
import { type Origin, parseObject, toObject, toOrigin, toText } from "../origin.ts";
import { commentKeywords, firstRead, type Generator, textsNamed } from "./generator.ts";

const name = "SwarmUI";

export const swarmUi: Generator = {
  name,
  read: (texts) => firstRead(textsNamed(texts, "parameters", ...commentKeywords), readSwarmUi),
};

function readSwarmUi(text: string): Origin | undefined {
  const metadata = parseObject(text);
  const values = toObject(metadata?.sui_image_params);
  if (values === undefined) return undefined;
  const { prompt, negativeprompt, model, swarm_version, ...others } = values;
  const version = toText(swarm_version);
  return toOrigin({
    tool: version === undefined ? name : `${name} ${version}`,
    model,
    // A prompt with regions or other syntax is stored twice: as it was sent, and as it was entered.
    prompt: toText(prompt) ?? toText(toObject(metadata?.sui_extra_data)?.original_prompt),
    negativePrompt: negativeprompt,
    fields: Object.entries(others),
  });
}
