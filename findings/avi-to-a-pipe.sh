#!/usr/bin/env bash
# Question: what is the duration of an AVI that was written to a pipe, where the program cannot go back to write the number of images?
# Guess: unknown, as of a WebM or FLAC from a pipe, or what the images add up to.
# Seen: ffmpeg 5.1 leaves 2^30 as the number of images. Its own ffprobe then says 445 s for a file of 3 s, and 107,374,182 s for the same bytes from a pipe, without a warning; exiftool 12.57 says 0 s. 2026-11-29.
# For users: in an AVI whose size was never written, the images are counted, so that its duration is what is played.
set -euo pipefail
for program in ffmpeg ffprobe exiftool; do command -v "$program" >/dev/null || exit 77; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
ffmpeg -v error -f lavfi -i testsrc=duration=3:size=64x64:rate=10 -f avi pipe:1 | cat >a.avi
ffmpeg -v error -f lavfi -i testsrc=duration=3:size=64x64:rate=10 b.avi
seconds() { ffprobe -v error -show_entries format=duration -of csv=p=0 "$@" | cut -d. -f1; }
images=$(ffprobe -v error -count_packets -show_entries stream=nb_frames,nb_read_packets -of csv=p=0 a.avi)
seen="file $(seconds a.avi) s, pipe $(seconds - <a.avi) s, exiftool $(exiftool -s3 -n -Duration a.avi) s, images $images; not from a pipe $(seconds b.avi) s"
[ "$seen" = "file 445 s, pipe 107374182 s, exiftool 0 s, images 1073741824,30; not from a pipe 3 s" ] || { echo "changed: $seen"; exit 1; }
echo "seen: $seen"
