/** Files with several YAML documents: kind and name say which resource of Kubernetes an answer changes. */
import { describe, expect, test } from "vitest";
import { mergeBlock } from "../../../../../src/editor/edits/code/mergeBlock.ts";

function merged(document: string, code: string): string {
  const result = mergeBlock(document.split("\n"), code, "yaml");
  return result.type === "merged" ? result.lines.join("\n") : result.type;
}

const service = "apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n  ports:\n    - port: 80\n";
const deployment =
  "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  labels:\n    name: x\n  name: web\nspec:\n  replicas: 1\n  template:\n    spec:\n      containers:\n        - name: web\n          image: web:1\n";
const both = `${service}---\n${deployment}`;
const config = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: web\ndata:\n  a: b\n";
const scaled = "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: 3\n";
const inNamespace = (name: string) => config.replace("  name: web\n", `  name: web\n  namespace: ${name}\n`);

describe("a resource replaces what it shows of its counterpart", () => {
  test.each([
    ["the second of two", both, scaled, both.replace("replicas: 1", "replicas: 3")],
    ["the first of two", both, service.replace("port: 80", "port: 81"), both.replace("port: 80", "port: 81")],
    ["the only one", deployment, scaled, deployment.replace("replicas: 1", "replicas: 3")],
    [
      "both",
      both,
      both.replace("port: 80", "port: 81").replace("web:1", "web:2"),
      both.replace("port: 80", "port: 81").replace("web:1", "web:2"),
    ],
    [
      "both, in another order",
      both,
      `${scaled}---\n${service.replace("port: 80", "port: 81")}`,
      both.replace("port: 80", "port: 81").replace("replicas: 1", "replicas: 3"),
    ],
    ["below a separator", `---\n${both}`, `---\n${scaled}`, `---\n${both.replace("replicas: 1", "replicas: 3")}`],
    [
      "beside what the answer leaves out",
      both,
      `${scaled}---\n# ... other resources unchanged ...\n`,
      both.replace("replicas: 1", "replicas: 3"),
    ],
    [
      "with quoted names",
      both.replace("  name: web\nspec:\n  replicas", '  name: "web"\nspec:\n  replicas'),
      scaled,
      both.replace("replicas: 1", "replicas: 3"),
    ],
    [
      "of its namespace",
      `${inNamespace("a")}---\n${inNamespace("b")}`,
      inNamespace("b").replace("a: b", "a: c"),
      `${inNamespace("a")}---\n${inNamespace("b").replace("a: b", "a: c")}`,
    ],
    [
      "with another name, if it is the only one",
      service,
      service.replace("name: web", "name: api"),
      service.replace("name: web", "name: api"),
    ],
  ])("%s", (_, document, code, expected) => {
    expect(merged(document, code)).toBe(expected);
  });
});

test.each([
  ["one", service],
  ["several", both],
])("a resource of another kind is added to a file with %s", (_, document) => {
  expect(merged(document, config)).toBe(`${document}---\n${config}`);
});

test.each([
  ["without a name", both, "spec:\n  replicas: 3\n"],
  ["of several namespaces", `${inNamespace("a")}---\n${inNamespace("b")}`, config],
])("a resource %s has no counterpart", (_, document, code) => {
  expect(merged(document, code)).toBe("unplaced");
});
