/** Writes an answer as the stream of a Responses service, complete or cut. */

/** One item of an answer. An `open` item has begun and not ended. */
export type Said =
  /** A page is cited in the text as `(source: ADDRESS)`. */
  | { kind: "text" | "refusal" | "reasoning"; text: string; open?: true }
  | { kind: "search"; open?: true }
  | { kind: "call"; name: string; input: object; open?: true }
  /** Base64; without it, the image is still being generated. */
  | { kind: "picture"; data?: string };

/** `cut`: the connection ends before the answer does; `open`: the connection stays open without further data. */
export type Ending = "completed" | "incomplete" | "failed" | "cut" | "open";

type Fields = Record<string, unknown>;

function citationsIn(text: string): Fields[] {
  return [...text.matchAll(/\(source: (\S+)\)/g)].map(({ 0: whole, 1: url, index }) => ({
    type: "url_citation",
    url,
    title: "A source",
    start_index: index,
    end_index: index + whole.length,
  }));
}

/** The item as it appears in the whole answer. */
function itemOf(said: Said, id: string): Fields {
  switch (said.kind) {
    case "text":
      return {
        id,
        type: "message",
        role: "assistant",
        content: [{ type: "output_text", text: said.text, annotations: citationsIn(said.text) }],
      };
    case "refusal":
      return { id, type: "message", role: "assistant", content: [{ type: "refusal", refusal: said.text }] };
    case "reasoning":
      return { id, type: "reasoning", summary: [{ type: "summary_text", text: said.text }] };
    case "search":
      return { id, type: "web_search_call" };
    case "call":
      return { id, type: "function_call", call_id: `call_${id}`, name: said.name, arguments: JSON.stringify(said.input) };
    case "picture":
      return { id, type: "image_generation_call", ...(said.data === undefined ? {} : { result: said.data }) };
  }
}

/** The event that contains the item's text; undefined: the item has none. */
function deltaOf(said: Said): Fields | undefined {
  switch (said.kind) {
    case "text":
      return { type: "response.output_text.delta", content_index: 0, delta: said.text };
    case "refusal":
      return { type: "response.refusal.delta", content_index: 0, delta: said.text };
    case "reasoning":
      return { type: "response.reasoning_summary_text.delta", summary_index: 0, delta: said.text };
    case "search":
    case "call":
    case "picture":
      return undefined;
  }
}

function eventsOf(said: Said, index: number): Fields[] {
  const id = `item_${index}`;
  const item = itemOf(said, id);
  const delta = deltaOf(said);
  const isOpen = said.kind === "picture" ? said.data === undefined : said.open === true;
  return [
    { type: "response.output_item.added", output_index: index, item: { id, type: item.type, status: "in_progress" } },
    ...(delta === undefined ? [] : [{ ...delta, item_id: id, output_index: index }]),
    ...(isOpen ? [] : [{ type: "response.output_item.done", output_index: index, item: { ...item, status: "completed" } }]),
  ];
}

function endOf(output: Fields[], ending: Ending, response: Fields): Fields[] {
  switch (ending) {
    case "completed":
      return [{ type: "response.completed", response: { ...response, status: ending, output } }];
    case "incomplete":
      return [
        {
          type: "response.incomplete",
          response: { ...response, status: ending, output, incomplete_details: { reason: "max_output_tokens" } },
        },
      ];
    case "failed":
      return [
        {
          type: "response.failed",
          response: { ...response, status: ending, output, error: { code: "server_error", message: "The model stopped working." } },
        },
      ];
    case "cut":
    case "open":
      return [];
  }
}

/** Server-sent events. Source: spec, "Streaming". */
export function writeResponseStream(says: readonly Said[], ending: Ending): string {
  const usage = { input_tokens: 24, output_tokens: 140, total_tokens: 164 };
  const response = { id: "resp_scripted", object: "response", created_at: 1, model: "demo-text", usage };
  const output = says.map((said, index) => itemOf(said, `item_${index}`));
  const events = [
    { type: "response.created", response: { id: response.id, object: "response", status: "in_progress" } },
    ...says.flatMap(eventsOf),
    ...endOf(output, ending, response),
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}
