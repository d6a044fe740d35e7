#!/usr/bin/env bash
# Question: does a prompt of more than one line, which a sound has as its comment, survive when its tags are saved and restored with the tools of Vorbis and
#   FLAC, as their manuals show?
# Guess: yes: each tool reads the tags that it has written.
# Seen: vorbiscomment 1.4.2 writes the lines as they are, restores the first one alone, with status 0, and makes a tag of its own of a line such as
#   "Seed=7". metaflac 1.4.2 writes them alike and restores no tag, with an error. With -e, vorbiscomment keeps all; metaflac has no such option.
#   2026-11-30.
# For users: give -e to vorbiscomment both when it lists and when it writes; set the comment of a FLAC again with `metaflac --set-tag-from-file=COMMENT=prompt.txt`.
# Needed: ffmpeg, oggenc, vorbiscomment, flac and metaflac of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for program in ffmpeg oggenc vorbiscomment flac metaflac; do command -v "$program" >/dev/null || { echo "$program is missing"; exit 77; }; done
prompt=$'A red fox\nSeed=7\nSteps: 20'
ffmpeg -v error -f lavfi -i sine=duration=1 -bitexact in.wav
oggenc -Q -t Fox in.wav -o plain.ogg
flac -s in.wav -o plain.flac
ffmpeg -v error -i plain.ogg -c copy -metadata comment="$prompt" in.ogg
ffmpeg -v error -i plain.flac -c copy -metadata comment="$prompt" in.flac
# The tags of a file, as ffprobe finds them.
tags() {
  local found
  found=$(ffprobe -v error -show_entries format_tags:stream_tags -of json "$1" | tr -d ' \n')
  echo "${found}" | sed -E 's/.*"tags":\{([^}]*)\}.*/\1/; s/"(encoder|ENCODER)":"[^"]*",?//; s/,$//'
}
vorbiscomment -l in.ogg >tags.txt
vorbiscomment -w -c tags.txt plain.ogg restored.ogg 2>vorbiscomment.log && status=$? || status=$?
vorbiscomment -l -e in.ogg >escaped.txt
vorbiscomment -w -e -c escaped.txt plain.ogg escaped.ogg
metaflac --export-tags-to=tags-of-flac.txt in.flac
metaflac --remove-all-tags --set-tag=TITLE=Fox plain.flac
metaflac --import-tags-from=tags-of-flac.txt plain.flac 2>metaflac.log && flac_status=$? || flac_status=$?
seen="in: $(tags in.ogg); restored, status $status: $(tags restored.ogg); with -e: $(tags escaped.ogg); flac: $(tags in.flac); restored, status $flac_status: $(tags plain.flac)"
all='"comment":"Aredfox\nSeed=7\nSteps:20"'
expected="in: \"title\":\"Fox\",$all; restored, status 0: \"title\":\"Fox\",\"comment\":\"Aredfox\",\"Seed\":\"7\"; "
expected+="with -e: \"title\":\"Fox\",$all; flac: $all; restored, status 1: \"TITLE\":\"Fox\""
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
