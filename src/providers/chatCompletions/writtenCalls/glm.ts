/** GLM 4.5 and later. Source: the model's template. */
import { type CallForm, knownName, mayBeName } from "./callForm.ts";
import { takeTaggedArguments } from "./taggedArguments.ts";

export const glm: CallForm = {
  openings: ["<tool_call>"],
  firstWords: [],
  read(cursor, functions) {
    const [, name] = cursor.take(/\s*([\w.-]+)\s*(?=<arg_key>|<\/tool_call>)/y) ?? [];
    const known = name === undefined ? undefined : knownName(name, functions);
    if (known === undefined) {
      const [, begun] = cursor.take(/\s{0,20}([\w.-]*)\s{0,20}(?:<[\w/]*)?$/y) ?? [];
      return begun !== undefined && mayBeName(begun, functions) ? "undecided" : "text";
    }
    const written = takeTaggedArguments(cursor, functions.get(known), {
      begin: /\s*<arg_key>([^<]{1,200})<\/arg_key>\s*<arg_value>/y,
      end: /<\/arg_value>(?=\s*(?:<arg_key>|<\/tool_call>|$))/g,
      close: /\s*<\/tool_call>/y,
    });
    return [{ name: known, arguments: written }];
  },
};
