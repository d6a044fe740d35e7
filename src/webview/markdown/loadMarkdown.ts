/** Loads the Markdown renderer with the first text, so that an empty panel is painted without it. */
import { useLayoutEffect, useState } from "preact/hooks";

type Renderer = typeof import("./streamedMarkdown.ts");

let renderer: Renderer | undefined;
let loading: Promise<void> | undefined;

export function loadMarkdown(): Promise<void> {
  loading ??= import("./streamedMarkdown.ts").then((module) => {
    renderer = module;
  });
  return loading;
}

/** undefined until it is loaded. */
export function useMarkdown(): Renderer | undefined {
  const [loaded, setLoaded] = useState(renderer);
  useLayoutEffect(() => {
    if (loaded === undefined) void loadMarkdown().then(() => setLoaded(renderer));
  }, [loaded]);
  return loaded;
}
