/** The language of a speech, which engines with OpenAI's interface take, and the package for that interface leaves out. */
import type { SpeechModelV4 } from "@ai-sdk/provider";

type Fetch = typeof globalThis.fetch;

/** A model that sends `language` in the body of its requests. */
export function withLanguage(make: (fetch: Fetch) => SpeechModelV4, fetch: Fetch): SpeechModelV4 {
  const { specificationVersion, provider, modelId } = make(fetch);
  return {
    specificationVersion,
    provider,
    modelId,
    async doGenerate({ language, ...options }) {
      return make(language === undefined ? fetch : addingTo(fetch, { language })).doGenerate(options);
    },
  };
}

function addingTo(fetch: Fetch, fields: object): Fetch {
  return (input, init) => {
    if (typeof init?.body !== "string") return fetch(input, init);
    return fetch(input, { ...init, body: JSON.stringify({ ...JSON.parse(init.body), ...fields }) });
  };
}
