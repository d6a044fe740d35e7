/** Registers VS Code's language providers, which call `src/prompt`. */
import * as vscode from "vscode";
import { codeLenses } from "../../prompt/assist/codeLenses.ts";
import { findLinks } from "../../prompt/assist/findLinks.ts";
import { findReferences } from "../../prompt/assist/findReferences.ts";
import { findSemanticTokens, semanticTokenTypes } from "../../prompt/assist/findSemanticTokens.ts";
import { findStyleAt } from "../../prompt/assist/findStyleAt.ts";
import type { DocumentSymbol } from "../../prompt/assist/findSymbols.ts";
import { findFoldings, findSymbols } from "../../prompt/assist/findSymbols.ts";
import { formatDocument } from "../../prompt/assist/formatDocument.ts";
import { hover } from "../../prompt/assist/hover.ts";
import { quickFixes } from "../../prompt/assist/quickFixes.ts";
import type { TextRange } from "../../prompt/text/textRange.ts";
import type { FactGatherer } from "../prompts/factGatherer.ts";
import type { LastEditor } from "../prompts/lastEditor.ts";
import { promptSelector } from "../prompts/promptLanguage.ts";
import { resolvePath } from "../prompts/promptPaths.ts";
import type { DiagnosePublisher } from "./diagnosePublisher.ts";
import type { OpenDocuments } from "./openDocuments.ts";
import { toRange, toWorkspaceEdit } from "./openDocuments.ts";
import { provideCompletions } from "./provideCompletions.ts";
import { readPresentValues } from "./readPresentValues.ts";
import { renameVariable } from "./renameVariable.ts";

const tokenLegend = new vscode.SemanticTokensLegend([...semanticTokenTypes]);

const symbolKinds: Readonly<Record<DocumentSymbol["sort"], vscode.SymbolKind>> = {
  frontMatter: vscode.SymbolKind.Module,
  field: vscode.SymbolKind.Field,
  turn: vscode.SymbolKind.Event,
  heading: vscode.SymbolKind.String,
};

export interface ProviderParts {
  documents: OpenDocuments;
  facts: FactGatherer;
  publisher: DiagnosePublisher;
  lastEditor: LastEditor;
  onDidChangeLenses: vscode.Event<void>;
}

export function registerLanguageProviders({
  documents,
  facts,
  publisher,
  lastEditor,
  onDidChangeLenses,
}: ProviderParts): vscode.Disposable {
  const { languages } = vscode;
  const parse = (document: vscode.TextDocument) => documents.parse(document);
  const known = (document: vscode.TextDocument) => facts.known(document, parse(document));
  return vscode.Disposable.from(
    languages.registerCompletionItemProvider(
      promptSelector,
      { provideCompletionItems: (document, position) => provideCompletions(document, position, parse(document), known(document)) },
      ":",
      " ",
      "{",
      "[",
      "/",
      "#",
    ),
    languages.registerHoverProvider(promptSelector, {
      async provideHover(document, position) {
        const values = await readPresentValues(lastEditor);
        const found = hover(parse(document), document.offsetAt(position), { ...known(document), values });
        return found && toHover(document, found.markdown, found.range, found.imageUri);
      },
    }),
    languages.registerCodeActionsProvider(
      promptSelector,
      { provideCodeActions: (document, range) => provideFixes(document, range, publisher, documents, facts) },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
    languages.registerCodeLensProvider(promptSelector, {
      onDidChangeCodeLenses: onDidChangeLenses,
      provideCodeLenses: (document) =>
        codeLenses(parse(document), known(document), publisher.of(document)).map(
          (lens) => new vscode.CodeLens(toRange(document, lens.range), toCommand(lens.title, lens.action, document)),
        ),
    }),
    languages.registerDocumentSymbolProvider(promptSelector, {
      provideDocumentSymbols: (document) => findSymbols(parse(document)).map((symbol) => toSymbol(document, symbol)),
    }),
    languages.registerFoldingRangeProvider(promptSelector, {
      provideFoldingRanges: (document) =>
        findFoldings(parse(document)).map(
          (range) => new vscode.FoldingRange(document.positionAt(range.start).line, document.positionAt(range.end).line),
        ),
    }),
    languages.registerDocumentLinkProvider(promptSelector, { provideDocumentLinks: (document) => provideLinks(document, documents) }),
    languages.registerReferenceProvider(promptSelector, {
      provideReferences(document, position, { includeDeclaration }) {
        const references = findReferences(parse(document), document.offsetAt(position));
        const ranges = [...(includeDeclaration ? (references?.definitions ?? []) : []), ...(references?.uses ?? [])];
        return ranges.map((range) => new vscode.Location(document.uri, toRange(document, range)));
      },
    }),
    languages.registerDefinitionProvider(promptSelector, {
      provideDefinition(document, position) {
        const offset = document.offsetAt(position);
        const style = findStyleAt(parse(document), offset, known(document));
        if (style !== undefined) return new vscode.Location(vscode.Uri.parse(style.address, true), new vscode.Position(0, 0));
        const references = findReferences(parse(document), offset);
        return references?.definitions.map((range) => new vscode.Location(document.uri, toRange(document, range)));
      },
    }),
    languages.registerRenameProvider(promptSelector, {
      provideRenameEdits: (document, position, newName) => renameVariable(document, parse(document), position, newName),
      prepareRename(document, position) {
        const references = findReferences(parse(document), document.offsetAt(position));
        if (!references) throw new Error(vscode.l10n.t("There is no variable here."));
        return { range: toRange(document, references.range), placeholder: references.name };
      },
    }),
    languages.registerDocumentSemanticTokensProvider(
      promptSelector,
      { provideDocumentSemanticTokens: (document) => provideTokens(document, documents) },
      tokenLegend,
    ),
    languages.registerDocumentFormattingEditProvider(promptSelector, {
      provideDocumentFormattingEdits: (document) =>
        formatDocument(parse(document)).map((edit) => vscode.TextEdit.replace(toRange(document, edit.range), edit.newText)),
    }),
  );
}

function toHover(document: vscode.TextDocument, markdown: string, range: TextRange, imageUri: string | undefined): vscode.Hover {
  const content = new vscode.MarkdownString(markdown);
  if (!imageUri) return new vscode.Hover(content, toRange(document, range));
  const image = new vscode.MarkdownString(`<img src="${imageUri.replaceAll('"', "%22")}" height="160">`);
  image.supportHtml = true;
  image.baseUri = document.uri;
  return new vscode.Hover([content, image], toRange(document, range));
}

function provideFixes(
  document: vscode.TextDocument,
  range: vscode.Range,
  publisher: DiagnosePublisher,
  documents: OpenDocuments,
  facts: FactGatherer,
): vscode.CodeAction[] {
  const parsed = documents.parse(document);
  const shown = vscode.languages.getDiagnostics(document.uri);
  return publisher
    .of(document)
    .filter((one) => toRange(document, one.range).intersection(range))
    .flatMap((one) => {
      const own = shown.filter((other) => other.code === one.code && other.range.isEqual(toRange(document, one.range)));
      return quickFixes(parsed, one, facts.known(document, parsed)).map((fix) => {
        const action = new vscode.CodeAction(fix.title.replaceAll("`", "'"), vscode.CodeActionKind.QuickFix);
        action.edit = toWorkspaceEdit(document, fix.edits);
        action.isPreferred = fix.isPreferred;
        action.diagnostics = own;
        return action;
      });
    });
}

function toCommand(title: string, action: string, document: vscode.TextDocument): vscode.Command {
  // A narrow editor truncates the title, so the tooltip shows it in full.
  const tooltip = title.replace(/\$\([\w~-]+\) /, "");
  if (action === "showProblems") return { title, tooltip, command: "workbench.actions.view.problems" };
  return { title, tooltip, command: `generationStudio.prompt.${action}`, arguments: [document.uri] };
}

function toSymbol(document: vscode.TextDocument, symbol: DocumentSymbol): vscode.DocumentSymbol {
  const shown = new vscode.DocumentSymbol(
    symbol.name,
    symbol.detail,
    symbolKinds[symbol.sort],
    toRange(document, symbol.range),
    toRange(document, symbol.selectionRange),
  );
  shown.children = symbol.children.map((child) => toSymbol(document, child));
  return shown;
}

function provideLinks(document: vscode.TextDocument, documents: OpenDocuments): vscode.DocumentLink[] {
  return findLinks(documents.parse(document)).flatMap((link) => {
    const target = link.isPath ? resolvePath(document.uri, link.target) : vscode.Uri.parse(link.target);
    return target ? [new vscode.DocumentLink(toRange(document, link.range), target)] : [];
  });
}

function provideTokens(document: vscode.TextDocument, documents: OpenDocuments): vscode.SemanticTokens {
  const builder = new vscode.SemanticTokensBuilder(tokenLegend);
  for (const token of findSemanticTokens(documents.parse(document))) builder.push(toRange(document, token.range), token.type);
  return builder.build();
}
