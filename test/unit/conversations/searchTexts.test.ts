/** What a search of all conversations finds, in the spellings of several languages and with symbols. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ConversationStore, openConversationStore } from "../../../src/conversations/conversationStore.ts";
import { conversation, prompt } from "../chat/turns.ts";

const folder = mkdtempSync(path.join(tmpdir(), "search-"));
const texts = {
  arabic: "سلام بالعالم الجديد",
  vowels: "كِتَاب",
  hebrew: "ראיתי את המגדלור",
  german: "Die Größe der Straße",
  swiss: "Die Grösse der Strasse",
  latin: "Encyclopædia, cœur",
  cpp: "Write it in C++ please",
  csharp: "Or in C# then",
  cobol: "Not in Cobol or in C",
  dotnet: "With .NET 8",
  path: "See src/add.ts there",
  words: "The file add.ts is not in src",
  email: "Send an e-mail",
  turkish: "İstanbul'da ılık bir gün",
  vietnamese: "Đà Nẵng về đêm",
  greek: "Ο Οδυσσεύς και ο φάρος",
  korean: "서울에서 바다등대를 봤다",
  polish: "Łódź nocą",
  norwegian: "Tromsø, og smørbrød",
  icelandic: "Þórður og Guðrún",
  persian: "کتاب‌های ایرانی",
  teaMarbuta: "مدرسة أحمد",
  typed: "Add @types/node to node.js",
  option: "Run it with --flag=1",
  arabicDigits: "في ٣ أيام من ٢٠٢٤",
  persianDigits: "۳ روز",
  hindi: "हिन्दी में लिखो ३",
  hindiOther: "हानद मां लखा",
  wide: "Ｈｅｌｌｏ ３番",
  ligatures: "The ﬁrst eﬃcient ﬂow",
  russian: "Ёлка и ещё чайник",
  ukrainian: "Ґанок у місті",
  eszett: "GROẞER SPAẞ",
  points: "שָׁלוֹם עֲלֵיכֶם, בֵּית־סֵפֶר",
  thai: "ภาษาไทยและน้ำ",
  kana: "ｶﾞｲﾄﾞを読む",
  kanaWide: "ガイドを書く",
  tamil: "தமிழ் மொழி",
  stacked: "Tiếng Việt có dấu chồng: ề ỡ ậ",
  nodeAndScript: "A node of the graph, see js",
  snake: "call my_name there",
  snakeWords: "my other name",
  fsharp: "Written in F#",
  version: "Since 3.5 only",
  versionWords: "3 of 5",
};
let store: ConversationStore;
beforeAll(async () => {
  store = await openConversationStore(folder);
  for (const [id, text] of Object.entries(texts))
    await store.saveAll({ ...conversation([prompt(`${id} p`, null, { text })]), id, title: "-" });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

test.each<[string, (keyof typeof texts)[]]>([
  ["العالم", ["arabic"]],
  ["بالعالم", ["arabic"]],
  ["מגדלור", ["hebrew"]],
  ["grösse", ["german", "swiss", "eszett"]],
  ["größe", ["german", "swiss", "eszett"]],
  ["GRÖSSE", ["german", "swiss", "eszett"]],
  ["grosse", ["german", "swiss", "eszett"]],
  ["strass", ["german", "swiss"]],
  ["encyclopaedia", ["latin"]],
  ["coeur", ["latin"]],
  ["C++", ["cpp"]],
  ["c++ please", ["cpp"]],
  ["C#", ["csharp"]],
  [".NET", ["dotnet"]],
  ["src/add.ts", ["path"]],
  ["add.ts", ["path", "words"]],
  ["cobol", ["cobol"]],
  ["e-mail", ["email"]],
  ["e-mail, send", ["email"]],
  ["istanbul", ["turkish"]],
  ["İSTANBUL", ["turkish"]],
  ["ilik", ["turkish"]],
  ["ILIK", ["turkish"]],
  ["da nang", ["vietnamese"]],
  ["đà nẵng", ["vietnamese"]],
  ["dem", ["vietnamese"]],
  ["οδυσσευς", ["greek"]],
  ["ΟΔΥΣΣΕΥΣ", ["greek"]],
  ["φαρος", ["greek"]],
  ["서울", ["korean"]],
  ["등대", ["korean"]],
  ["lodz", ["polish"]],
  ["ŁÓDŹ", ["polish"]],
  ["tromso", ["norwegian"]],
  ["SMØRBRØD", ["norwegian"]],
  ["thordur", ["icelandic"]],
  ["gudrun", ["icelandic"]],
  ["كتاب", ["vowels", "persian"]],
  ["کتاب", ["vowels", "persian"]],
  ["مدرسه", ["teaMarbuta"]],
  ["احمد", ["teaMarbuta"]],
  ["node.js", ["typed"]],
  ["@types/node", ["typed"]],
  ["--flag", ["option"]],
  ["--flag=1", ["option"]],
  ["٣", ["arabicDigits", "persianDigits", "hindi", "wide", "version", "versionWords"]],
  ["3", ["arabicDigits", "persianDigits", "hindi", "wide", "version", "versionWords"]],
  ["2024", ["arabicDigits"]],
  ["٢٠٢٤", ["arabicDigits"]],
  ["3.5", ["version"]],
  ["hello", ["wide"]],
  ["ｈｅｌｌｏ", ["wide"]],
  ["first", ["ligatures"]],
  ["ﬁrst", ["ligatures"]],
  ["efficient flow", ["ligatures"]],
  ["елка", ["russian"]],
  ["ёлка", ["russian"]],
  ["ЕЩЕ", ["russian"]],
  ["чайник", ["russian"]],
  ["чайник".normalize("NFD"), ["russian"]],
  ["ганок", ["ukrainian"]],
  ["größer", ["eszett"]],
  ["GROSSER", ["eszett"]],
  ["spaẞ", ["eszett"]],
  ["שלום", ["points"]],
  ["עליכם", ["points"]],
  ["בית ספר", ["points"]],
  ["בית־ספר", ["points"]],
  ["ไทย", ["thai"]],
  ["น้ำ", ["thai"]],
  ["ガイド", ["kana", "kanaWide"]],
  ["ｶﾞｲﾄﾞ", ["kana", "kanaWide"]],
  ["हिन्दी", ["hindi"]],
  ["में", ["hindi"]],
  ["மொழி", ["tamil"]],
  ["tieng viet", ["stacked"]],
  ["tiếng", ["stacked"]],
  ["Tiếng".normalize("NFD"), ["stacked"]],
  ["chồng", ["stacked"]],
  ["my_name", ["snake"]],
  ["F#", ["fsharp"]],
])("%s", (query, found) => {
  const ids = store.search(query).map(({ id }) => id);
  expect(ids.toSorted()).toEqual([...found].toSorted());
});

test("a single letter is a beginning of words, as before", () => {
  expect(
    store
      .search("c")
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(["cobol", "cpp", "csharp", "latin", "snake", "stacked"]);
});

test("a title is found in the letters that are typed for its compatibility characters (Unicode, NFKD)", async () => {
  await store.saveAll({ ...conversation([prompt("styled p", null, { text: "-" })]), id: "styled", title: "𝐑𝐞𝐩𝐨𝐫𝐭 №7, ＴＥＳＴ" });
  for (const query of ["report", "no7", "№7", "test"]) expect(store.search(query).map(({ id }) => id)).toContain("styled");
});
