/** What somebody reads and finds who has just installed the extension: the walkthrough, plain words, the Tasks view and an example with tests. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { isTranslated, languages, readTexts } from "../../../scripts/translations/languageFiles.ts";
import { sections } from "../../../src/editor/tasks/taskSections.ts";
import { codeLenses } from "../../../src/prompt/assist/codeLenses.ts";
import { diagnose } from "../../../src/prompt/diagnose.ts";
import { parsePromptDocument } from "../../../src/prompt/parse/promptDocument.ts";
import { documents, repository } from "./repositoryFiles.ts";

const stepSchema = z.object({ id: z.string(), description: z.string() });
const manifest = z
  .object({
    contributes: z.object({
      walkthroughs: z.array(z.object({ steps: z.array(stepSchema) })),
      commands: z.array(z.object({ command: z.string() })),
      views: z.record(z.string(), z.array(z.object({ id: z.string() }))),
    }),
  })
  .parse(JSON.parse(readFileSync(path.join(repository, "package.json"), "utf8"))).contributes;
const english = readTexts();
const steps = manifest.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
const link = /\[([^\]]+)\]\(command:([\w.]+)[^)\s]*\)/g;

describe.each(["en", ...languages.filter(isTranslated)])("the walkthrough in %s", (language) => {
  const texts = language === "en" ? english.package : readTexts(languages.find((one) => one === language)).package;
  const descriptions = steps.map(({ id, description }) => [id, texts[description.replaceAll("%", "")] ?? ""] as const);

  test.each(descriptions)("has in step %s only the marks that VS Code shows: bold, code in double backticks and links", (_, text) => {
    const plain = text
      .replace(link, "$1")
      .replace(/\*\*[^*\n]+\*\*/g, "")
      .replace(/``[^`\n]+``/g, "");
    expect(plain).not.toMatch(/[*`[\]#>]|^\s*[-+] |^\d+\. /m);
  });

  test.each(descriptions)("has in step %s one button, which VS Code makes of a link in a line of its own", (_, text) => {
    const buttons = text.split("\n").filter((line) => line.trim() !== "" && line.replace(link, "").trim() === "");
    expect(buttons).toHaveLength(1);
  });
});

test("the walkthrough leads to commands and views that exist, and names menus and buttons by their titles", () => {
  const own = [
    ...manifest.commands.map(({ command }) => command),
    ...Object.values(manifest.views).flatMap((views) => views.map(({ id }) => `${id}.focus`)),
  ];
  const titles = [...Object.values(english.package), ...Object.keys(english.bundle)];
  for (const { description } of steps) {
    const text = english.package[description.replaceAll("%", "")] ?? "";
    const commands = [...text.matchAll(link)].map(([, , command = ""]) => command);
    expect(commands.filter((command) => command.startsWith("generationStudio.") && !own.includes(command))).toEqual([]);
    const names = [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = ""]) => name);
    expect(names.filter((name) => !titles.some((title) => title === name || title.startsWith(`${name} (`)))).toEqual([]);
  }
});

test("no text of the interface has a word that only its authors know", () => {
  const insiders = /\bmultimodal\b|\bas written\b|\bnot followed\b|stop following|run from cache|stack variants/i;
  const found = [...Object.values(english.package), ...Object.values(english.bundle)].filter((text) => insiders.test(text));
  expect(found).toEqual([]);
});

test("the Tasks view shows what failed above what is finished", () => {
  expect(sections.indexOf("failed")).toBeLessThan(sections.indexOf("finished"));
  expect(sections.indexOf("running")).toBe(0);
});

test("an example has tests, a lens that runs them, and no diagnostics", () => {
  const tested = documents.filter(({ name, text }) => /^examples\/.*\.gen\.md$/.test(name) && /^tests:/m.test(text));
  expect(tested.map(({ name }) => name)).not.toEqual([]);
  for (const { name, text } of tested) {
    const document = parsePromptDocument(text);
    const shown = diagnose(document, {});
    expect(shown, name).toEqual([]);
    expect(
      codeLenses(document, {}, shown).map(({ action }) => action),
      name,
    ).toContain("test");
  }
});
