/** Reads what the library `@vscode/prompt-tsx` has rendered as JSON, which is how many tools of VS Code return their results. */
import * as z from "zod/mini";
import type { PartContent } from "./partContent.ts";

/** The kinds of nodes. Source: `PromptNodeType` of the library. */
const nodeTypes = { piece: 1, text: 2, opaque: 3 } as const;

const textSchema = z.object({
  type: z.literal(nodeTypes.text),
  text: z.string(),
  /** A number in earlier versions. */
  lineBreakBefore: z.optional(z.nullable(z.union([z.boolean(), z.number()]))),
});
const pieceSchema = z.object({
  type: z.literal(nodeTypes.piece),
  children: z.array(z.unknown()),
  props: z._default(z.looseObject({ src: z.optional(z.string()), data: z.optional(z.string()), mediaType: z.optional(z.string()) }), {}),
});
const rootSchema = z.object({ node: pieceSchema });

/** Reads a file in a node; `declared` is its media type. */
type ToContents = (declared: string, data: Uint8Array) => PartContent[];

/** undefined: it is not a rendered prompt. */
export function readPromptTsx(value: unknown, toContents: ToContents): PartContent[] | undefined {
  const root = rootSchema.safeParse(value).data;
  if (root === undefined) return undefined;
  const found: PartContent[] = [];
  /** Texts without a line break between them are one text. */
  const add = (text: string, isNewLine: boolean) => {
    const last = found.at(-1);
    if (last?.type === "text") last.text += isNewLine && last.text !== "" ? `\n${text}` : text;
    else found.push({ type: "text", text });
  };
  const visit = (node: unknown): void => {
    const text = textSchema.safeParse(node).data;
    if (text !== undefined) {
      add(text.text, text.lineBreakBefore === true || Number(text.lineBreakBefore ?? 0) > 0);
      return;
    }
    const piece = pieceSchema.safeParse(node).data;
    if (piece === undefined) return;
    found.push(...contentsOfNode(piece.props, toContents));
    for (const child of piece.children) visit(child);
  };
  visit(root.node);
  return found.filter((content) => content.type !== "text" || content.text !== "");
}

function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** An image is a data URI or an address; a document has its data in base64. Source: RFC 2397. */
function contentsOfNode({ src, data, mediaType }: z.infer<typeof pieceSchema>["props"], toContents: ToContents): PartContent[] {
  const [, declared, base64, written] = /^data:([^,]*?)(;\s*base64)?,(.*)$/is.exec(src ?? "") ?? [];
  if (written !== undefined) return toContents(declared || "text/plain", Buffer.from(decodeUri(written), base64 ? "base64" : "utf8"));
  if (data !== undefined) return toContents(mediaType ?? "", Buffer.from(data, "base64"));
  if (src === undefined) return [];
  // An image may also be base64 without its type.
  return URL.canParse(src) ? [{ type: "text", text: src }] : toContents("image/png", Buffer.from(src, "base64"));
}
