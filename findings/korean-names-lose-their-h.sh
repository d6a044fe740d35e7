#!/usr/bin/env bash
# Question: does es-hangul write Korean in Latin letters by the national rules of 2000, which subtitles, maps and voices for names follow?
# Guess: yes: the package is for the rules of Korean, and the rules have a list of examples.
# Seen: romanize() of es-hangul 2.4.0 is right with 국물 (gungmul), 신라 (silla), 독립 (dongnip), 같이 (gachi) and others. Of the examples for nouns that keep their h, it makes "muko" of 묵호
#   (mukho) and "jipyeonjeon" of 집현전 (jiphyeonjeon). It doubles an s that the rules leave single: "eopsseo" for 없어 (eopseo), "gapssi" for 값이 (gapsi). 밟다 (bapda) is "balda", and
#   읽고 (ilgo) "ikgo", which are other sounds. No error. 2026-11-30.
# For users: give names in Latin letters yourself, and correct these forms in captions.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent es-hangul@2.4.0
cat >run.mjs <<'JS'
import { romanize } from "es-hangul";
const words = {
  국물: "gungmul", 신라: "silla", 독립: "dongnip", 같이: "gachi", 해돋이: "haedoji", 좋고: "joko", 왕십리: "wangsimni", 학여울: "hangnyeoul", 압구정: "apgujeong",
  묵호: "mukho", 집현전: "jiphyeonjeon", 오죽헌: "ojukheon", 없어: "eopseo", 값이: "gapsi", 몫을: "mokseul", 밟다: "bapda", 읽고: "ilgo",
};
const wrong = Object.entries(words).filter(([word, right]) => romanize(word) !== right);
console.log(`${wrong.map(([word, right]) => `${word} ${romanize(word)} (${right})`).join(", ")}; ${Object.keys(words).length - wrong.length} are right`);
JS
seen=$(node run.mjs)
expected='묵호 muko (mukho), 집현전 jipyeonjeon (jiphyeonjeon), 오죽헌 ojukeon (ojukheon), 없어 eopsseo (eopseo), 값이 gapssi (gapsi), 몫을 moksseul (mokseul), 밟다 balda (bapda), 읽고 ikgo (ilgo); 9 are right'
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
