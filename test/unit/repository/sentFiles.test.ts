/** Files of the user are read to be sent only where the rule of `src/disclosure` judges them. */
import { expect, test } from "vitest";
import { sources } from "./repositoryFiles.ts";

const folders = /^src\/(?:editor|mcp|prompt\/files|commandLine|promptTests|conversations)\//;
const reads =
  /\bfs\.readFile\(|\breadSmallFile\(|\breadEditedText\(|\breadFile\(|\breadFileSync\(|\bopenTextDocument\((?!\{)|\bcreateReadStream\(|\bopenNotebookDocument\(/;
const judges = /from "[^"]*\/disclosure(?:\/(?:judge|readToSend))?\.ts"/;

/** Files that read without judging, by what they do with it. */
const others: Readonly<Record<string, readonly string[]>> = {
  "shows or changes a document, and sends nothing of it": [
    "src/editor/artifacts/openDocument.ts",
    "src/editor/chat/attachments/chooseCell.ts",
    "src/editor/chat/code/applyCode.ts",
    "src/editor/chat/context/openDocuments.ts",
    "src/editor/edits/proposal.ts",
    "src/editor/edits/proposals.ts",
    "src/editor/generate/text/writeStream.ts",
    "src/editor/language/languageFeatures.ts",
    "src/editor/language/newPromptDocument.ts",
    "src/editor/language/renameVariable.ts",
    "src/editor/language/requestViewer.ts",
    "src/editor/library/linkingDocuments.ts",
    "src/editor/promptTests/comparison/applyModel.ts",
    "src/editor/prompts/factGatherer.ts",
  ],
  "reads for its callers, which are examined here": ["src/editor/prompts/readEditedText.ts"],
  "reads prompt documents for their tests; fetchValues judges a document before it is sent": [
    "src/editor/promptTests/comparison/comparisons.ts",
    "src/editor/promptTests/comparison/findCases.ts",
    "src/editor/promptTests/continuousRuns.ts",
    "src/editor/promptTests/planDocuments.ts",
    "src/editor/promptTests/promptTests.ts",
  ],
  "reads a prompt document that findPromptDocuments has judged": ["src/editor/chat/promptForms.ts"],
  "reads results, their metadata and their thumbnails": [
    "src/editor/ai/mediaTool.ts",
    "src/editor/artifacts/createDelivery.ts",
    "src/editor/artifacts/hashContent.ts",
    "src/editor/artifacts/makeShowable.ts",
    "src/editor/artifacts/readMetadata.ts",
    "src/editor/library/entrySources.ts",
    "src/editor/library/readWorkspaceFile.ts",
    "src/editor/tasks/thumbnails.ts",
    "src/mcp/preview/makePreview.ts",
    "src/mcp/tasks/readResult.ts",
    "src/promptTests/files/measureFile.ts",
    "src/promptTests/files/readImages.ts",
    "src/promptTests/repetition.ts",
  ],
  "reads an image to show it, which imageAddress judges before it is sent": ["src/editor/imageEditor/editedImage.ts"],
  "reads files of its own": [
    "src/conversations/imageStore.ts",
    "src/editor/chat/conversations/moveConversations.ts",
    "src/editor/imageEditor/keptPaintings.ts",
    "src/editor/promptRuns/answerEditor.ts",
    "src/editor/promptRuns/runFiles.ts",
    "src/editor/promptTests/comparison/savedTables.ts",
    "src/promptTests/answerCache.ts",
    "src/promptTests/ratings.ts",
    "src/promptTests/runHistory.ts",
    "src/commandLine/prompt/compareResults.ts",
  ],
};

test("a file that is read to be sent is judged first", () => {
  const known = new Set(Object.values(others).flat());
  const reading = sources.filter(({ name, text }) => folders.test(name) && reads.test(text));
  expect(reading.filter(({ name, text }) => !judges.test(text) && !known.has(name)).map(({ name }) => name)).toEqual([]);
  const names = new Set(reading.map(({ name }) => name));
  expect([...known].filter((name) => !names.has(name))).toEqual([]);
});
