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
  ["lines of classic Mac OS, behind a byte order mark", "\ufeffAnna: Hello there.\rBen: Hi!"],
  ["a list of tasks", "- [ ] Anna: Hello there.\n- [x] Ben: Hi!"],
  ["names in brackets", "[Anna]: Hello there.\n**[Ben]**: Hi!"],
  ["all emphasis", "***Anna:*** Hello there.\n***Ben***: Hi!"],
  ["pictures beside the names", "👩‍🚀 Anna: Hello there.\nBen 🇳🇴: Hi!"],
  ["marks of direction", "\u200fAnna\u200f: Hello there.\n\u2067Ben\u2069: Hi!"],
  ["times in emphasis and behind the names", "**[00:12] Anna:** Hello there.\n**Ben** [00:15]: Hi!"],
  ["times that are no remarks", "Anna (00:01): Hello there.\nBen (0:04):\nHi!"],
  ["WhatsApp, iOS", "[12.11.23, 14:05:33] Anna: Hello there.\n\u200e[12.11.23, 14:06:01] Ben: Hi!"],
  ["WhatsApp, iOS in the USA", "[11/12/23, 2:05:33\u202fPM] Anna: Hello there.\n[11/12/23, 2:06:01\u202fPM] Ben: Hi!"],
  ["WhatsApp, Android", "12.11.23, 14:05 - Anna: Hello there.\n12.11.23, 14:06 - Ben: Hi!"],
  ["Zoom's saved chat", "14:05:33 From Anna to Everyone: Hello there.\n14:06:01\t From Ben to Everyone:\n\tHi!"],
  ["WhisperX", "[00:00.000 --> 00:05.000] Anna: Hello there.\n[00:05.000 --> 00:07.000] Ben: Hi!"],
  ["a log of IRC", "14:05 <Anna> Hello there.\n[14:06] <@Ben> Hi!"],
  ["Zoom's captions", "WEBVTT\n\n1\n00:00:01.000 --> 00:00:03.000\nAnna: Hello there.\n\n2\n00:00:03.500 --> 00:00:05.000\nBen: Hi!\n"],
  [
    "the voices of WebVTT",
    "WEBVTT - A talk\nKind: captions\n\nNOTE\nby hand\n\nSTYLE\n::cue {}\n\n00:01.000 --> 00:03.000 align:start\n<v.loud Anna>Hello <i>there</i>.</v>\n\na-2\n00:03.500 --> 00:05.000\n<v Ben>Hi!\n",
  ],
  ["SubRip", "1\r\n00:00:01,000 --> 00:00:03,000\r\nAnna: Hello there.\r\n\r\n2\r\n00:00:03,500 --> 00:00:05,000\r\n>> Ben: Hi!\r\n"],
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

test("roles and accounts with small letters", () => {
  expect(turns("user: Hello there.\nassistant: Hi!")?.map(([name]) => name)).toEqual(["user", "assistant"]);
  expect(turns("@anna: Hello there.\n@ben_2: Hi!")?.map(([name]) => name)).toEqual(["anna", "ben_2"]);
  expect(turns("SPEAKER_00: Hello there.\nGuard #2: Hi!\nMr. & Mrs. Smith: Bye.\nAnna/Ben: Bye.")).toHaveLength(4);
});

test("sentences of scripts with other marks, or none, at their end", () => {
  expect(turns("राम: नमस्ते जी।\nसीता: ठीक है।")).toHaveLength(2);
  expect(turns("สมชาย: สวัสดีครับ\nสมหญิง: สวัสดีค่ะ")).toHaveLength(2);
  expect(turns("آنا: كيف حالك؟\nبن: أهلا!")).toHaveLength(2);
  expect(turns("Anna: Party 🎉\nBen: Yay 🎈")).toHaveLength(2);
});

test("captions that go on in the next one", () => {
  const text =
    "1\n00:00:01,000 --> 00:00:03,000\nAnna: Hello\n\n2\n00:00:03,500 --> 00:00:05,000\nthere.\n\n3\n00:00:06,000 --> 00:00:07,000\nBen: Hi!";
  expect(turns(text)).toEqual([
    ["Anna", "Hello\nthere."],
    ["Ben", "Hi!"],
  ]);
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
  ["a screenplay with extensions", "ANNA (V.O.)\nHello there.\n\nBEN ^\n(smiling)\nHi!\n\n@ANNA\nGood night."],
  ["Otter's transcripts", "Anna  0:01\nHello there.\n\nBen  0:04\nHi!\n\nAnna  1:00:08\nGood night."],
  ["times in front of the names", "[00:00:01] Anna\nHello there.\n\n[00:00:04] Ben\nHi!\n\n[00:00:09] Anna\nGood night."],
  ["Slack", "Anna  2:05 PM\nHello there.\nBen  2:06 PM\nHi!\nAnna  2:09 PM\nGood night."],
  ["Discord", "Anna — Today at 2:05 PM\nHello there.\nBen — 12/11/2023 2:06 PM\nHi!\nAnna — Yesterday at 14:09\nGood night."],
])("speakers in lines of their own: %s", (_, text) => {
  expect(turns(text)?.map(([name, said]) => [name?.toLowerCase(), said])).toEqual([
    ["anna", "Hello there."],
    ["ben", "Hi!"],
    ["anna", "Good night."],
  ]);
});

test("in a screenplay, what stands behind a speech belongs to nobody", () => {
  expect(turns("INT. KITCHEN - NIGHT\n\nANNA\nHello there.\n\nShe waits.\n\nBEN\nHi!\n\nANNA\nGood night.")).toEqual([
    ["", "INT. KITCHEN - NIGHT"],
    ["ANNA", "Hello there."],
    ["", "She waits."],
    ["BEN", "Hi!"],
    ["ANNA", "Good night."],
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
  ["plans", "9:00 Opening\nAnna says hello.\n10:00 Break\nThere is coffee.\n11:00 Break\nThere is tea."],
  ["a log with times", "[12:00:01] INFO: The server has started.\n[12:00:02] WARN: The disk is nearly full."],
  ["marks of what works", "✅: It works as it should.\n❌: It does not work yet."],
  ["captions without names", "1\n00:00:01,000 --> 00:00:03,000\nHello there.\n\n2\n00:00:03,500 --> 00:00:05,000\nHi!"],
  ["elements", "<Button> shows a button.\n<Label> shows a label.\n<Button> has a title."],
])("%s are no dialogue", (_, text) => {
  expect(parseDialogue(text)).toBeUndefined();
});

test("a hostile text is read in linear time", () => {
  const began = performance.now();
  parseDialogue(`${"A".repeat(200_000)}: x\n${"**".repeat(100_000)}\n${"Anna (".repeat(50_000)}`);
  for (const one of ["🎈", "[", "> ", "1:11 ", "**", "_", "a:", "<v ", "12.12.12, 12:12 ", "@a ", "(a) ", "- ", "\u200f", "From a to "])
    parseDialogue(`${one.repeat(20_000)}: x\nA ${one.repeat(20_000)}\n1:11:11 --> 1:11:12\n`);
  expect(performance.now() - began).toBeLessThan(10_000);
});
