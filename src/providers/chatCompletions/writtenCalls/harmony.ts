/** gpt-oss, with its special tokens or without. Source: OpenAI, "Harmony response format". */
import { type CallForm, readHeadedCalls } from "./callForm.ts";

const channels = ["analysis", "commentary", "final"].map((channel) => `<|channel|>${channel}`);
const tokens = [...channels.flatMap((channel) => [`<|start|>assistant${channel}`, channel]), "<|start|>assistant"].map(
  (head) => `${head} to=`,
);

export const harmony: CallForm = {
  openings: [...tokens, ...tokens.map((token) => `<|end|>${token}`), "assistantcommentary to=functions.", "assistant to=functions."],
  firstWords: ["commentary to=functions.", "to=functions."],
  read: (cursor, functions) =>
    readHeadedCalls(cursor, functions, {
      next: /\s*(?:<\|start\|>assistant|assistant)(?:(?:<\|channel\|>)?(?:commentary|analysis))? ?to=/y,
      // The header may name the channel and the type of the arguments after the recipient.
      head: /(?:functions[.:])?([\w.-]{1,128})(?:\s{1,3}|<\|channel\|>|<\|constrain\|>|commentary|analysis|json|code){0,8}(?:<\|message\|>\s*|(?=\{))/y,
      cutHead: /(?:functions[.:])?([\w.-]{1,128})[\s\w<|>]{0,60}$/y,
      close: /\s*(?:<\|call\|>|<\|end\|>|<\|return\|>)/y,
      end: /<\|(?:call|end|return|start)\|>/g,
    }),
};
