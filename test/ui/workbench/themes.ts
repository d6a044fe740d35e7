/** Nothing in; the four sorts of themes, by VS Code's own names and the classes by which they are told apart, out. */

export const themes = {
  dark: { label: "Dark 2026", className: "vs-dark" },
  light: { label: "Light 2026", className: "vs" },
  highContrastDark: { label: "Default High Contrast", className: "hc-black" },
  highContrastLight: { label: "Default High Contrast Light", className: "hc-light" },
} as const;
export type Theme = keyof typeof themes;
