/**
 * Shows characters that reorder the text after them, in every text and tooltip that a page draws. Names, captions and titles come from files,
 * models and services: `photo\u202egnp.exe` would be read as `photoexe.png`.
 */
import { options } from "preact";
import { withoutReordering } from "../contract/withoutReordering.ts";

const spoken = ["title", "aria-label", "alt"];

/** Call once, before anything is drawn. */
export function showReordering(): void {
  const earlier = options.vnode;
  options.vnode = (node) => {
    // Preact calls it for texts too, whose properties are the text.
    const props: unknown = node.props;
    if (typeof props === "string") Object.assign(node, { props: withoutReordering(props) });
    else if (typeof node.type === "string")
      for (const name of spoken) {
        const value: unknown = Reflect.get(node.props, name);
        if (typeof value === "string") Reflect.set(node.props, name, withoutReordering(value));
      }
    earlier?.(node);
  };
}
