#!/usr/bin/env bash
# Question: does the schema of a tool still ask for the same arguments after a package has made a Zod schema of it, as frameworks do with the tools of MCP?
# Guess: yes, or an error for a keyword that Zod does not have.
# Seen: fromJSONSchema of zod 4.6.7 takes {} where an argument with a default is required, or one that is named in `required` alone, and takes a list of one where
#   two are the minimum, if `items` is missing. json-schema-to-zod 2.8.1 does the first two, removes arguments that the schema does not name, although it allows
#   them, and takes anything for a $ref. @composio/json-schema-to-zod 0.3.0 refuses such arguments instead, and so does @dmitryrechkin/json-schema-to-zod 1.0.1,
#   which also takes a number below its minimum and any value for a const, and refuses a date with another time zone than Z. zod-from-json-schema 0.5.6 is right
#   in all. The measure is Ajv 8.20.0, which reads the schema itself. No warning. 2026-11-30.
# For users: check arguments with Ajv, or convert with zod-from-json-schema; this product checks them by the schema itself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent zod@4.6.7 ajv@8.20.0 ajv-formats@3.0.1 json-schema-to-zod@2.8.1 zod-from-json-schema@0.5.6 @composio/json-schema-to-zod@0.3.0 @dmitryrechkin/json-schema-to-zod@1.0.1
cat >run.mjs <<'JS'
import { JSONSchemaToZod } from "@dmitryrechkin/json-schema-to-zod";
import { jsonSchemaToZod as composio } from "@composio/json-schema-to-zod";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { jsonSchemaToZod } from "json-schema-to-zod";
import * as z from "zod";
import { convertJsonSchemaToZod } from "zod-from-json-schema";
const integer = { type: "integer" };
const cases = {
  "usual argument": [{ type: "object", properties: { n: { ...integer, minimum: 1 } }, required: ["n"] }, { n: 0 }],
  "required with a default": [{ type: "object", properties: { n: { ...integer, default: 1 } }, required: ["n"] }, {}],
  "required alone": [{ type: "object", required: ["n"] }, {}],
  "least of a list": [{ type: "object", properties: { images: { type: "array", minItems: 2 } } }, { images: ["1.png"] }],
  "argument without a name": [{ type: "object", properties: { n: integer } }, { n: 1, seed: 7 }],
  reference: [{ type: "object", properties: { size: { $ref: "#/$defs/size" } }, $defs: { size: integer } }, { size: "large" }],
  date: [{ type: "object", properties: { at: { type: "string", format: "date-time" } } }, { at: "2026-11-30T10:00:00+01:00" }],
  const: [{ type: "object", properties: { mode: { const: "fast" } } }, { mode: "slow" }],
};
const packages = {
  zod: (schema) => z.fromJSONSchema(schema),
  "json-schema-to-zod": (schema) => new Function("z", `return ${jsonSchemaToZod(schema)}`)(z),
  "@composio": (schema) => composio(schema),
  "@dmitryrechkin": (schema) => JSONSchemaToZod.convert(schema),
  "zod-from-json-schema": (schema) => convertJsonSchemaToZod(schema),
};
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const results = Object.entries(packages).map(([name, convert]) => {
  const differences = Object.entries(cases).flatMap(([what, [schema, given]]) => {
    const { success, data } = convert(structuredClone(schema)).safeParse(structuredClone(given));
    if (success !== ajv.validate(schema, given)) return [`${what} ${success ? "taken" : "refused"}`];
    return success && JSON.stringify(data) !== JSON.stringify(given) ? [`${what} removed`] : [];
  });
  return `${name}: ${differences.join(", ") || "right"}`;
});
console.log(results.join("; "));
JS
seen=$(node run.mjs)
expected="zod: required with a default taken, required alone taken, least of a list taken; "
expected+="json-schema-to-zod: required with a default taken, required alone taken, argument without a name removed, reference taken; "
expected+="@composio: required with a default taken, required alone taken, argument without a name refused, reference taken; "
expected+="@dmitryrechkin: usual argument taken, required alone taken, argument without a name refused, reference taken, date refused, const taken; "
expected+="zod-from-json-schema: right"
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
