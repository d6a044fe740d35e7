#!/usr/bin/env bash
# Question: does an example that a package makes of a schema, for the documentation of a service, its mock or a prompt, fit that schema?
# Guess: yes: it is made of nothing else; for a pattern, which is hard, there is an error.
# Seen: openapi-sampler 1.7.9 (Redoc) and @stoplight/json-schema-sampler 0.3.0 (Stoplight) follow limits and lengths, and ignore multipleOf (65 for a width of
#   at least 65 in steps of 8), uniqueItems (the seeds 0 and 0), pattern, and a name that is required without a definition. openapi-sampler makes {} of a field that is null or a
#   text, if the anyOf begins with null; with the text first, it is right. json-schema-faker 0.6.3 is right in all. No error and no warning. 2026-11-30.
# For users: check examples with Ajv before a model or a person copies them, or write them into the schema (`example`).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent openapi-sampler@1.7.9 @stoplight/json-schema-sampler@0.3.0 json-schema-faker@0.6.3 ajv@8.20.0
cat >run.mjs <<'JS'
import stoplight from "@stoplight/json-schema-sampler";
import { Ajv } from "ajv";
import { generate } from "json-schema-faker";
import { sample } from "openapi-sampler";
const schemas = {
  width: { type: "integer", minimum: 65, multipleOf: 8 },
  limits: { type: "number", minimum: 0.1, maximum: 0.2 },
  length: { type: "string", minLength: 7, maxLength: 8 },
  seeds: { type: "array", items: { type: "integer" }, minItems: 2, uniqueItems: true },
  name: { type: "string", pattern: "^[a-z]{3}-[0-9]{2}$" },
  required: { type: "object", properties: { a: { type: "string" } }, required: ["a", "b"] },
  "null or a text": { type: "object", properties: { a: { anyOf: [{ type: "null" }, { type: "string" }] } }, required: ["a"] },
  "a text or null": { type: "object", properties: { a: { anyOf: [{ type: "string" }, { type: "null" }] } }, required: ["a"] },
};
const packages = { "openapi-sampler": (schema) => sample(schema), "@stoplight/json-schema-sampler": (schema) => stoplight.sample(schema), "json-schema-faker": (schema) => generate(schema) };
const ajv = new Ajv({ strict: false });
for (const [name, make] of Object.entries(packages)) {
  const wrong = [];
  for (const [key, schema] of Object.entries(schemas)) {
    const example = await make(structuredClone(schema));
    if (!ajv.validate(schema, example)) wrong.push(`${key} ${JSON.stringify(example)}`);
  }
  console.log(`${name}: ${wrong.join(", ") || "all right"}`);
}
JS
seen=$(node run.mjs)
expected='openapi-sampler: width 65, seeds [0,0], name "string", required {"a":"string"}, null or a text {"a":{}}
@stoplight/json-schema-sampler: width 65, seeds [0,0], name "string", required {"a":"string"}
json-schema-faker: all right'
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: wrong by the schema: ${seen//$'\n'/; }"
