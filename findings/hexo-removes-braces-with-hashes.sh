#!/usr/bin/env bash
# Question: what may an image's alternative text contain in a post of Hexo without being changed or stopping the build?
# Guess: anything but {{ }} and {% %}, which its documentation names.
# Seen: Hexo 8.1.2 also removes what is in {# #}, without a word, before Markdown is read: the alternative text loses its middle. 2026-11-29.
# For users: every brace of a prompt is written as an entity in captions and alternative texts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent hexo@8.1.2
mkdir -p source/_posts && echo "title: t" >_config.yml
cat >run.cjs <<'JS'
const Hexo = require("hexo");
const hexo = new Hexo(process.cwd(), { silent: true });
const read = async (content) => (await hexo.post.render(null, { content, engine: "markdown" })).content.trim();
hexo.init().then(async () => {
  console.log(JSON.stringify([await read("![A {# very #} tall tower](a.png)"), await read("![A &#123;# very #&#125; tall tower](a.png)")]));
  await hexo.exit();
});
JS
seen=$(node run.cjs)
[[ $seen == '["![A  tall tower](a.png)","![A &#123;# very #&#125; tall tower](a.png)"]' ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
