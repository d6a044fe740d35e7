/** Finds the regular expressions of a source file: literals, and calls of `RegExp` whose text can be derived from the file. */
import { type Argument, type CallExpression, type NewExpression, parseSync, Visitor } from "oxc-parser";
import type { RepositoryFile } from "./repositoryFiles.ts";

export interface FoundExpression {
  /** File and line. */
  location: string;
  pattern: string;
  flags: string;
}

/** Parts that are only known at run time are `x` in the pattern. */
export function findRegularExpressions({ name, text }: RepositoryFile): FoundExpression[] {
  const { program, errors } = parseSync(name, text);
  if (errors.length > 0) throw new Error(`${name}: ${errors[0]?.message}`);
  const found: FoundExpression[] = [];
  const constants = new Map<string, Argument>();
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
        const constant = constants.get(node.name);
        constants.delete(node.name);
        const value = textOf(constant);
        if (constant !== undefined) constants.set(node.name, constant);
        return value;
      }
      default:
        return "x";
    }
  }

  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === "Identifier" && init !== null) constants.set(id.name, init);
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
