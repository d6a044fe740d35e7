/** Merges code into a YAML file with several documents, such as the resources of Kubernetes, which differ by kind and name. */
import { isElision } from "./elisions.ts";
import { type Merged, mergeCode } from "./mergeCode.ts";

interface Resource {
  kind: string;
  name: string;
  namespace: string | undefined;
}

const separator = /^---(?:\s|$)/;

/** Each with its separator. */
function splitDocuments(lines: readonly string[]): string[][] {
  const documents: string[][] = [[]];
  for (const line of lines) {
    if (separator.test(line) && documents.at(-1)?.some((one) => one.trim() !== "") === true) documents.push([]);
    documents.at(-1)?.push(line);
  }
  return documents;
}

/** The lines between the separator, blank lines around the text, and the mark of its end. The last one is exclusive. */
function boundsOf(document: readonly string[]): [first: number, last: number] {
  const isContent = (line: string) => line.trim() !== "" && !separator.test(line) && line.trim() !== "...";
  return [Math.max(0, document.findIndex(isContent)), document.findLastIndex(isContent) + 1];
}

/** The value of a key in these lines; undefined: there is none. */
function valueFor(lines: readonly string[], key: string): string | undefined {
  const line = lines.find((one) => one.startsWith(`${key}:`));
  return line === undefined
    ? undefined
    : /^\s*(?:"([^"]*)"|'([^']*)'|([^\s#]+))/
        .exec(line.slice(key.length + 1))
        ?.slice(1)
        .find((one) => one !== undefined);
}

function resourceOf(document: readonly string[]): Resource | undefined {
  const start = document.findIndex((line) => /^metadata:\s*(?:#.*)?$/.test(line));
  const rest = start < 0 ? [] : document.slice(start + 1);
  const end = rest.findIndex((line) => /^[^\s#-]/.test(line));
  const metadata = rest.slice(0, end < 0 ? undefined : end);
  const indentation = /^\s+/.exec(metadata.find((line) => /^\s+[^\s#]/.test(line)) ?? "")?.[0] ?? "";
  const own = metadata.filter((line) => line.startsWith(indentation)).map((line) => line.slice(indentation.length));
  const [kind, name] = [valueFor(document, "kind"), valueFor(own, "name")];
  return kind === undefined || name === undefined ? undefined : { kind, name, namespace: valueFor(own, "namespace") };
}

function isSame(one: Resource, other: Resource): boolean {
  const inNamespace = one.namespace === undefined || other.namespace === undefined || one.namespace === other.namespace;
  return one.kind === other.kind && one.name === other.name && inNamespace;
}

/** undefined: the code or the file is something else, or it is not clear which of the documents is meant. */
export function mergeDocuments(lines: readonly string[], code: readonly string[], languageId: string): Merged | undefined {
  const hasBreak = lines.at(-1) === "";
  const documents = splitDocuments(hasBreak ? lines.slice(0, -1) : lines);
  const resources = documents.map(resourceOf);
  const parts = splitDocuments(code)
    .map((document) => document.slice(...boundsOf(document)))
    .filter((content) => content.some((line) => !isElision(line)));
  const pairs = parts.map((content) => {
    const own = resourceOf(content);
    const same = resources.flatMap((one, index) => (one !== undefined && own !== undefined && isSame(one, own) ? [index] : []));
    return { content, own, same };
  });
  const isClear = pairs.length > 0 && pairs.every(({ own, same }) => own !== undefined && same.length <= 1);
  if (!isClear || resources.every((one) => one === undefined)) return undefined;
  // One resource instead of another one of its kind may be its new version, with another name.
  if (documents.length === 1 && pairs.length === 1 && pairs[0]?.own?.kind === resources[0]?.kind) return undefined;
  const merged = [...documents];
  for (const { content, same } of pairs) {
    const [index = documents.length] = same;
    const present = documents[index];
    if (present === undefined) {
      merged.push(["---", ...content]);
      continue;
    }
    const [first, last] = boundsOf(present);
    const result = mergeCode(present.slice(first, last), content, languageId);
    if (result.type !== "merged") return result;
    merged[index] = [...present.slice(0, first), ...result.lines, ...present.slice(last)];
  }
  const isAdded = pairs.every(({ same }) => same.length === 0);
  return { type: "merged", lines: [...merged.flat(), ...(hasBreak ? [""] : [])], ...(isAdded ? { isAdded } : {}) };
}
