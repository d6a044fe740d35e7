/** Qwen3-Coder, whose arguments are in tags, and Llama 3.1, whose arguments are JSON. Sources: the models' templates, vLLM's parsers. */
import { type CallForm, knownName, mayBeName, takeArguments } from "./callForm.ts";
import { takeTaggedArguments } from "./taggedArguments.ts";

const close = /\s*(?:<\/function>\s*(?:<\/tool_call>)?|<\/tool_call>)/y;
const tags = {
  begin: /\s*<param(?:eter)?(?:=|\s+name=)"?([^>"\s]+)"?\s*>/y,
  end: /<\/param(?:eter)?>(?=\s*(?:<param|<\/function>|<\/tool_call>|$))|(?=<\/function>\s*(?:<\/tool_call>|$))|(?=<\/tool_call>\s*$)/g,
  close,
};

export const functionTags: CallForm = {
  openings: ["<tool_call>", "<function=", "<function name="],
  firstWords: [],
  read(cursor, functions) {
    cursor.take(/\s*<function(?:=|\s+name=)/y);
    const [, name] = cursor.take(/\s*"?([\w.-]+)"?\s*>/y) ?? [];
    if (name === undefined) {
      const [, begun] = cursor.take(/\s{0,20}"?([\w.-]*)"?$/y) ?? [];
      return begun !== undefined && mayBeName(begun, functions) ? "undecided" : "text";
    }
    const known = knownName(name, functions);
    if (known === undefined) return "text";
    if (!cursor.take(/\s*(?=\{)/y)) return [{ name: known, arguments: takeTaggedArguments(cursor, functions.get(known), tags) }];
    const written = takeArguments(cursor, /<\/function>/g);
    cursor.take(close);
    return [{ name: known, arguments: written }];
  },
};
