/** Builds VS Code's `when` clauses. */
import { endingsThat } from "../../contract/fileFormats.ts";

const documents = ["md", "markdown", "mdx", "txt", "html?", "adoc", "asciidoc", "rst", "tex", "srt", "vtt"];

const hasExtension = (extensions: readonly string[]) => `resourceExtname =~ /^\\.(${extensions.join("|")})$/i`;

export const isImage = hasExtension(endingsThat("isCommon", "image"));
/** An image that the image editor opens. */
export const isEditableImage = hasExtension(endingsThat("isDecoded", "image"));
/** A file that a task can generate. */
export const isArtifact = hasExtension(endingsThat("isCommon"));
export const isPromptFile = "resourceFilename =~ /\\.gen\\.md$/";
/** A file whose text can be sent as a prompt. Prompt documents are excluded, because they are run instead. */
export const isDocument = `${hasExtension(documents)} && resourceFilename =~ /^(?!.*\\.gen\\.md$)/`;

export const isPromptEditor = "editorLangId == generation-prompt";
export const isNoPromptEditor = "editorLangId != generation-prompt";

/** Images and webviews have no language. */
export const isTextEditor = "editorLangId";
export const hasSelection = "editorHasSelection";
export const hasNoSelection = "!editorHasSelection";
export const isWritable = "!editorReadonly";

export const isTrusted = "isWorkspaceTrusted";

/** Context keys of the library's panel for the clicked result: a file may have no task, and no prompt in its metadata. */
export const inLibrary = "generationStudio.inLibrary";
export const hasTask = "generationStudio.inLibrary && generationStudio.hasTask";
export const hasPrompt = "generationStudio.inLibrary && generationStudio.hasPrompt";
/** The menu is about one result, not about several selected ones. */
export const isOneResult = "!generationStudio.isSelection";

export const all = (...conditions: string[]) => conditions.join(" && ");
