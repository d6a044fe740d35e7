/** Answers that show a part of the settings of a build or a server: the other lines of their blocks stay. */
import { expect, test } from "vitest";
import { mergeBlock } from "../../../../../src/editor/edits/code/mergeBlock.ts";
import { splitLines } from "../../../../../src/editor/edits/hunks.ts";

const gradle =
  "plugins {\n    id 'a.b.android' version '1'\n}\n\nandroid {\n    compileSdk 33\n    defaultConfig {\n        minSdk 21\n        targetSdk 33\n    }\n}\n\ndependencies {\n    implementation 'androidx.room:room-runtime:2.6.0'\n    testImplementation 'junit:junit:4.12'\n}\n";
const kotlin = 'dependencies {\n    implementation("a.b:c:1.0")\n    testImplementation("c:d:2")\n}\n';
const jenkins =
  "pipeline {\n    agent any\n    stages {\n        stage('Build') {\n            steps {\n                sh 'make'\n            }\n        }\n    }\n}\n";
const gems = "gem 'rails', '~> 6.0'\n\ngroup :development, :test do\n  gem 'rspec', '~> 1'\n  gem 'capybara'\nend\n";
const pods = "platform :ios, '12.0'\n\ntarget 'App' do\n  use_frameworks!\n  pod 'A'\nend\n";
const nginx = "server {\n    listen 80;\n    server_name a;\n    location / {\n        root /x;\n    }\n}\n";
const mix = 'defp deps do\n  [\n    {:phoenix, "~> 1.7"},\n    {:ecto, "~> 3.10"}\n  ]\nend\n';
const swift =
  'let package = Package(\n    name: "A",\n    dependencies: [\n        .package(url: "https://x/a", from: "1.0.0"),\n        .package(url: "https://x/b", from: "1.0.0"),\n    ],\n    targets: [\n        .target(name: "A"),\n    ]\n)\n';
const sbt = 'libraryDependencies ++= Seq(\n  "com.typesafe.akka" %% "akka-actor" % "2.6.0",\n  "org.b" %% "b" % "2.0"\n)\n';

const cases: [name: string, languageId: string, document: string, code: string, from: string, to: string][] = [
  [
    "a new dependency",
    "groovy",
    gradle,
    "dependencies {\n    implementation 'androidx.room:room-ktx:2.6.0'\n}",
    "'junit:junit:4.12'\n",
    "'junit:junit:4.12'\n    implementation 'androidx.room:room-ktx:2.6.0'\n",
  ],
  ["a dependency's version", "groovy", gradle, "dependencies {\n    testImplementation 'junit:junit:4.13'\n}", "4.12", "4.13"],
  ["a new plugin", "groovy", gradle, "plugins {\n    id 'a.b.kapt' version '1'\n}", "'1'\n", "'1'\n    id 'a.b.kapt' version '1'\n"],
  [
    "a setting, without a language",
    "plaintext",
    gradle,
    "android {\n    defaultConfig {\n        targetSdk 34\n    }\n}",
    "targetSdk 33",
    "targetSdk 34",
  ],
  [
    "a dependency in Kotlin",
    "kotlin",
    kotlin,
    'dependencies {\n    implementation("x:y:3")\n}',
    '"c:d:2")\n',
    '"c:d:2")\n    implementation("x:y:3")\n',
  ],
  ["a line of a block", "kotlin", kotlin, 'implementation("a.b:c:2.0")', "1.0", "2.0"],
  [
    "a new stage",
    "groovy",
    jenkins,
    "pipeline {\n    stages {\n        stage('Test') {\n            steps {\n                sh 'test'\n            }\n        }\n    }\n}",
    "            }\n        }\n",
    "            }\n        }\n        stage('Test') {\n            steps {\n                sh 'test'\n            }\n        }\n",
  ],
  [
    "a new gem with a similar name",
    "ruby",
    gems,
    "group :development, :test do\n  gem 'rspec-rails', '~> 1'\nend",
    "'capybara'\n",
    "'capybara'\n  gem 'rspec-rails', '~> 1'\n",
  ],
  ["a gem's version", "ruby", gems, "gem 'rails', '~> 7.0'", "6.0", "7.0"],
  ["a new pod", "ruby", pods, "target 'App' do\n  pod 'B'\nend", "pod 'A'\n", "pod 'A'\n  pod 'B'\n"],
  [
    "a new location",
    "plaintext",
    nginx,
    "server {\n    location /api {\n        proxy_pass http://b;\n    }\n}",
    "        root /x;\n    }\n",
    "        root /x;\n    }\n    location /api {\n        proxy_pass http://b;\n    }\n",
  ],
  [
    "an entry after the dependencies of Mix",
    "elixir",
    mix,
    'defp deps do\n  [\n    # ... existing deps\n    {:jason, "~> 1.4"}\n  ]\nend',
    '3.10"}\n',
    '3.10"},\n    {:jason, "~> 1.4"}\n',
  ],
  [
    "an entry before the dependencies of Mix",
    "elixir",
    mix,
    'defp deps do\n  [\n    {:jason, "~> 1.4"}\n    # ... existing deps\n  ]\nend',
    "    {:phoenix",
    '    {:jason, "~> 1.4"},\n    {:phoenix',
  ],
  [
    "an entry with a comment before the dependencies of Mix",
    "elixir",
    mix,
    'defp deps do\n  [\n    {:jason, "~> 1.4"}, # for JSON\n    # ... existing deps\n  ]\nend',
    "    {:phoenix",
    '    {:jason, "~> 1.4"}, # for JSON\n    {:phoenix',
  ],
  [
    "an entry after the packages of Swift",
    "swift",
    swift,
    'dependencies: [\n    // ... existing dependencies\n    .package(url: "https://x/c", from: "1.0.0"),\n],',
    '/b", from: "1.0.0"),\n',
    '/b", from: "1.0.0"),\n        .package(url: "https://x/c", from: "1.0.0"),\n',
  ],
  [
    "an entry before the packages of Swift",
    "swift",
    swift,
    'dependencies: [\n    .package(url: "https://x/c", from: "1.0.0"),\n    // ... existing dependencies\n],',
    '        .package(url: "https://x/a"',
    '        .package(url: "https://x/c", from: "1.0.0"),\n        .package(url: "https://x/a"',
  ],
  [
    "the version of a package of Swift",
    "swift",
    swift,
    'dependencies: [\n    // ... existing dependencies\n    .package(url: "https://x/b", from: "2.0.0"),\n],',
    '/b", from: "1.0.0"',
    '/b", from: "2.0.0"',
  ],
  [
    "the version of the first package of Swift",
    "swift",
    swift,
    'dependencies: [\n    // ... existing dependencies\n    .package(url: "https://x/a", from: "2.0.0"),\n],',
    '/a", from: "1.0.0"',
    '/a", from: "2.0.0"',
  ],
  [
    "a target of Swift",
    "swift",
    swift,
    'targets: [\n    // ... existing targets\n    .target(name: "B"),\n]',
    '.target(name: "A"),\n',
    '.target(name: "A"),\n        .target(name: "B"),\n',
  ],
  [
    "an entry after the dependencies of sbt",
    "scala",
    sbt,
    'libraryDependencies ++= Seq(\n  // ... existing dependencies\n  "com.typesafe.akka" %% "akka-stream" % "2.6.0"\n)',
    '% "2.0"\n',
    '% "2.0",\n  "com.typesafe.akka" %% "akka-stream" % "2.6.0"\n',
  ],
  [
    "an entry before the dependencies of sbt",
    "scala",
    sbt,
    'libraryDependencies ++= Seq(\n  "com.typesafe.akka" %% "akka-stream" % "2.6.0",\n  // ...\n)',
    "Seq(\n",
    'Seq(\n  "com.typesafe.akka" %% "akka-stream" % "2.6.0",\n',
  ],
  [
    "the version of a dependency of sbt",
    "scala",
    sbt,
    'libraryDependencies ++= Seq(\n  // ...\n  "com.typesafe.akka" %% "akka-actor" % "2.8.0",\n)',
    "2.6.0",
    "2.8.0",
  ],
  ["a list that is left out", "typescript", "const a = [\n  1,\n];\nconst b = 1;\n", "const a = [...];\nconst b = 2;", "b = 1", "b = 2"],
];

test.each(cases)("%s (%s)", (_, languageId, document, code, from, to) => {
  expect(document).toContain(from);
  const merged = mergeBlock(splitLines(document), code, languageId);
  const lines = merged.type === "merged" ? merged.lines.filter((line) => line !== "") : merged;
  expect(lines).toEqual(
    document
      .replace(from, () => to)
      .split("\n")
      .filter((line) => line !== ""),
  );
});
