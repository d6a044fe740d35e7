/** MiniMax-M2, DeepSeek since V3.2, and models that write as Claude does. Sources: the models' templates, vLLM's parsers. */
import { type CallForm, knownName, mayBeName, type WrittenCall } from "./callForm.ts";
import { takeTaggedArguments } from "./taggedArguments.ts";

const lists = ["<minimax:tool_call>", "<function_calls>", "<｜DSML｜function_calls>", "<｜DSML｜tool_calls>"];
const invoke = ['<invoke name="', '<｜DSML｜invoke name="'];
const tags = {
  begin: /\s*<(?:｜DSML｜)?parameter name="([^"]+)"(?:\s+string="(true|false)")?\s*>/y,
  end: /<\/(?:｜DSML｜)?parameter>(?=\s*(?:<(?:｜DSML｜)?parameter|<\/(?:｜DSML｜)?invoke>|$))/g,
  close: /\s*<\/(?:｜DSML｜)?invoke>/y,
};

export const invokeTags: CallForm = {
  openings: [...lists.flatMap((list) => invoke.flatMap((tag) => [`${list}${tag}`, `${list}\n${tag}`])), ...invoke],
  firstWords: [],
  read(cursor, functions) {
    const calls: WrittenCall[] = [];
    for (let start = cursor.at; ; start = cursor.at) {
      if (calls.length > 0 && !cursor.take(/\s*<(?:｜DSML｜)?invoke name="/y)) break;
      const [, name] = cursor.take(/([^">]+)"\s*>/y) ?? [];
      const known = name === undefined ? undefined : knownName(name, functions);
      if (known === undefined) {
        cursor.at = start;
        if (calls.length > 0) break;
        return name === undefined && mayBeName(cursor.rest.trimEnd().replace(/"$/, ""), functions) ? "undecided" : "text";
      }
      calls.push({ name: known, arguments: takeTaggedArguments(cursor, functions.get(known), tags) });
    }
    cursor.take(/\s*<\/(?:minimax:tool_call|function_calls|｜DSML｜function_calls|｜DSML｜tool_calls)>/y);
    return calls;
  },
};
