import type * as z from "zod/mini";

/** Names of zod's types that differ from those of JSON. */
const typeNames: Readonly<Record<string, string>> = { record: "object", int: "whole number" };

/**
 * What is wrong with a value, as the end of a sentence that begins with its location, such as "must be one of low, high". It names no
 * value, because a value may be a key. zod's own messages depend on whether a locale has been loaded by another module.
 */
export function describeIssue(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `needs a value of type ${typeNames[issue.expected] ?? issue.expected}`;
    case "unrecognized_keys":
      return "is not known";
    case "invalid_value":
      return `must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.map(String).join(", ")}`;
    case "invalid_union":
      return "is not one of the known types";
    case "invalid_key":
      return "has a name that is not valid";
    case "too_small":
      return limited(issue.origin, issue.inclusive === false ? `more than ${issue.minimum}` : `at least ${issue.minimum}`);
    case "too_big":
      return limited(issue.origin, issue.inclusive === false ? `less than ${issue.maximum}` : `at most ${issue.maximum}`);
    case "custom":
      return issue.message;
    default:
      return `is not valid (${issue.code})`;
  }
}

/** The issues of an error with their locations, such as "size must be one of a, b; n must be at most 4". */
export function describeIssues({ issues }: { issues: readonly z.core.$ZodIssue[] }): string {
  return issues
    .map((issue) =>
      `${[...issue.path, ...(issue.code === "unrecognized_keys" ? [issue.keys.join(", ")] : [])].join(".")} ${describeIssue(issue)}`.trimStart(),
    )
    .join("; ");
}

function limited(origin: string, limit: string): string {
  switch (origin) {
    case "string":
      return `needs ${limit} ${limit.endsWith(" 1") ? "character" : "characters"}`;
    case "array":
      return `needs ${limit} ${limit.endsWith(" 1") ? "entry" : "entries"}`;
    default:
      return `must be ${limit}`;
  }
}
