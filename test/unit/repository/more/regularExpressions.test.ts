/** Every regular expression of the product takes linear time, because much of its input is untrusted. */
import { RegExpParser } from "@eslint-community/regexpp";
import { parseSync, Visitor } from "oxc-parser";
import { describe, expect, test } from "vitest";
import { findSlowMatch } from "../matchTime.ts";
import { findRegularExpressions } from "../regularExpressions.ts";
import { sources } from "../repositoryFiles.ts";

const expressions = sources.filter(({ name }) => name.startsWith("src/")).flatMap(findRegularExpressions);

describe("the regular expressions of the sources", () => {
  test("are found", () => {
    const text = `const digits = "[0-9]+";
      const literal = /a+/g;
      new RegExp(\`^\${digits}:\` + digits, "u");
      RegExp(String.raw\`b\${unknown()}\`);
      function count() { const digits = 2; return RegExp("c" + digits); }`;
    expect(findRegularExpressions({ name: "sample.ts", text })).toEqual([
      { location: "sample.ts:2", pattern: "a+", flags: "g" },
      { location: "sample.ts:3", pattern: "^[0-9]+:[0-9]+", flags: "u" },
      { location: "sample.ts:4", pattern: "bx", flags: "" },
      { location: "sample.ts:5", pattern: "c2", flags: "" },
    ]);
    expect(expressions.length).toBeGreaterThan(400);
  });

  test("are understood by Node.js 22, which runs the command line and VS Code's server", () => {
    const parser = new RegExpParser({ ecmaVersion: 2024 });
    for (const { location, pattern, flags } of expressions) {
      const parse = () => parser.parsePattern(pattern, undefined, undefined, { unicode: /u/.test(flags), unicodeSets: /v/.test(flags) });
      expect(parse, location).not.toThrow();
    }
    const namedTwice = /String\.raw`[^`\n]*\(\?<(\w+)>[^`\n]*\(\?<\1>/;
    expect(sources.filter(({ text }) => namedTwice.test(text)).map(({ name }) => name)).toEqual([]);
  });

  test("that read the code of answers are short, or made of named parts", () => {
    const long: string[] = [];
    for (const { name, text } of sources.filter(({ name }) => name.startsWith("src/editor/edits/code/")))
      new Visitor({
        Literal(node) {
          if ("regex" in node && `${node.raw}`.length > 80) long.push(`${name}: ${node.raw}`);
        },
      }).visit(parseSync(name, text).program);
    expect(long).toEqual([]);
  });

  test("take linear time on hostile text", { timeout: 600_000 }, () => {
    const slow = expressions.flatMap(({ location, pattern, flags }) => {
      const match = findSlowMatch(pattern, flags);
      return match ? [`${location} /${pattern}/${flags} ${JSON.stringify(match)}`] : [];
    });
    expect(slow).toEqual([]);
  });
});

describe("a regular expression that takes more than linear time is found", () => {
  test.each([
    ["nested quantifiers", /^(?:a+)+$/],
    ["alternatives that overlap", /^(?:\w|\d)*!/],
    ["optional parts that repeat", /^\s*(?:<!--[\s\S]*?-->\s*|<!DOCTYPE svg[^>]*>\s*)*<svg[\s/>]/i],
    ["digits in two ways", /^(?:[-.]|\d+[.)]?)*$/],
    ["neighbours that overlap", /^data:([^;,]+)[^,]*,(.*)$/s],
    ["a run that is read from each of its characters", /[. ]+$/],
    ["many beginnings", /<[^>]*>/],
    ["blank lines", /^\s+at .*$/m],
    ["a lazy part and what follows it", /^\[( +)(.*?)( +)\]$/],
    ["a fence that is not closed", /```[^\n]*\n([\s\S]*?)```/],
  ])("%s", { timeout: 180_000 }, (_name, { source, flags }) => {
    expect(findSlowMatch(source, flags)).toBeDefined();
  });
});
