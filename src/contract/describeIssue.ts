import type * as z from "zod/mini";
import type { Translate } from "./translate.ts";

/** Names of zod's types that differ from those of JSON. */
const typeNames: Readonly<Record<string, string>> = { record: "object", int: "whole number" };

/** `{0}` is the location of the value. The first one that fits counts. */
export const issueSentences = {
  type: "{0} needs a value of type {1}.",
  unknown: "{0} is not known.",
  union: "{0} is not one of the known types.",
  name: "{0} has a name that is not valid.",
  oneOf: "{0} must be one of {1}.",
  least: "{0} must be at least {1}.",
  more: "{0} must be more than {1}.",
  most: "{0} must be at most {1}.",
  less: "{0} must be less than {1}.",
  only: "{0} must be {1}.",
  oneCharacter: "{0} needs at least 1 character.",
  fewestCharacters: "{0} needs at least {1} characters.",
  mostCharacters: "{0} may have at most {1} characters.",
  oneEntry: "{0} needs at least 1 entry.",
  fewestEntries: "{0} needs at least {1} entries.",
  mostEntries: "{0} may have at most {1} entries.",
  other: "{0} is not valid ({1}).",
} as const;

/**
 * What is wrong with a value, such as "size must be one of low, high.". It names no value, because a value may be a key. zod's own messages
 * depend on whether a locale has been loaded by another module.
 */
export function describeIssue(location: string, issue: z.core.$ZodIssue, t: Translate): string {
  const text = (name: keyof typeof issueSentences, ...values: (string | number)[]) =>
    t(issueSentences[name], location, ...values).trimStart();
  switch (issue.code) {
    case "invalid_type":
      return text("type", typeNames[issue.expected] ?? issue.expected);
    case "unrecognized_keys":
      return text("unknown");
    case "invalid_value":
      return text(issue.values.length === 1 ? "only" : "oneOf", issue.values.map(String).join(", "));
    case "invalid_union":
      return text("union");
    case "invalid_key":
      return text("name");
    case "too_small": {
      const least = String(issue.minimum);
      if (issue.origin === "string") return least === "1" ? text("oneCharacter") : text("fewestCharacters", least);
      if (issue.origin === "array") return least === "1" ? text("oneEntry") : text("fewestEntries", least);
      return text(issue.inclusive === false ? "more" : "least", least);
    }
    case "too_big": {
      const most = String(issue.maximum);
      if (issue.origin === "string") return text("mostCharacters", most);
      if (issue.origin === "array") return text("mostEntries", most);
      return text(issue.inclusive === false ? "less" : "most", most);
    }
    case "custom":
      return `${location} ${issue.message}.`.trimStart();
    default:
      return text("other", issue.code);
  }
}

/** Where an issue is; keys that are not known have no path of their own. */
function locateIssue(issue: z.core.$ZodIssue): string {
  return [...issue.path, ...(issue.code === "unrecognized_keys" ? [issue.keys.join(", ")] : [])].join(".");
}

/** The issues of an error with their locations, such as "size must be one of a, b. n must be at most 4.". */
export function describeIssues({ issues }: { issues: readonly z.core.$ZodIssue[] }, t: Translate): string {
  return issues.map((issue) => describeIssue(locateIssue(issue), issue, t)).join(" ");
}
