/** Lists prompt documents for the panel, describes their forms, and composes their prompts. */

import * as vscode from "vscode";
import { type DocumentPrompt, splitRequest } from "../../chat/documentPrompt.ts";
import type { FilledForm, PanelPrompt, PromptError, PromptForm } from "../../chat/promptForm.ts";
import { errorText } from "../../contract/errorText.ts";
import type { LoadedAttachment } from "../../conversations/drafts.ts";
import { describeForm } from "../../prompt/assist/describeForm.ts";
import { compile } from "../../prompt/compile/compile.ts";
import { diagnose } from "../../prompt/diagnose.ts";
import { findEntry } from "../../prompt/parse/frontMatter.ts";
import { type PromptDocument, parsePromptDocument } from "../../prompt/parse/promptDocument.ts";
import type { TextRange } from "../../prompt/parse/textRange.ts";
import { writeVariables } from "../../prompt/write/writeVariant.ts";
import { FactGatherer, type FactSource } from "../prompts/factGatherer.ts";
import { fetchValues } from "../prompts/fetchValues.ts";
import { type FoundDocument, findTextDocuments } from "../prompts/findPromptDocuments.ts";
import type { LastEditor } from "../prompts/lastEditor.ts";
import { requireRunning } from "../prompts/requireRunning.ts";
import { attachPromptFile } from "./attachments/attachPromptFile.ts";

export interface ComposedPrompt {
  text: string;
  files: LoadedAttachment[];
  document: DocumentPrompt;
}

export interface PromptForms extends vscode.Disposable {
  list(): Promise<PanelPrompt[]>;
  /** undefined: the document does not exist, or may not be run here, which was reported. */
  describe(id: string): Promise<PromptForm | undefined>;
  /** `addition`: the text that the user wrote below the form. */
  compose(filled: FilledForm, addition: string): Promise<Composition>;
  /** Opens the document in an editor. */
  open(id: string): Promise<void>;
}

/** `form`: shows why there is no prompt; undefined: the document no longer exists, or may not be run here. */
export type Composition = { type: "prompt"; prompt: ComposedPrompt; form: PromptForm } | { type: "form"; form: PromptForm | undefined };

/** A document and its filled form. */
interface ReadForm {
  uri: vscode.Uri;
  parsed: PromptDocument;
  form: PromptForm;
}

export function createPromptForms(studio: FactSource, lastEditor: Pick<LastEditor, "read">): PromptForms {
  const { t } = vscode.l10n;
  const facts = new FactGatherer(studio, () => undefined);
  /** The documents listed for the page. The page can name no others. */
  let known = new Map<string, FoundDocument>();

  async function list(): Promise<PanelPrompt[]> {
    const found = await findTextDocuments();
    known = new Map(found.map((one) => [one.uri.toString(), one]));
    return found.map(({ uri, name, folder, isUsers }) => ({ id: uri.toString(), name, folder, isUsers }));
  }

  async function find(id: string): Promise<FoundDocument | undefined> {
    // A page that was reloaded can name a document that an earlier list contained.
    if (!known.has(id)) await list();
    return known.get(id);
  }

  async function read({ id, values, answers }: FilledForm): Promise<ReadForm | undefined> {
    const found = await find(id);
    if (found === undefined) return undefined;
    const document = await vscode.workspace.openTextDocument(found.uri);
    const written = parsePromptDocument(document.getText());
    const parsed = parsePromptDocument(writeVariables(written, values));
    await facts.lookAtFiles(document, parsed);
    const errors = diagnose(parsed, facts.known(document, parsed)).filter(({ severity }) => severity === "error");
    const { inputs, ...form } = describeForm(parsed);
    return {
      uri: found.uri,
      parsed,
      form: {
        id,
        name: found.name,
        fields: [...form.fields],
        contents: [...form.contents],
        inputs: inputs.map((input) => (input.isQuestion ? { ...input, value: answers[input.name] ?? "" } : input)),
        errors: [...errors.map(({ message, range }) => toError(parsed, message, range)), ...unsuitable(parsed)],
      },
    };
  }

  function toError({ text }: PromptDocument, message: string, range?: TextRange): PromptError {
    const line = range === undefined ? {} : { line: text.slice(0, range.start).split("\n").length };
    return { message: message.replaceAll("`", "'"), ...line };
  }

  /** Errors for documents that cannot be part of a conversation and must be run from their file. */
  function unsuitable(parsed: PromptDocument): PromptError[] {
    if (parsed.interface === "v2") return [{ message: t("A chat needs the interface v1. Run this document from its file.") }];
    const batch = findEntry(parsed.fields, "batch");
    if (batch === undefined) return [];
    return [toError(parsed, t("This document makes several requests. Run it from its file."), batch.range)];
  }

  async function compose(filled: FilledForm, addition: string): Promise<Composition> {
    const found = requireRunning() ? await read(filled) : undefined;
    if (found === undefined || found.form.errors.length > 0) return { type: "form", form: found?.form };
    const { parsed, form } = found;
    const refuse = (message: string, range?: TextRange): Composition => ({
      type: "form",
      form: { ...form, errors: [toError(parsed, message, range)] },
    });
    try {
      const fetched = await fetchValues(found.uri, parsed, lastEditor, async () => filled.answers);
      if (fetched.type === "missing") return refuse(fetched.reason);
      if (fetched.type === "cancelled") return { type: "form", form };
      const { requests, errors } = compile(parsed, fetched.values);
      const [error] = errors;
      if (error !== undefined) return refuse(error.message, error.range);
      const request = requests[0]?.request;
      const split = request?.kind === "text" && request.interface === "v1" ? splitRequest(request.body) : undefined;
      if (split === undefined) return refuse(t("A message of a conversation must end with what you say. Run this document from its file."));
      const { fields, before } = split;
      const text = [split.text, addition.trim()].filter(Boolean).join("\n\n");
      const prompt = { text, files: split.files.map(attachPromptFile), document: { name: form.name, fields, before } };
      return { type: "prompt", prompt, form };
    } catch (error) {
      return refuse(errorText(error));
    }
  }

  return {
    list,
    compose,
    async describe(id) {
      return requireRunning() ? (await read({ id, values: {}, answers: {} }))?.form : undefined;
    },
    async open(id) {
      const found = await find(id);
      if (found !== undefined) await vscode.window.showTextDocument(found.uri);
    },
    dispose: () => facts.dispose(),
  };
}
