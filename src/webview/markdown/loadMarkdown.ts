/** Loads what renders Markdown with the first text: an empty panel is painted without it. */
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

/** undefined until it was loaded. */
export function useMarkdown(): Renderer | undefined {
  const [loaded, setLoaded] = useState(renderer);
  useLayoutEffect(() => {
    if (loaded === undefined) void loadMarkdown().then(() => setLoaded(renderer));
  }, [loaded]);
  return loaded;
}
