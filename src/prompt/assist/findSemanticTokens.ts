/** Finds the semantic tokens of a document, in text order and without overlaps. */
import { alternatives } from "../../contract/fieldType.ts";
import { findFieldAt, namesModel } from "../fields/documentFields.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import type { FrontMatterNode } from "../text/frontMatter.ts";
import { visitNodes } from "../text/frontMatter.ts";
import type { TextRange } from "../text/textRange.ts";
import { findBuiltIn } from "../text/variables.ts";

/**
 * VS Code's standard token types, and two of our own that package.json declares, because no standard type colours YAML's keys or
 * placeholders in themes.
 */
export const semanticTokenTypes = ["promptField", "enumMember", "class", "promptVariable", "macro", "keyword", "string"] as const;
type SemanticTokenType = (typeof semanticTokenTypes)[number];

export interface SemanticToken {
  range: TextRange;
  type: SemanticTokenType;
}

export function findSemanticTokens(document: PromptDocument): SemanticToken[] {
  const variables = [...document.fieldVariables, ...document.body.variables].flatMap((reference): SemanticToken[] => [
    { range: reference.nameRange, type: findBuiltIn(reference.name) ? "macro" : "promptVariable" },
    ...(reference.argument ? [{ range: reference.argumentRange, type: "string" as const }] : []),
  ]);
  const turns = document.body.turns.map((turn): SemanticToken => ({ range: turn.headingRange, type: "keyword" }));
  const all = [...fieldTokens(document), ...variables, ...turns].filter((token) => token.range.end > token.range.start);
  all.sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end);
  let end = 0;
  return all.filter((token) => {
    if (token.range.start < end || document.text.slice(token.range.start, token.range.end).includes("\n")) return false;
    end = token.range.end;
    return true;
  });
}

function fieldTokens(document: PromptDocument): SemanticToken[] {
  const tokens: SemanticToken[] = [];
  visitNodes(document.fields, [], (node: FrontMatterNode, path) => {
    if (node.type === "map") {
      for (const entry of node.entries) {
        const isVariable = path[0] === "vars" || path[0] === "batch";
        tokens.push({ range: entry.keyRange, type: isVariable ? "promptVariable" : "promptField" });
      }
    }
    if (node.type !== "scalar") return;
    if (namesModel(path)) tokens.push({ range: node.range, type: "class" });
    else if (isListed(document, path, node.source)) tokens.push({ range: node.range, type: "enumMember" });
  });
  return tokens;
}

function isListed(document: PromptDocument, path: readonly string[], source: string): boolean {
  const field = findFieldAt(document.kind, document.interface, path);
  return field !== undefined && alternatives(field.type).some((type) => type.type === "string" && type.values.includes(source));
}
