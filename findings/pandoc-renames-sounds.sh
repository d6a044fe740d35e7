#!/usr/bin/env bash
# Question: what becomes of sounds that a Markdown text shows, when pandoc makes an e-book or a Word document of it?
# Guess: an e-book plays them under their names, and Word gets a link.
# Seen: pandoc 2.17.1.1 packs an MP3 as .mpga and an Opus as .spx (which means Speex) into EPUB; FLAC and Ogg become <embed>, AAC becomes a picture; DOCX gets each sound as a broken picture of 4 by 3 inches. 2026-11-29.
# For users: choose MP3 or M4A for e-books, and insert a link instead of a sound for Word.
set -euo pipefail
for program in pandoc ffmpeg unzip; do command -v "$program" >/dev/null || { echo "needs $program"; exit 77; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
ffmpeg -v error -f lavfi -i "sine=440:duration=1" a.mp3
ffmpeg -v error -i a.mp3 a.opus
printf '![A](a.mp3)\n\n![B](a.opus)\n' >a.md
pandoc a.md --metadata title=t -o a.epub
pandoc a.md -o a.docx 2>/dev/null
packed=$(unzip -Z1 a.epub | sed -n 's/.*media\/.*\.//p' | sort | tr '\n' ' ')
pictures=$(unzip -p a.docx word/document.xml | grep -o '<pic:pic\b' | wc -l)
element() { printf '![A](a.%s)\n' "$1" | pandoc -t html | grep -oE '<(audio|embed|img)' | head -1 | tr -d '<'; }
seen="EPUB: ${packed}DOCX: $pictures pictures, HTML: mp3 $(element mp3), flac $(element flac), ogg $(element ogg), aac $(element aac)"
[[ $seen == "EPUB: mpga spx DOCX: 2 pictures, HTML: mp3 audio, flac embed, ogg embed, aac img" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
