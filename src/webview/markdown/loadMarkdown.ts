/** Loads the Markdown renderer with the first text, so that an empty panel is painted without it. */
import { useLayoutEffect, useState } from "preact/hooks";
import { loadHighlighter } from "./highlight.ts";

type Renderer = typeof import("./streamedMarkdown.ts");

let renderer: Renderer | undefined;
let loading: Promise<void> | undefined;

export function loadMarkdown(): Promise<void> {
  loading ??= import("./streamedMarkdown.ts").then((module) => {
    renderer = module;
  });
  return loading;
}

const sample = "# A *b*\n\n- `c`\n- d\n\n| e |\n|---|\n| f |\n\n```js\nconst g = 1; // h\n```\n\ni\n";

/**
 * Renders a short text that is not shown, unless one was shown already: the first use of the renderer and the highlighter takes much longer
 * than the next, because their code is compiled with it.
 */
export async function prepareMarkdown(): Promise<void> {
  await loadMarkdown();
  await loadHighlighter();
  requestIdleCallback(() => {
    if (renderer === undefined || document.querySelector(".markdown") !== null) return;
    const known = { allowedImages: new Map(), files: { found: new Map(), ask: () => {} }, footnotePrefix: "" };
    const stream = new renderer.StreamedMarkdown(document.createElement("div"), known);
    stream.append(sample);
    stream.draw();
    stream.finish("whole");
  });
}

/** undefined until it is loaded. */
export function useMarkdown(): Renderer | undefined {
  const [loaded, setLoaded] = useState(renderer);
  useLayoutEffect(() => {
    if (loaded === undefined) void loadMarkdown().then(() => setLoaded(renderer));
  }, [loaded]);
  return loaded;
}
