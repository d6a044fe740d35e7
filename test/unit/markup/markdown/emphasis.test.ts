/** Emphasis beside text without spaces between words. Expected values: the specification of markdown-cjk-friendly, for all such scripts. */
import { describe, expect, test } from "vitest";
import { createParser } from "../../../../src/markup/markdown/parser.ts";
import { showPieces } from "../../webview/markdown/shownText.ts";

const render = (markdown: string) => createParser().render(markdown, { references: {} }).trim();

describe("emphasis is recognized, whole and while it arrives, in", () => {
  test.each([
    // Chinese
    ["**注意：**请", "<strong>注意：</strong>请"],
    ["这是**“引用”**的", "这是<strong>“引用”</strong>的"],
    ["他说**‘你好’**了", "他说<strong>‘你好’</strong>了"],
    ["**《书》**和*（注）*文", "<strong>《书》</strong>和<em>（注）</em>文"],
    ["先**a**后", "先<strong>a</strong>后"],
    ["**100％**增，**￥100**起", "<strong>100％</strong>增，<strong>￥100</strong>起"],
    ["**注意…**请**注意——**请", "<strong>注意…</strong>请<strong>注意——</strong>请"],
    ["世界**(world)**!", "世界<strong>(world)</strong>!"],
    ["**𰻞。**b", "<strong>𰻞。</strong>b"],
    ["~~（旧）~~新", "<s>（旧）</s>新"],
    // Japanese
    ["**「…」**です", "<strong>「…」</strong>です"],
    ["これは**「重要」**です", "これは<strong>「重要」</strong>です"],
    ["**（注）**本文", "<strong>（注）</strong>本文"],
    ["*《書名》*を", "<em>《書名》</em>を"],
    ["***「重要」***です", "<em><strong>「重要」</strong></em>です"],
    ["**強調*「内」*側**です", "<strong>強調<em>「内」</em>側</strong>です"],
    ["**テスト。**テスト**「あ」**テスト", "<strong>テスト。</strong>テスト<strong>「あ」</strong>テスト"],
    ["**ﾃｽﾄ｡**です", "<strong>ﾃｽﾄ｡</strong>です"],
    ["**A（ａ）**B", "<strong>A（ａ）</strong>B"],
    ["**C++**は**-1**は", "<strong>C++</strong>は<strong>-1</strong>は"],
    ["**「重要」**です。**「次」**です", "<strong>「重要」</strong>です。<strong>「次」</strong>です"],
    ["**⚠️注意：**请**🎉**は", "<strong>⚠️注意：</strong>请<strong>🎉</strong>は"],
    // Korean
    ["**스크립트(script)**라고", "<strong>스크립트(script)</strong>라고"],
    ["**“인용”**입니다, **'강조'**를", "<strong>“인용”</strong>입니다, <strong>'강조'</strong>를"],
    ["**주의!**하세요", "<strong>주의!</strong>하세요"],
    // Thai, Lao, Khmer and Burmese
    ["ไทย**(สำคัญ)**ไทย", "ไทย<strong>(สำคัญ)</strong>ไทย"],
    ["**สำคัญ!**ครับ", "<strong>สำคัญ!</strong>ครับ"],
    ["**“สำคัญ”**ครับ*(a)*", "<strong>“สำคัญ”</strong>ครับ<em>(a)</em>"],
    ["ใช้**`npm run`**เพื่อ", "ใช้<strong><code>npm run</code></strong>เพื่อ"],
    ["**ຂໍ້ຄວາມ(a)**ລາວ", "<strong>ຂໍ້ຄວາມ(a)</strong>ລາວ"],
    ["**ខ្មែរ(a)**ខ្មែរ", "<strong>ខ្មែរ(a)</strong>ខ្មែរ"],
    ["**မြန်မာ(a)**မြန်မာ", "<strong>မြန်မာ(a)</strong>မြန်မာ"],
    // with code, links, formulas and HTML
    ["使用**`code`**时", "使用<strong><code>code</code></strong>时"],
    ["これは**`a`と`b`**です", "これは<strong><code>a</code>と<code>b</code></strong>です"],
    ["**（`a`）**は", "<strong>（<code>a</code>）</strong>は"],
    ["**`npm run`：**运行", "<strong><code>npm run</code>：</strong>运行"],
    ["使用**[链接](https://a.example)**时", '使用<strong><a href="https://a.example">链接</a></strong>时'],
    ["[**「リンク」**](https://a.example)です", '<a href="https://a.example"><strong>「リンク」</strong></a>です'],
    ["**$x$**は**「$y$」**は", `<strong>${formula("$x$")}</strong>は<strong>「${formula("$y$")}」</strong>は`],
    ["は**<kbd>Ctrl</kbd>**を", "は<strong><kbd>Ctrl</kbd></strong>を"],
    ["**<div>**要素", "<strong>&lt;div&gt;</strong>要素"],
    ["**注意：**⁅1⁆请**重要。⁅2⁆**次", "<strong>注意：</strong>⁅1⁆请<strong>重要。⁅2⁆</strong>次"],
  ])("%j", (markdown, html) => {
    expect(render(markdown)).toBe(`<p>${html}</p>`);
    expect(showPieces([...markdown])).toBe(`<p>${html}</p>`);
  });
});

function formula(source: string): string {
  return `<code class="language-formula">${source}</code>`;
}

describe("markers stay text", () => {
  test.each(["a**(b)**c", "**Bold:**text", "**ملاحظة:**هذا", "** 注意：**请", "ไทย ** (a)", "__「a」__です", "a_（b）_c", "**注意：请"])(
    "in %j",
    (markdown) => {
      expect(render(markdown)).toBe(`<p>${markdown}</p>`);
    },
  );
});
