/** Blocks of Markdown in answers that contain blocks with equal fences, and texts that follow them. */

/** The code of the block: whole documents. */
export const nestedDocuments: [name: string, code: string][] = [
  ["none", "# T\n\nText.\n"],
  ["a list at the end", "# T\n\n- a\n- b\n"],
  ["a bare fence below text", "# T\n\nRun this\n```\nnpm i\n```\nThen go.\n"],
  ["a bare fence below a sentence and a blank line", "# T\n\nRun this command.\n\n```\nnpm i\n```\n\nThen go.\n"],
  ["a bare fence at the start", "```\nnpm i\n```\nText\n"],
  ["a bare fence before the end", "Text\n\n```\nx = 1\n```\n"],
  ["bare blocks that follow each other", "Text\n```\na\n```\n```\nb = 1\n```\nEnd\n"],
  ["bare blocks with a blank line between them", "Text\n\n```\na\n```\n\n```\nb\n```\n\nEnd\n"],
  ["a bare block below one with a language", "```bash\nls\n```\nIt prints\n```\na b\n```\n"],
  ["a blank line in a bare block", "Text\n```\na\n\nb\n```\n"],
  ["bare blocks in a list", "- Install\n  ```\n  npm i\n  ```\n- Start\n  ```bash\n  npm start\n  ```\n"],
  ["bare blocks in a numbered list", "1. Install\n   ```\n   npm i\n   ```\n2. Start\n\n   ```\n   npm start\n   ```\n"],
  ["a tree of files", "The layout\n\n```\n.\n├── a\n```\n"],
  ["data", 'It answers\n```\n{\n  "a": 1\n}\n```\n'],
  ["a prompt", "Use this prompt\n\n```\nYou are a helpful assistant.\n```\n"],
  ["Markdown with a bare block", "x\n```md\n# A\n```\nnpm\n```\n```\nend\n"],
];

/** What follows the closing fence: none of it is a part of the block. */
export const textsAfterFence = [
  "",
  "\n",
  "\n\nAfter that, enjoy.\n",
  "\nThat is the file.\n",
  "\nHope this helps\n",
  "\n**Note**: x\n",
  "\n## Next\n",
  "\nwhich looks as it is\n",
  "\n1. First step\n2. Second\n",
  "\n- Text\n",
  "\n\n- a\n",
  "\n\n```js\nx\n```\n",
  "\n以上です。\n",
];
