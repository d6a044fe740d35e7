/** Checks that each folder writes what keeps state in one way: as classes with private members, or as functions that return an object. */
import path from "node:path";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";
import { type RepositoryFile, sources } from "./repositoryFiles.ts";

interface Style {
  classes: string[];
  functions: string[];
}

/** Classes with private members, and exported functions that create an object whose functions share variables. */
function findStyle({ name, text }: RepositoryFile): Style {
  const style: Style = { classes: [], functions: [] };
  const { program } = parseSync(name, text);
  for (const statement of program.body) {
    const declared = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declared?.type === "ClassDeclaration" && declared.id !== null) {
      const hasPrivate = declared.body.body.some((member) => "key" in member && member.key?.type === "PrivateIdentifier");
      if (hasPrivate) style.classes.push(declared.id.name);
    }
    if (declared?.type !== "FunctionDeclaration" || declared === statement || declared.body === null) continue;
    if (!/^(?:create|open)[A-Z]/.test(declared.id?.name ?? "")) continue;
    const { body } = declared.body;
    const keepsState = body.some(
      (one) =>
        one.type === "VariableDeclaration" &&
        (one.kind === "let" ||
          one.declarations.some(
            ({ init }) => init?.type === "NewExpression" && init.callee.type === "Identifier" && /^(?:Map|Set)$/.test(init.callee.name),
          )),
    );
    const returnsFunctions = body.some(
      (one) =>
        one.type === "ReturnStatement" &&
        one.argument?.type === "ObjectExpression" &&
        one.argument.properties.some((member) => member.type === "Property" && /^(?:Arrow)?FunctionExpression$/.test(member.value.type)),
    );
    if (keepsState && returnsFunctions) style.functions.push(declared.id?.name ?? "");
  }
  return style;
}

const styles = sources
  .filter(({ name }) => name.startsWith("src/"))
  .map((file) => ({ folder: path.posix.dirname(file.name).slice("src/".length), ...findStyle(file) }));

test("no folder has classes with private members beside functions that return objects with state", () => {
  const folders = [...Map.groupBy(styles, ({ folder }) => folder)].filter(
    ([, files]) => files.some(({ classes }) => classes.length > 0) && files.some(({ functions }) => functions.length > 0),
  );
  expect(folders.map(([folder]) => folder)).toEqual([]);
});
