/**
 * Gemma 3: Python in a block of code with a language of its own, also as the argument of `print`. It ends the answer, because the result of
 * the calls follows. Source: Google, "Function calling with Gemma".
 */
import type { CallForm, WrittenCall } from "./callForm.ts";
import { takePythonCall } from "./pythonCalls.ts";

export const gemma: CallForm = {
  openings: ["```tool_code"],
  firstWords: [],
  read(cursor, functions) {
    const calls: WrittenCall[] = [];
    const isList = cursor.take(/\s*\[/y) !== undefined;
    for (;;) {
      cursor.take(/\s*/y);
      const isPrinted = cursor.take(/print\s*\(\s*/y) !== undefined;
      const call = cursor.take(/p(?:r(?:i(?:nt?)?)?)?\s{0,20}$/y) ? "undecided" : takePythonCall(cursor, functions);
      if (call === "text") return "text";
      if (call === "undecided") return calls.length > 0 ? calls : "undecided";
      calls.push(call);
      if (isPrinted && !cursor.take(/\s*(?:\)|$)/y)) return "text";
      if (isList) cursor.take(/\s*\]/y);
      // The fence, of which the end may be missing.
      if (cursor.take(/\s*(?:`{1,3}\s*(?:<\w*>?\s*)?)?$/y)) return calls;
      if (!cursor.take(/\s*[,;\n]/y)) return "text";
    }
  },
};
