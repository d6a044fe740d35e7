/** Reads lists and quotes of any depth: from a limit on, the marks of deeper ones are text, so that nothing is lost. */
import markdownIt, { type MarkdownIt } from "markdown-it";

/** Levels of nested blocks; a list has two. Browsers flatten elements that are nested more than 512 times. */
const deepest = 400;

const interrupted = { blockquote: ["paragraph", "reference", "blockquote", "list"], list: ["paragraph", "reference", "blockquote"] };

/** The parser's own rule with a name. */
function ruleOf(name: string) {
  const { ruler } = markdownIt().block;
  ruler.enableOnly([name]);
  return ruler.getRules("")[0];
}

export function addDepthRules(parser: MarkdownIt): void {
  // The parser drops what is deeper than this.
  parser.set({ maxNesting: deepest + 20 });
  for (const [name, alt] of Object.entries(interrupted)) {
    const rule = ruleOf(name);
    if (rule === undefined) continue;
    parser.block.ruler.at(name, (state, start, end, silent) => state.level < deepest && rule(state, start, end, silent), { alt });
  }
}
