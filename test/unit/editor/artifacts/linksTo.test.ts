/** Whether a document links to a file. */
import { expect, test } from "vitest";
import { type LinkLanguage, linkLanguages } from "../../../../src/editor/artifacts/linkLanguages.ts";
import { writeLink } from "../../../../src/editor/artifacts/linkSyntax.ts";
import { linksTo } from "../../../../src/editor/artifacts/linksTo.ts";

test.each<[LinkLanguage, string, string, boolean]>([
  ["markdown", "![A](generated/cat.png)", "generated/cat.png", true],
  ["markdown", "![A](generated/black-cat.png)", "generated/cat.png", false],
  ["markdown", "![A](generated/cat.png)", "cat.png", false],
  ["markdown", "![A](cat.png.bak)", "cat.png", false],
  ["markdown", "![A](./generated/cat.png#x)", "generated/cat.png", true],
  ["markdown", "![A](<generated/a cat.png>)", "generated/a cat.png", true],
  ["markdown", "![A](generated/a%20cat.png)", "generated/a cat.png", true],
  ["markdown", "![A](generated/füchse.png)", "generated/füchse.png", true],
  ["markdown", "![A](generated/f%C3%BCchse.png)", "generated/füchse.png", true],
  ["html", "<img src='../docs/generated/a cat.png'>", "generated/a cat.png", true],
  ["asciidoc", ":imagesdir: generated\n\nimage::cat.png[]", "generated/cat.png", true],
  ["asciidoc", "image::cat.png[]", "generated/cat.png", false],
  ["restructuredtext", ".. image:: generated/a\\ cat.png", "generated/a cat.png", true],
  ["latex", "\\includegraphics{\\detokenize{generated/a_cat.png}}", "generated/a_cat.png", true],
  ["typst", '#image("generated/a cat.png")', "generated/a cat.png", true],
  ["org", "[[file:generated/a cat.png]]", "generated/a cat.png", true],
  ["markdown", "![A](cat(1).png)", "cat(1).png", true],
  ["markdown", "![A](cat\\(1\\).png)", "cat(1).png", true],
  ["markdown", '![A](a=b.png "a (red) boat.png")', "a=b.png", true],
  ["markdown", "[cat]: <generated/a cat.png>", "generated/a cat.png", true],
  ["markdown", "![A](a&amp;b.png)", "a&b.png", true],
  ["markdown", "![A](a%20b%.png)", "a b%.png", true],
  ["markdown", "![A](fu\u0308chse.png)", "f\u00fcchse.png", true],
  ["markdown", "![A](f\u00fcchse.png)", "fu\u0308chse.png", true],
  ["markdown", "![[cat.png]]", "generated/cat.png", true],
  ["markdown", "![[generated/my cat.png|300]]", "generated/my cat.png", true],
  ["markdown", "![[cat.png]]", "generated/black-cat.png", false],
  ["markdown", "![A](/img/cat.png)", "static/img/cat.png", true],
  ["markdown", "![A](/cat.png)", "public/cat.png", true],
  ["markdown", "![A](/img/cat.png)", "other/img/cat.png", false],
  ["markdown", "![A](https://example.com/cat.png)", "cat.png", false],
  ["markdown", "![A](cat.svg)", "cat.svg", true],
  ["markdown", "![A](cat.jxl)", "cat.jxl", true],
  ["html", '<img src="Tom &amp; Jerry.png">', "Tom & Jerry.png", true],
  ["html", "<img src='it&#39;s&#x20;a cat.png'>", "it's a cat.png", true],
  ["asciidoc", "image::my cat.png[A]", "my cat.png", true],
  ["restructuredtext", ".. image:: /_static/cat.png", "_static/cat.png", true],
  ["typst", '#image("/generated/cat.png")', "generated/cat.png", true],
  ["latex", "\\includegraphics[width=3cm]{generated/cat}", "generated/cat.png", true],
  ["latex", "\\includegraphics{generated/cat}", "generated/catfish.png", false],
  ["latex", "% \\includegraphics{generated/cat}", "generated/cat.png", false],
  ["latex", "\\graphicspath{{generated/}{./img/}}\n\\includegraphics{cat.png}", "img/cat.png", true],
  ["latex", "\\graphicspath{ {./generated/} }\n\\includegraphics{cat}", "generated/cat.png", true],
  ["mdx", "![A](@site/static/img/cat.png)", "static/img/cat.png", true],
  ["mdx", "<img src={require('@site/static/img/cat.png').default} />", "static/img/cat.png", true],
  ["mdx", "![A](@site/img/cat.png)", "other/img/cat.png", false],
  ["html", '<img src="/project/img/cat.png">', "static/img/cat.png", true],
  ["html", '<img src="/project/img/cat.png">', "img/cat.png", false],
  ["markdown", "![A](/project/cat.png)", "public/cat.png", true],
  ["component", '<img src="@/assets/cat.png" />', "src/assets/cat.png", true],
  ["component", '<img src="~/assets/cat.png" />', "assets/cat.png", true],
  ["component", '<img src="~@/assets/cat.png" />', "src/assets/cat.png", true],
  ["component", "import cat from '$lib/images/cat.png'", "src/lib/images/cat.png", true],
  ["component", '<img src="@/assets/cat.png" />', "lib/assets/cat.png", false],
  ["html", "<img src=\"<?= base_url('img/cat.png') ?>\">", "img/cat.png", true],
  ["html", "<?php readfile(__DIR__ . '/img/cat.png'); ?>", "img/cat.png", true],
  ["markdown", "![]({{ site.baseurl }}/assets/cat.png)", "assets/cat.png", true],
  ["markdown", '```{r}\nknitr::include_graphics("img/cat.png")\n```', "img/cat.png", true],
  ["markdown", "![A](img/cat.png){#fig-cat width=50%}", "img/cat.png", true],
  ["markdown", "{{< video clip.mp4 >}}", "clip.mp4", true],
  ["markdown", "![A](❤️.png)", "❤️.png", true],
  ["markdown", "![A](%E2%9D%A4%EF%B8%8F.png)", "❤️.png", true],
])("%s: %j links to %s: %s", (language, text, file, expected) => {
  expect(linksTo(text, language, "/docs", `/docs/${file}`)).toBe(expected);
});

// As the documentation of each generator names a file.
test.each<[generator: string, LinkLanguage, text: string, folder: string, file: string]>([
  ["Jekyll's tag", "markdown", "![A]({% link assets/cat.png %})", "_posts", "assets/cat.png"],
  ["Jekyll's filter", "markdown", '![A]({{ "/assets/cat.png" | relative_url }})', "_posts", "assets/cat.png"],
  ["Hugo", "markdown", '{{< figure src="/img/cat.png" >}}', "content/posts", "static/img/cat.png"],
  ["Hexo's folder of a post", "markdown", "{% asset_img left cat.png A %}", "source/_posts", "source/_posts/story/cat.png"],
  ["Hexo", "markdown", "![A](/images/cat.png)", "source/_posts", "source/images/cat.png"],
  ["Antora", "asciidoc", "image::cat.png[]", "modules/ROOT/pages", "modules/ROOT/images/cat.png"],
  ["Antora's other module", "asciidoc", "image::other:cat.png[]", "modules/ROOT/pages/a", "modules/other/images/cat.png"],
  ["Zola", "markdown", "![A](/cat.png)", "content", "static/cat.png"],
  ["VitePress", "markdown", "![A](/cat.png)", "docs/guide", "docs/public/cat.png"],
  ["Gatsby", "mdx", "![A](/cat.png)", "src/pages", "static/cat.png"],
  ["Nuxt Content", "markdown", "![A](/cat.png)", "content", "public/cat.png"],
  ["Astro", "markdown", "![A](../../assets/cat.png)", "src/content/blog", "src/assets/cat.png"],
  ["MkDocs", "markdown", "![A](../img/cat.png)", "docs/guide", "docs/img/cat.png"],
  ["Sphinx", "restructuredtext", ".. figure:: /_static/cat.png", "docs/guide", "docs/_static/cat.png"],
  ["Eleventy", "html", '<img src="/img/cat.png">', "src/posts", "src/img/cat.png"],
  ["Pelican", "markdown", "![A]({static}/images/cat.png)", "content/posts", "content/images/cat.png"],
  ["Pelican's relative path", "markdown", "![A]({attach}../images/cat.png)", "content/posts", "content/images/cat.png"],
  ["Nikola", "restructuredtext", ".. image:: /images/cat.png", "posts", "images/cat.png"],
  ["mdBook", "markdown", "![A](images/cat.png)", "src", "src/images/cat.png"],
  ["Docusaurus", "mdx", "<img src={useBaseUrl('/img/cat.png')} />", "docs", "static/img/cat.png"],
  ["SvelteKit", "component", '<img src="/cat.png">', "src/routes", "static/cat.png"],
  ["Next.js", "mdx", '<Image src="/cat.png" />', "pages", "public/cat.png"],
  ["Quarto", "markdown", "![A](/img/cat.png)", "chapters", "img/cat.png"],
  ["Laravel", "html", "<img src=\"{{ asset('img/cat.png') }}\">", "resources/views", "public/img/cat.png"],
  ["Django", "html", "<img src=\"{% static 'app/cat.png' %}\">", "app/templates", "app/static/app/cat.png"],
  ["Flask", "html", "<img src=\"{{ url_for('static', filename='cat.png') }}\">", "templates", "static/cat.png"],
])("%s: %s %j", (_, language, text, folder, file) => {
  expect(linksTo(text, language, `/site/${folder}`, `/site/${file}`)).toBe(true);
  expect(linksTo(text, language, `/site/${folder}`, `/other/${file}`)).toBe(false);
});

test.each(linkLanguages)("%s: each link that is written is found", (language) => {
  for (const path of ["a.png", "generated/a b.png", "100%.png", "a#b.png", "füchse/狐.png", "50% #1.png", "a_b-c.png", "❤️ 1.png"]) {
    const text = writeLink(language, { kind: "image", path, description: "A boat" });
    expect(linksTo(text, language, "/docs", `/docs/${path}`), path).toBe(true);
  }
});
