/** Every project of vitest belongs to `npm test`, `npm run test:all`, `npm run test:long`, or to a command of its own. */
import { expect, test } from "vitest";
import * as z from "zod/mini";
import { longSuites, mainSuites, moreSuites, type Suite } from "../../../scripts/testing/suites.ts";
import config from "../../../vitest.config.ts";

const projects = z.object({ test: z.object({ projects: z.array(z.object({ test: z.object({ name: z.string() }) })) }) });
const projectsOf = (groups: readonly (readonly Suite[])[]) =>
  groups.flat().flatMap(({ command }) => command.flatMap((word) => (word.startsWith("--project=") ? [word.slice(10)] : [])));

/** Takes an hour or more: `npm run test:faults`. */
const separate = ["faults"];

test("each project is run once", () => {
  const named = projects.parse(config).test.projects.map((project) => project.test.name);
  expect([...[mainSuites, moreSuites, longSuites].flatMap(projectsOf), ...separate].toSorted()).toEqual(named.toSorted());
});

test("tests in folders named `more` are not in `npm test`, and those in folders named `long` only in `npm run test:long`", () => {
  expect(projectsOf(mainSuites).filter((name) => /(?:More|Long)$/.test(name))).toEqual([]);
  expect(projectsOf(moreSuites).filter((name) => name.endsWith("Long"))).toEqual([]);
});
