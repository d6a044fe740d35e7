#!/usr/bin/env bash
# Question: is a Japanese word the same after WanaKana has written it in Latin letters, which voices, searches and file names take, and back?
# Guess: yes for one word at a time; only the sign for long vowels of foreign words may change.
# Seen: toRomaji of wanakana 5.3.1 writes small vowels as whole ones, so that foreign words get a syllable more and other sounds: ファイル (file) is "fuairu", パーティー (party) "paateii",
#   ウェブ (web) "uebu", and back they are フアイル, パアテイイ and ウエブ. It writes まっちゃ as "matcha", which its own toHiragana reads as まtちゃ, with a t; so with キャッチ and
#   ぼっちゃん. "fairu" and "maccha" are read rightly. No errors. 2026-11-30.
# For users: give it a customRomajiMapping for such syllables (ファ: "fa"), and write "tch" as "cch" before it reads Latin letters.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent wanakana@5.3.1
cat >run.mjs <<'JS'
import { isHiragana, toHiragana, toKatakana, toRomaji } from "wanakana";
const back = (word, romaji) => (isHiragana(word) ? toHiragana(romaji) : toKatakana(romaji));
const words = ["ファイル", "パーティー", "ウェブ", "ディスク", "まっちゃ", "キャッチ", "ぼっちゃん", "チェック", "シェア", "がっこう", "しゅくだい"];
for (const word of words) {
  const romaji = toRomaji(word);
  console.log(back(word, romaji) === word ? `${word} ${romaji}` : `${word} ${romaji} (back: ${back(word, romaji)})`);
}
console.log(["fairu", "webu"].map((it) => toKatakana(it)).join(" "), toHiragana("maccha"));
JS
seen=$(node run.mjs)
expected='ファイル fuairu (back: フアイル)
パーティー paateii (back: パアテイイ)
ウェブ uebu (back: ウエブ)
ディスク deisuku (back: デイスク)
まっちゃ matcha (back: まtちゃ)
キャッチ kyatchi (back: キャtチ)
ぼっちゃん botchan (back: ぼtちゃん)
チェック chekku
シェア shea
がっこう gakkou
しゅくだい shukudai
ファイル ウェブ まっちゃ'
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: ${seen//$'\n'/, }"
