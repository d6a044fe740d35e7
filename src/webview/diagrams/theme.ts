/** The colours of diagrams, from the editor's theme. */
import type { DiagramTheme } from "./frame/messages.ts";

/** Converts a CSS colour to a format that Mermaid can read, without transparency. */
type ReadColor = (color: string) => string;

function colorReader(): { read: ReadColor; remove: () => void } {
  const probe = document.createElement("span");
  document.body.append(probe);
  const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const computed = (color: string): string => {
    probe.style.color = color;
    return getComputedStyle(probe).color;
  };
  return {
    read(color) {
      if (context === null) return computed(color);
      for (const layer of ["var(--vscode-editor-background)", color]) {
        context.fillStyle = computed(layer);
        context.fillRect(0, 0, 1, 1);
      }
      const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
      return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
    },
    remove: () => probe.remove(),
  };
}

/** Some of these are missing in high-contrast themes. */
const chartColors = ["blue", "purple", "green", "yellow", "red", "orange"].map(
  (name) => `var(--vscode-charts-${name}, var(--vscode-charts-foreground))`,
);
const tint = (color: string) => `color-mix(in srgb, ${color} 22%, var(--vscode-editor-background))`;

export function readTheme(): DiagramTheme {
  const { classList } = document.body;
  const isHighContrast = classList.contains("vscode-high-contrast");
  const { read, remove } = colorReader();
  const background = read("var(--vscode-editor-background)");
  const theme = {
    isDark: !classList.contains("vscode-light") && !classList.contains("vscode-high-contrast-light"),
    background,
    foreground: read("var(--vscode-editor-foreground)"),
    line: read(isHighContrast ? "var(--vscode-contrastBorder)" : "var(--vscode-descriptionForeground)"),
    box: isHighContrast ? background : read(tint("var(--vscode-charts-blue)")),
    note: isHighContrast ? background : read(tint("var(--vscode-charts-yellow)")),
    tints: chartColors.map(tint).map(read),
    colors: chartColors.map(read),
    fontFamily: getComputedStyle(document.body).fontFamily,
  };
  remove();
  return theme;
}

/** VS Code sets colours in the document's style, and the kind of theme as a class of the body. */
export function whenThemeChanges(changed: () => void): void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ["style", "class"] });
  observer.observe(document.body, { attributeFilter: ["class", "data-vscode-theme-id"] });
}
