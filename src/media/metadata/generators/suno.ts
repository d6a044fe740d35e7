/** Reads the description of Suno's songs: `made with suno; created=…; id=…`. */
import { toOrigin } from "../origin.ts";
import { commentKeywords, firstRead, type Generator, textsNamed } from "./generator.ts";

const name = "Suno";

export const suno: Generator = {
  name,
  read: (texts) =>
    firstRead(textsNamed(texts, ...commentKeywords), (text) => {
      const [start = "", ...facts] = text.split(";").map((one) => one.trim());
      if (!/^made with suno(?: studio)?$/i.test(start)) return undefined;
      const fields = facts.map((fact) => [fact.split("=", 1)[0] ?? "", fact.slice(fact.indexOf("=") + 1)] as const);
      return toOrigin({ tool: name, kind: "audio", model: undefined, prompt: undefined, negativePrompt: undefined, fields });
    }),
};
