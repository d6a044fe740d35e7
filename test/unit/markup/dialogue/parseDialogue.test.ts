/** Texts that are dialogues, and texts that only look like one. */
import { expect, test } from "vitest";
import { parseDialogue } from "../../../../src/markup/dialogue/parseDialogue.ts";

const turns = (text: string) => parseDialogue(text)?.map(({ speaker, text: said }) => [speaker, said]);

const helloAndHi = [
  ["Anna", "Hello there."],
  ["Ben", "Hi!"],
];

test.each([
  ["a name and a colon", "Anna: Hello there.\nBen: Hi!"],
  ["bold names", "**Anna:** Hello there.\n\n**Ben:** Hi!"],
  ["bold names before the colon", "**Anna**: Hello there.\n**Ben**: Hi!"],
  ["other marks", "__Anna:__ Hello there.\n*Ben:* Hi!"],
  ["a list", "- Anna: Hello there.\n- Ben: Hi!"],
  ["a numbered list", "1. Anna: Hello there.\n2. Ben: Hi!"],
  ["a quotation", "> Anna: Hello there.\n>\n> Ben: Hi!"],
  ["a transcript with times", "[00:01] Anna: Hello there.\n[00:04:07] Ben: Hi!"],
  ["times without brackets", "0:01 - Anna: Hello there.\n0:04 - Ben: Hi!"],
  ["remarks", "Anna (smiles): Hello there.\nBen [off]: Hi!"],
  ["Windows' line ends", "Anna: Hello there.\r\nBen: Hi!\r\n"],
  ["the text on the next line", "Anna:\nHello there.\n\nBen:\nHi!"],
])("a dialogue is read from %s", (_, text) => {
  expect(turns(text)).toEqual(helloAndHi);
});

test("names of several words, of roles, with numbers and in other scripts", () => {
  expect(turns("Dr. Anna O'Neill: Sit down.\nSpeaker 2: Why?\nJean-Luc de la Tour: Because.")?.map(([name]) => name)).toEqual([
    "Dr. Anna O'Neill",
    "Speaker 2",
    "Jean-Luc de la Tour",
  ]);
  expect(turns("田中：おはようございます。\n佐藤：はい。")).toEqual([
    ["田中", "おはようございます。"],
    ["佐藤", "はい。"],
  ]);
  expect(turns("Анна: Привет!\nБорис: Здравствуй.")?.map(([name]) => name)).toEqual(["Анна", "Борис"]);
});

test("an interview of questions and answers", () => {
  expect(turns("Q: Who are you?\nA: A fox.\nQ: Really?\nA: Yes.")).toHaveLength(4);
});

test("paragraphs belong to who spoke last, and what stands before belongs to nobody", () => {
  expect(turns("It is night.\n\nAnna: Hello there.\nIs somebody here?\n\nI am cold.\n\nBen: Hi!")).toEqual([
    ["", "It is night."],
    ["Anna", "Hello there.\nIs somebody here?\n\nI am cold."],
    ["Ben", "Hi!"],
  ]);
});

test.each([
  ["headings", "## Anna\n\nHello there.\n\n## Ben\n\nHi!\n\n## Anna\n\nGood night."],
  ["headings whose marks are removed", "Anna\n\nHello there.\n\nBen\n\nHi!\n\nAnna\n\nGood night."],
  ["a screenplay", "ANNA\nHello there.\n\nBEN\nHi!\n\nANNA\nGood night."],
])("speakers in lines of their own: %s", (_, text) => {
  expect(turns(text)?.map(([name, said]) => [name?.toLowerCase(), said])).toEqual([
    ["anna", "Hello there."],
    ["ben", "Hi!"],
    ["anna", "Good night."],
  ]);
});

test("a remark is kept, because it may name a voice", () => {
  expect(parseDialogue("Anna (slt): Hello there.\nBen: Hi!")?.[0]).toMatchObject({ speaker: "Anna", remark: "slt", text: "Hello there." });
});

test.each([
  ["labels", "It is night.\n\nAnna (slt): Hello there. \nIs it?\n> **Ben:** Hi!\nAnna:\nYes.", "It is night.|Hello there. |Hi!|"],
  ["headings", "## Anna\n\nHello there.\n\n## Ben\n\nHi!\n\n## Anna\n\nGood night.", "||"],
])("says where the text of each turn begins: %s", (_, text, rests) => {
  const lines = text.split("\n");
  expect(parseDialogue(text)?.map(({ line, column }) => lines[line]?.slice(column))).toEqual(rests.split("|"));
});

test.each([
  ["prose", "A lighthouse stands on the rock. It is night."],
  ["one speaker, once", "Anna: Hello there."],
  ["addresses", "https://example.org is down.\nhttp://example.com: too."],
  ["times", "The train leaves at 12:30.\nThe next one: 13:45."],
  ["notes", "Note: Save your work first.\nWarning: It cannot be undone.\nTip: Make a copy."],
  ["numbered steps", "Step 1: Open the door.\nStep 2: Close the door."],
  ["fields", "name: Anna\nage: 12\ncity: Oslo"],
  ["fields with capitals", "Host: example\nPort: 8080\nMode: fast"],
  ["a letter's head", "From: Anna\nTo: Ben\nSubject: Our boat is ready."],
  ["a log", "INFO: The server has started.\nWARN: The disk is nearly full.\nINFO: The server has stopped."],
  ["paths", "C:\\Users\\Anna is a folder.\nD:\\Backup is another one."],
  ["code", "std::string name;\nfoo::bar baz;"],
  ["emphasis", "**Important:** Read this.\n**Example:** A red fox."],
  ["headings of a text", "## The Beginning\n\nIt was dark.\n\n## The End\n\nThe sun came up."],
  ["sentences with a colon", "There are three rules: be kind, be brief.\nThis is the last one: be here."],
  ["nothing", ""],
])("%s are no dialogue", (_, text) => {
  expect(parseDialogue(text)).toBeUndefined();
});

test("a hostile text is read in linear time", () => {
  const began = performance.now();
  parseDialogue(`${"A".repeat(200_000)}: x\n${"**".repeat(100_000)}\n${"Anna (".repeat(50_000)}`);
  expect(performance.now() - began).toBeLessThan(2000);
});
