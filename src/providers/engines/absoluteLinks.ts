import * as z from "zod/mini";
import { addressOfLink } from "../resultLink.ts";

const linksSchema = z.looseObject({ data: z.array(z.looseObject({ url: z.optional(z.string()) })) });

/** Returns a `fetch` that makes the links in results absolute, because the package for images only follows those. */
export function withAbsoluteLinks(fetch: typeof globalThis.fetch, baseURL: string): typeof globalThis.fetch {
  return async (input, init) => {
    const answer = await fetch(input, init);
    if (!answer.ok || init?.method !== "POST") return answer;
    const body: unknown = await answer.json();
    const found = linksSchema.safeParse(body);
    if (!found.success) return Response.json(body, { headers: answer.headers });
    const data = found.data.data.map((file) => (file.url === undefined ? file : { ...file, url: addressOfLink(file.url, baseURL).href }));
    return Response.json({ ...found.data, data });
  };
}
