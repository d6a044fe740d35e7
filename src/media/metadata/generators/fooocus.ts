/** Reads the JSON that Fooocus writes as `parameters`, `Comment` or Exif comment. Source: Fooocus, modules/meta_parser.py. */
import { type Origin, parseObject, toOrigin, toText } from "../origin.ts";
import { commentKeywords, firstRead, type Generator, textsNamed } from "./generator.ts";

const name = "Fooocus";

export const fooocus: Generator = {
  name,
  read: (texts) => firstRead(textsNamed(texts, "parameters", ...commentKeywords), readFooocus),
};

/** Names are in lower case with underscores, and in the program's first log files as they are displayed: `Negative Prompt`. */
function readFooocus(text: string): Origin | undefined {
  const parsed = parseObject(text);
  if (parsed === undefined) return undefined;
  const values = new Map(Object.entries(parsed).map(([key, value]) => [key.toLowerCase().replaceAll(" ", "_"), value]));
  const version = toText(values.get("version"));
  const isFooocus = values.get("metadata_scheme") === "fooocus" || version?.includes(name) === true;
  if (!isFooocus && !(values.has("base_model") && values.has("prompt"))) return undefined;
  const read = ["prompt", "negative_prompt", "base_model", "version", "metadata_scheme", "full_prompt", "full_negative_prompt"];
  return toOrigin({
    tool: version === undefined ? name : version.includes(name) ? version.slice(version.indexOf(name)) : `${name} ${version}`,
    model: values.get("base_model"),
    prompt: values.get("prompt"),
    negativePrompt: values.get("negative_prompt"),
    fields: [...values].filter(([key]) => !read.includes(key)),
  });
}
