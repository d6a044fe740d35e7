/** Compiles a document to the requests that it sends: one for each set of variables. Never throws. */

import { describeIssue } from "../../contract/describeIssue.ts";
import { mainTextField } from "../../contract/fields.ts";
import { type InterfaceVersion, type Kind, kindTable } from "../../contract/kind.ts";
import { type CheckedRequest, parseMediaRequest } from "../../contract/media.ts";
import { responseRequestSchema } from "../../contract/responseRequest.ts";
import { t } from "../../contract/translate.ts";
import { v2RequestSchema } from "../../contract/v2.ts";
import type { WireRequest } from "../../contract/wireRequest.ts";
import type { PromptDocument } from "../parse/promptDocument.ts";
import { readText } from "../parse/promptDocument.ts";
import { findEntry } from "../text/frontMatter.ts";
import type { TextRange } from "../text/textRange.ts";
import type { SuppliedValues, VariableSet } from "../variables/variableSets.ts";
import { readVariableSets } from "../variables/variableSets.ts";
import { addStyles } from "./addStyles.ts";
import { buildFields } from "./buildFields.ts";
import { buildMainText } from "./buildMainText.ts";
import { emptyDocument } from "./emptyDocument.ts";
import { RequestText } from "./requestText.ts";

export interface CompiledRequest {
  request: WireRequest;
  /** `output` with variables filled in. */
  output: string | undefined;
  /** The set of variables for this request. */
  variables: VariableSet;
}

interface CompileError {
  message: string;
  range: TextRange | undefined;
}

export interface Compilation {
  requests: readonly CompiledRequest[];
  /** Why there are fewer requests than sets, without duplicates. */
  errors: readonly CompileError[];
}

export function compile(document: PromptDocument, supplied: SuppliedValues): Compilation {
  const { sets, error } = readVariableSets(document, supplied);
  if (error !== undefined) {
    const range = findEntry(document.fields, "batch")?.value.range;
    return { requests: [], errors: [{ message: error, range }] };
  }
  const requests: CompiledRequest[] = [];
  const errors = new Map<string, CompileError>();
  for (const set of sets) {
    const compiled = compileSet(document, supplied, set);
    for (const error of compiled.errors) errors.set(error.message, error);
    requests.push(...compiled.requests);
  }
  return { requests, errors: [...errors.values()] };
}

/** Compiles the request of one set of variables. */
export function compileSet(document: PromptDocument, supplied: SuppliedValues, set: VariableSet): Compilation {
  const text = new RequestText(document, supplied, set);
  if (document.text.trim() === "") return { requests: [], errors: [{ message: emptyDocument(), range: undefined }] };
  const request = buildRequest(document, text);
  const output = readText(document.fields, "output");
  const filled = output === undefined ? undefined : text.fill(output);
  if (text.errors.length === 0) reportBlank(document, text);
  if (!request || text.errors.length > 0) return { requests: [], errors: text.errors };
  return { requests: [{ request, output: filled, variables: set }], errors: [] };
}

/** A value can be blank, so that a text with it is blank too. */
function reportBlank(document: PromptDocument, text: RequestText): void {
  const model = findEntry(document.fields, "model")?.value;
  if (model?.type === "scalar" && text.fill(model.source).trim() === "") text.report(t("`model` is empty."), model.range);
  const main = findEntry(document.fields, mainTextField(document.kind, document.interface))?.value;
  const isBlank =
    main === undefined ? text.fillRange(document.body.range) === "" : main.type === "scalar" && text.fill(main.source).trim() === "";
  if (isBlank) text.report(t("The prompt is empty."), main?.range ?? document.body.range);
}

function buildRequest(document: PromptDocument, text: RequestText): WireRequest | undefined {
  const { kind } = document;
  const fields = buildFields(document, text);
  const main = mainTextField(kind, document.interface);
  const body = addStyles(document, { ...fields, ...(main in fields ? {} : { [main]: buildMainText(document, text) }) }, text);
  return document.interface === "v2" ? checkV2(kind, body, text) : checkV1(kind, body, text);
}

function checkV1(kind: Kind, body: object, text: RequestText): WireRequest | undefined {
  if (kind !== "text") return accept(parseMediaRequest(kind, body), text, (data) => data);
  return accept(responseRequestSchema.safeParse(body), text, (data) => ({ interface: "v1", kind, body: data }));
}

function checkV2(kind: Kind, body: object, text: RequestText): WireRequest | undefined {
  return accept(v2RequestSchema.safeParse({ ...body, type: kindTable[kind].v2Type }), text, (data) => ({
    interface: "v2",
    kind,
    body: data,
  }));
}

function accept<Data>(checked: CheckedRequest<Data>, text: RequestText, wrap: (data: Data) => WireRequest): WireRequest | undefined {
  if (checked.success) return wrap(checked.data);
  for (const issue of checked.error.issues) text.report(describeIssue(issue.path.join(".") || t("The request"), issue, t), undefined);
  return undefined;
}

/** The path below `{base_url}` to which a request is sent. */
export function pathOf(request: { interface: InterfaceVersion; kind: Kind }): string {
  if (request.interface === "v2") return "/api/v2";
  return `/api/v1/${kindTable[request.kind].path}`;
}

/** The path from which the result of a request is fetched by its id. Source: spec, "Endpoints". */
export function resultPathOf(request: { interface: InterfaceVersion; kind: Kind }): string {
  return request.interface === "v2" ? "/api/v2/status" : pathOf(request);
}
