/** Finds the regular expressions of a source file: literals, and calls of `RegExp` whose text can be derived from the file. */
import { type Argument, type CallExpression, type NewExpression, parseSync, Visitor } from "oxc-parser";
import type { RepositoryFile } from "./repositoryFiles.ts";

export interface FoundExpression {
  /** File and line. */
  location: string;
  pattern: string;
  flags: string;
}

interface Constant {
  name: string;
  init: Argument;
  /** Of the block in which it is declared. */
  start: number;
  end: number;
}

/** Parts that are only known at run time are `x` in the pattern. */
export function findRegularExpressions({ name, text }: RepositoryFile): FoundExpression[] {
  const { program, errors } = parseSync(name, text);
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`);
  const found: FoundExpression[] = [];
  const constants: Constant[] = [];
  const blocks = [{ start: 0, end: text.length }];
  const resolving = new Set<Constant>();
  const calls: (CallExpression | NewExpression)[] = [];

  function add(start: number, pattern: string, flags: string): void {
    found.push({ location: `${name}:${text.slice(0, start).split("\n").length}`, pattern, flags });
  }

  function textOf(node: Argument | undefined): string {
    switch (node?.type) {
      case "Literal":
        return "regex" in node ? node.regex.pattern : String(node.value);
      case "TemplateLiteral":
        return node.quasis
          .map(({ value }, at) => (at === 0 ? "" : textOf(node.expressions[at - 1])) + (value.cooked ?? value.raw))
          .join("");
      case "TaggedTemplateExpression":
        return node.quasi.quasis.map(({ value }, at) => (at === 0 ? "" : textOf(node.quasi.expressions[at - 1])) + value.raw).join("");
      case "BinaryExpression":
        return node.operator === "+" ? textOf(node.left) + textOf(node.right) : "x";
      case "Identifier": {
        const constant = constants
          .filter(({ name, start, end }) => name === node.name && start <= node.start && node.end <= end)
          .toSorted((one, other) => other.start - one.start)[0];
        if (constant === undefined || resolving.has(constant)) return "x";
        resolving.add(constant);
        const value = textOf(constant.init);
        resolving.delete(constant);
        return value;
      }
      default:
        return "x";
    }
  }

  new Visitor({
    BlockStatement({ start, end }) {
      blocks.push({ start, end });
    },
    "BlockStatement:exit"() {
      blocks.pop();
    },
    VariableDeclarator({ id, init }) {
      const block = blocks.at(-1);
      if (id.type === "Identifier" && init !== null && block !== undefined) constants.push({ name: id.name, init, ...block });
    },
    Literal(node) {
      if ("regex" in node) add(node.start, node.regex.pattern, node.regex.flags);
    },
    NewExpression(node) {
      calls.push(node);
    },
    CallExpression(node) {
      calls.push(node);
    },
  }).visit(program);
  for (const { callee, start, arguments: given } of calls) {
    if (callee.type === "Identifier" && callee.name === "RegExp") add(start, textOf(given[0]), given[1] ? textOf(given[1]) : "");
  }
  return found;
}
