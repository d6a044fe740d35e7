/** Lines that stand for code that an answer leaves out. */
import { expect, test } from "vitest";
import { hasElisionInside, isElision } from "../../../../../src/editor/edits/code/elisions.ts";

test.each([
  "// ... existing code ...",
  "# ... rest of the code unchanged ...",
  "    # ... (other methods remain the same)",
  "/* ... existing styles ... */",
  "{/* ... existing JSX ... */}",
  "<!-- ... rest of the page ... -->",
  "-- ... existing columns ...",
  "; ... existing code ...",
  "% ... rest unchanged ...",
  "(* ... existing definitions ... *)",
  "{{!-- ... existing rows ... --}}",
  "<%# ... rest ... %>",
  "{# ... existing blocks ... #}",
  "--[[ ... existing code ... ]]",
  "' ... existing code ...",
  "REM ... existing code ...",
  '""" ... existing docstring ... """',
  "// …",
  "// ...",
  "...",
  "[...]",
  "# …existing code…",
  "// rest of the code remains the same",
  "// Rest of your component",
  "// existing methods",
  "# Other functions remain unchanged",
  "// Keep existing imports",
  "// (unchanged)",
  "// Same as before",
  "// previous code here",
  "// ... bestehender Code ...",
  "// ... 既存のコード ...",
  "# ... 其余代码不变 ...",
  "pass  # ... existing code ...",
  "// ...existing code...",
  "//... other handlers",
])("%j is an elision", (line) => {
  expect(isElision(line)).toBe(true);
});

test.each([
  "// Adds two numbers.",
  "# Keeps the rest of the money in the account until it is paid back by its owner",
  "// Other users must not see this.",
  "return { ...rest };",
  "args = [...rest, 1]",
  "function sum(...values) {",
  "print('...')",
  "// Wait ... then go",
  "const existing = 1; // code",
  "#include <stdio.h>",
  "",
])("%j is none", (line) => {
  expect(isElision(line)).toBe(false);
});

test("a comment that the document has is its own", () => {
  expect(isElision("// ... existing code ...", (line) => line === "// ... existing code ...")).toBe(false);
});

test.each([
  ["add(x) { /* ... */ }", true],
  ["add(x) { ... }", true],
  ["add(x) { /* ... existing code ... */ }", true],
  ["push(a); // ... existing code ...", true],
  ["add(...values) {}", false],
  ["try { a(); } catch (...) { b(); }", false],
  ["const a = { ...b };", false],
])("inside a line: %j", (line, expected) => {
  expect(hasElisionInside(line)).toBe(expected);
});
