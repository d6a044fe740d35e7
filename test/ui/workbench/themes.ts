/** The four kinds of themes, by VS Code's names and the classes of the document. */

export const themes = {
  dark: { label: "Dark 2026", className: "vs-dark" },
  light: { label: "Light 2026", className: "vs" },
  highContrastDark: { label: "Default High Contrast", className: "hc-black" },
  highContrastLight: { label: "Default High Contrast Light", className: "hc-light" },
} as const;
export type Theme = keyof typeof themes;
