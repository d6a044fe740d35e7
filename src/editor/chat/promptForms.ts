/** Lists prompt documents for the panel, describes their forms, and composes their prompts. */

import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { type DocumentPrompt, type PromptFile, splitRequest } from "../../chat/conversation/documentPrompt.ts";
import type { FilledForm, PanelPrompt, PromptError, PromptForm } from "../../chat/request/promptForm.ts";
import { errorText } from "../../contract/errorText.ts";
import type { LoadedAttachment } from "../../conversations/drafts.ts";
import { describeForm } from "../../prompt/assist/describeForm.ts";
import { compile } from "../../prompt/compile/compile.ts";
import { diagnose } from "../../prompt/diagnose.ts";
import { type PromptDocument, parsePromptDocument } from "../../prompt/parse/promptDocument.ts";
import { findEntry } from "../../prompt/text/frontMatter.ts";
import type { TextRange } from "../../prompt/text/textRange.ts";
import { writeVariables } from "../../prompt/write/writeVariant.ts";
import { FactGatherer, type FactSource } from "../prompts/factGatherer.ts";
import { fetchDocumentValues } from "../prompts/fetchValues.ts";
import { type FoundDocument, findTextDocuments } from "../prompts/findPromptDocuments.ts";
import type { LastEditor } from "../prompts/lastEditor.ts";
import { requireRunning } from "../prompts/requireRunning.ts";
import { attachUrl } from "./context/readAttachment.ts";

const { t } = vscode.l10n;

export interface ComposedPrompt {
  text: string;
  files: LoadedAttachment[];
  document: DocumentPrompt;
}

/** `form`: shows why there is no prompt; undefined: the document no longer exists, or may not be run here. */
export type Composition = { type: "prompt"; prompt: ComposedPrompt; form: PromptForm } | { type: "form"; form: PromptForm | undefined };

/** A document and its filled form. */
interface ReadForm {
  uri: vscode.Uri;
  parsed: PromptDocument;
  form: PromptForm;
}

export class PromptForms implements vscode.Disposable {
  readonly #facts: FactGatherer;
  readonly #lastEditor: Pick<LastEditor, "read">;
  /** The documents listed for the page. The page can name no others. */
  #known = new Map<string, FoundDocument>();

  constructor(studio: FactSource, lastEditor: Pick<LastEditor, "read">) {
    this.#facts = new FactGatherer(studio, () => undefined);
    this.#lastEditor = lastEditor;
  }

  async list(): Promise<PanelPrompt[]> {
    const found = await findTextDocuments();
    this.#known = new Map(found.map((one) => [one.uri.toString(), one]));
    return found.map(({ uri, name, folder, isUsers }) => ({ id: uri.toString(), name, folder, isUsers }));
  }

  /** undefined: the document does not exist, or may not be run here, which was reported. */
  async describe(id: string): Promise<PromptForm | undefined> {
    return requireRunning() ? (await this.#read({ id, values: {}, answers: {} }))?.form : undefined;
  }

  /** `addition`: the text that the user wrote below the form. */
  async compose(filled: FilledForm, addition: string): Promise<Composition> {
    const found = requireRunning() ? await this.#read(filled) : undefined;
    if (found === undefined || found.form.errors.length > 0) return { type: "form", form: found?.form };
    const { parsed, form } = found;
    const refuse = (message: string, range?: TextRange): Composition => ({
      type: "form",
      form: { ...form, errors: [toError(parsed, message, range)] },
    });
    try {
      const fetched = await fetchDocumentValues(found.uri, parsed, this.#lastEditor, async () => filled.answers);
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

  /** Opens the document in an editor. */
  async open(id: string): Promise<void> {
    const found = await this.#find(id);
    if (found !== undefined) await vscode.window.showTextDocument(found.uri);
  }

  dispose(): void {
    this.#facts.dispose();
  }

  async #find(id: string): Promise<FoundDocument | undefined> {
    // A page that was reloaded can name a document that an earlier list contained.
    if (!this.#known.has(id)) await this.list();
    return this.#known.get(id);
  }

  async #read({ id, values, answers }: FilledForm): Promise<ReadForm | undefined> {
    const found = await this.#find(id);
    if (found === undefined) return undefined;
    const document = await vscode.workspace.openTextDocument(found.uri);
    const written = parsePromptDocument(document.getText());
    const parsed = parsePromptDocument(writeVariables(written, values));
    await this.#facts.lookAtFiles(document, parsed);
    const errors = diagnose(parsed, this.#facts.known(document, parsed)).filter(({ severity }) => severity === "error");
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

const dataUri = /^data:([^;,]*)(?:;[^;,]*)*;base64,/;

/** Has the kind that the document's request gives. @throws Error with a message for the user. */
function attachPromptFile({ kind, address, name }: PromptFile): LoadedAttachment {
  const match = dataUri.exec(address.slice(0, 200));
  if (match !== null) {
    const content = Buffer.from(address.slice(match[0].length), "base64");
    const mediaType = match[1] || "application/octet-stream";
    const label = name ?? `${kind}.${mediaType.replace(/^.*[/+]/, "")}`;
    return { attachment: { id: randomUUID(), kind, name: label, mediaType, size: content.byteLength }, content };
  }
  return { attachment: { ...attachUrl(address).attachment, kind } };
}
