/** Configures Mermaid: strict, and with the panel's colours. */
import type { MermaidConfig } from "mermaid";
import type { DiagramTheme } from "./messages.ts";

/** Settings that a diagram cannot change. */
const secure = [
  "secure",
  "securityLevel",
  "startOnLoad",
  "suppressErrorRendering",
  "maxTextSize",
  "maxEdges",
  "htmlLabels",
  "theme",
  "themeVariables",
  "themeCSS",
  "darkMode",
  "fontFamily",
  "altFontFamily",
  "logLevel",
  "arrowMarkerAbsolute",
];

/** Assigns the values in turn to `prefix` followed by a number, for each of Mermaid's colours. */
function numbered(prefix: string, first: number, count: number, values: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${prefix}${first + index}`, values[index % values.length] ?? ""]),
  );
}

function themeVariables(theme: DiagramTheme): Record<string, unknown> {
  const { isDark, background, foreground, line, box, note, tints, colors, fontFamily } = theme;
  const [, second = box, , , wrong = box] = tints;
  return {
    darkMode: isDark,
    fontFamily,
    fontSize: "14px",
    background,
    dropShadow: "none",
    textColor: foreground,
    titleColor: foreground,
    lineColor: line,
    primaryColor: box,
    primaryTextColor: foreground,
    primaryBorderColor: line,
    secondaryColor: second,
    secondaryTextColor: foreground,
    secondaryBorderColor: line,
    tertiaryColor: background,
    tertiaryTextColor: foreground,
    tertiaryBorderColor: line,
    mainBkg: box,
    nodeBorder: line,
    nodeTextColor: foreground,
    clusterBkg: background,
    clusterBorder: line,
    edgeLabelBackground: background,
    noteBkgColor: note,
    noteTextColor: foreground,
    noteBorderColor: line,
    // Sequence diagrams
    actorLineColor: line,
    signalColor: foreground,
    signalTextColor: foreground,
    labelBoxBkgColor: box,
    labelTextColor: foreground,
    loopTextColor: foreground,
    activationBkgColor: second,
    activationBorderColor: line,
    sequenceNumberColor: background,
    // Entities
    rowOdd: background,
    rowEven: background,
    // Gantt charts
    taskBkgColor: box,
    taskBorderColor: line,
    taskTextColor: foreground,
    taskTextDarkColor: foreground,
    taskTextLightColor: foreground,
    taskTextOutsideColor: foreground,
    activeTaskBkgColor: second,
    activeTaskBorderColor: foreground,
    doneTaskBkgColor: background,
    doneTaskBorderColor: line,
    critBkgColor: wrong,
    critBorderColor: colors[4],
    sectionBkgColor: background,
    altSectionBkgColor: background,
    sectionBkgColor2: background,
    gridColor: line,
    todayLineColor: colors[4],
    // Pie charts
    ...numbered("pie", 1, 12, tints),
    pieTitleTextColor: foreground,
    pieSectionTextColor: foreground,
    pieLegendTextColor: foreground,
    pieStrokeColor: line,
    pieOuterStrokeColor: line,
    pieOpacity: "1",
    // Mind maps and timelines
    ...numbered("cScale", 0, 12, tints),
    ...numbered("cScalePeer", 0, 12, colors),
    ...numbered("cScaleInv", 0, 12, colors),
    ...numbered("cScaleLabel", 0, 12, [foreground]),
    ...numbered("fillType", 0, 8, tints),
    // Branches of git
    ...numbered("git", 0, 8, colors),
    ...numbered("gitInv", 0, 8, [background]),
    ...numbered("gitBranchLabel", 0, 8, [background]),
    commitLabelColor: foreground,
    commitLabelBackground: background,
    tagLabelColor: foreground,
    tagLabelBackground: box,
    tagLabelBorder: line,
    // Charts
    xyChart: { backgroundColor: background, plotColorPalette: colors.join(",") },
  };
}

/** @param largest Maximum characters of a source. */
export function mermaidConfig(theme: DiagramTheme, largest: number): MermaidConfig {
  return {
    startOnLoad: false,
    securityLevel: "strict",
    suppressErrorRendering: true,
    logLevel: "fatal",
    maxTextSize: largest,
    maxEdges: 500,
    // Labels are SVG text and never markup.
    htmlLabels: false,
    secure,
    fontFamily: theme.fontFamily,
    theme: "base",
    darkMode: theme.isDark,
    themeVariables: themeVariables(theme),
  };
}
