/** Forms of documents whose parts do not follow from indentation and brackets alone, and what their lines name. */
import { scanLines } from "./scanLines.ts";

export interface CodeForm {
  /** Headings that divide it into sections of text; undefined: it is divided by indentation and brackets. */
  sections?: "markdown" | "latex";
  /**
   * The first line of a part that goes to the next one, such as a table of TOML. The first group that matches is its name. This and `member`
   * are matched with lines in which each run of white space is one space.
   */
  part?: RegExp;
  /** The lines of a part are members with names, which are independent of each other. */
  hasMembers?: boolean;
  /** A comment of one line. */
  comment?: RegExp;
  /** A line with a name of its own, which is the first group that matches. */
  member?: RegExp;
  /** Statements end with a semicolon, whatever their indentation is. */
  hasSemicolons?: boolean;
}

const quotedName = `"[^"]*"|'[^']*'`;
const bareName = String.raw`[^\s"'[\](){}=:#;<>~!,][^"'(){}=:#;<>~!,[\]]*`;
/** TOML, INI, `.env` and similar files, also lists of packages with their versions. */
const tables: CodeForm = {
  part: /^\[{1,2}([^\]]+)\]{1,2} ?(?:[#;].*)?$/,
  hasMembers: true,
  comment: /^[#;!]/,
  member: new RegExp(String.raw`^(?:export )?(${quotedName}|${bareName}) ?(?:\[[^\]]*\] ?)?(?:[~!]?=|[:<>]|$)`),
};
const dockerOnce = "CMD|ENTRYPOINT|EXPOSE|HEALTHCHECK|SHELL|STOPSIGNAL|USER|WORKDIR";
const stages: CodeForm = {
  part: /^FROM (?:--\S+ )*(?:\S+ AS (\S+)|([^\s:@]+))/i,
  comment: /^#/,
  member: new RegExp(String.raw`^((?:ARG|ENV|LABEL) [\w.-]+|(?:${dockerOnce})(?= ))`, "i"),
};
const sqlModifiers = "GLOBAL|LOCAL|TEMP|TEMPORARY|UNIQUE|UNLOGGED|MATERIALIZED|VIRTUAL|RECURSIVE|CLUSTERED|NONCLUSTERED";
const sqlRelations = "TABLE|VIEW|INDEX|FUNCTION|PROC|PROCEDURE|TRIGGER|TYPE|SCHEMA";
const sqlOthers = "SEQUENCE|DATABASE|EXTENSION|ROLE|USER|POLICY|DOMAIN|EVENT";
const sqlName = String.raw`(?:CONCURRENTLY )?(?:IF NOT EXISTS )?[^\s(;]+`;
const sql: CodeForm = {
  hasSemicolons: true,
  member: new RegExp(`^CREATE (?:OR (?:REPLACE|ALTER) )?(?:(?:${sqlModifiers}) )*((?:${sqlRelations}|${sqlOthers}) ${sqlName})`, "i"),
};
const make: CodeForm = { member: /^(?:(?:export|override) )?([^\s:=#?+!][^:=#?+!]*)(?:[?+!]?=|::?)/ };
const protocolType = String.raw`(?:(?:repeated|optional|required) )?(?:map ?<[^>]*>|[\w.]+)`;
const protocol: CodeForm = { member: new RegExp(String.raw`^ ?${protocolType} (\w+) ?= ?\d+|^ ?(rpc \w+)`) };
const graph: CodeForm = { member: /^ ?(\w+) ?(?:\([^()]*\) ?)?:|^(?:extend )?((?:scalar|input|directive) @?\w+)/ };
const attributes: CodeForm = { member: /^ ?([\w.-]+) ?=(?!=)/ };
const markup: CodeForm = { member: /^ ?(<[\w.:-]+)(?: [^<>]*)?>[^<]*<\/[\w.:-]+>$/ };
const styles: CodeForm = { comment: /^(?:\/\/|\/\*|\*)/, member: /^ ?([^{}@;]+)\{.*\}$/ };
const gradleDependency = String.raw`\w+ ?\(? ?["'][\w.-]+:[\w.-]+`;
const gradlePlugin = String.raw`(?:id|kotlin|alias) ?\(? ?["'\w][^"')]*`;
const gradleSdk = "(?:compile|min|target)Sdk(?:Version)?";
const gradleSetting = "version(?:Code|Name)|applicationId|namespace|(?:source|target)Compatibility|jvmTarget";
/** A dependency without its version, a plugin, or a setting that a block has once. */
const gradle: CodeForm = {
  member: new RegExp(String.raw`^ ?(${gradleDependency}|${gradlePlugin})|^ ?(${gradleSdk}|${gradleSetting})\b`),
};
/** A gem or a pod. */
const ruby: CodeForm = { member: /^ ?((?:gem|pod) ?\(? ?["'][^"']+["'])/ };
const shell: CodeForm = { member: /^ ?((?:export|alias|readonly) [\w-]+)=/ };
const lines: CodeForm = { comment: /^#/, member: /^(\S.*)$/ };

const forms: Record<string, CodeForm> = {
  markdown: { sections: "markdown" },
  "generation-prompt": { sections: "markdown" },
  latex: { sections: "latex" },
  tex: { sections: "latex" },
  ...Object.fromEntries(
    ["toml", "ini", "properties", "java-properties", "dotenv", "env", "editorconfig", "pip-requirements"].map((id) => [id, tables]),
  ),
  ...Object.fromEntries(["dockerfile", "containerfile"].map((id) => [id, stages])),
  ...Object.fromEntries(["sql", "mysql", "postgres", "plsql", "tsql", "sqlite"].map((id) => [id, sql])),
  ...Object.fromEntries(["makefile", "make"].map((id) => [id, make])),
  ...Object.fromEntries(["proto", "proto3", "protobuf"].map((id) => [id, protocol])),
  ...Object.fromEntries(["terraform", "hcl", "opentofu", "nix"].map((id) => [id, attributes])),
  ...Object.fromEntries(["css", "scss", "less"].map((id) => [id, styles])),
  ...Object.fromEntries(["groovy", "gradle", "kotlin"].map((id) => [id, gradle])),
  ruby,
  graphql: graph,
  xml: markup,
  shellscript: shell,
  ignore: lines,
};

/** VS Code has no language for TOML and some others, so what their lines look like counts too. */
export function formOf(languageId: string, document: readonly string[]): CodeForm {
  const form = forms[languageId];
  if (form !== undefined) return form;
  if (!/^(?:plaintext)?$/.test(languageId)) return {};
  if (isTables(document)) return tables;
  return document.some((line) => /^(?:android|dependencies|plugins)\s*\{$/.test(line.trimEnd())) ? gradle : {};
}

const assignment = /^(?:export\s+)?[\w."'@$/-]+(?:\[[^\]]*\])?\s*[=<>~]?=(?![=>])/;

function isTables(document: readonly string[]): boolean {
  const starts = scanLines(document);
  const outer = document.filter((line, index) => {
    const { depth = 0, isInside = false } = starts[index] ?? {};
    return depth === 0 && !isInside && line.trim() !== "" && !/^\s|^[)\]}]|^"""|^'''|^[#;]/.test(line);
  });
  return (
    outer.some((line) => assignment.test(line)) && outer.every((line) => assignment.test(line) || nameIn(tables.part, line) !== undefined)
  );
}

/** Characters; longer lines have no name. */
const longestLine = 500;

/** The name in a line; undefined: it has none. */
export function nameIn(pattern: RegExp | undefined, line: string): string | undefined {
  if (line.length > longestLine) return undefined;
  const groups = pattern?.exec(line.replaceAll(/\s+/g, " "))?.slice(1) ?? [];
  const name = groups.find((group) => group !== undefined);
  return name?.trim().replace(/\bif not exists /i, "");
}
