/** Calls `POST /api/v1/responses` with `stream`, and reads its events. */
import type { TestService } from "../service/testService.ts";

export interface StreamedEvent {
  type: string;
  sequence_number: number;
  [field: string]: unknown;
}

export async function streamEvents(service: TestService, body: Record<string, unknown>): Promise<StreamedEvent[]> {
  return readEvents(await streamText(service, body));
}

/** The stream as it was received. */
export async function streamText(service: TestService, body: Record<string, unknown>): Promise<string> {
  const answer = await fetch(`${service.url}/api/v1/responses`, {
    method: "POST",
    headers: service.headers,
    body: JSON.stringify({ ...body, stream: true }),
  });
  return answer.text();
}

/** A refusal in the place of a stream is returned as the event of a later failure. */
export function readEvents(text: string): StreamedEvent[] {
  if (text.startsWith("{")) {
    const { error } = JSON.parse(text);
    return [{ type: "response.failed", sequence_number: 0, response: { status: "failed", output: [], error } }];
  }
  return text.split("\n\n").flatMap((block) => {
    const data = /^data: (\{.*)$/m.exec(block)?.[1];
    return data === undefined ? [] : [JSON.parse(data)];
  });
}

export const deltasOf = (events: readonly StreamedEvent[], type = "response.output_text.delta") =>
  events.flatMap((event) => (event.type === type ? [String(event.delta)] : []));
