/** Recognises messages that ask for an image, which a model of texts cannot make. Nothing but an offer follows from it. */
import { type AssistantTurn, isRunning, type UserTurn } from "../conversation/turn.ts";
import { readMediaCommand } from "./mediaCommand.ts";

/** UTF-16 code units of a message that are read: who wants an image says so at once. */
const longestRead = 600;

/** What is written as text or code, or a file of a machine, although it is drawn, built or called an image. */
const otherWork = new RegExp(
  [
    "```|<\\/?\\w+>|\\b(?:svg|ascii|mermaid|plantuml|uml|graphviz|latex|tikz|canvas|html|css|matplotlib|javascript|typescript|python|react|opengl|webgl|regex|sql|api|codes?|code|script|function|component|algorithm|upload|tags?)\\b",
    "\\b(?:docker|container|disk|iso|system|boot|base|virtual|kubernetes|oci|vm)\\b|\\bdocker",
    "dia(?:gram|gramm)|dijagram|diyagram|graph(?!ic)|\\bcharts?\\b|flow-?chart|grafik(?!ę)|gr[aá]fico|graphique|wykres|\\btab(?:le|elle|ela|la)\\b|\\blines?\\b|\\baxis\\b|\\baxes\\b",
    "диаграмм|діаграм|график|графік|схем|таблиц|流程图|流程圖|图表|圖表|架构图|架構圖|时序图|類圖|类图|思维导图|思維導圖|表格|代码|程式碼|函数|程序|组件|上传|脚本|网页|页面|镜像|容器|フローチャート|グラフ|図表|ダイアグラム|コード|コンポーネント|関数|プログラム|アップロード|ページ|サイト|コンテナ|다이어그램|그래프|차트|순서도|코드|도커|함수|업로드|컴포넌트",
    "conclu|schlu(?:ss|ß)|inferenc|\\b(?:parallels?|comparisons?|distinctions?|attention|lessons?|inspiration|breath|blanks?|lots?|cards?)\\b",
  ].join("|"),
  "i",
);

/** The beginning of the message or of a sentence, and what is polite before the request. */
const begins = (polite: string) => `(?:^|[.!?…:,;。！？\\n]\\s{0,5})(?:¿|¡)?(?:(?:${polite})[\\s,]+){0,3}`;
const words = (list: string) => `(?<!\\p{L})(?:${list})(?!\\p{L})`;
/** Up to six words between the verb and what it makes. */
const between = "(?:\\s{1,5}[\\p{L}\\p{N}'’-]+){0,6}?\\s{1,5}(?:\\p{L}{1,5}['’])?";

interface Wording {
  polite: string;
  /** Verbs that ask for an image alone, as in "draw me a cat". */
  draw: string;
  /** Verbs that ask for one together with its name, as in "make a photo of a cat". */
  make: string;
  image: string;
  /** What has to follow the image; "": nothing. */
  of?: string;
}

/** Languages in which the verb comes first. Sources: the imperative and polite forms of common dictionaries. */
const verbFirst: Readonly<Record<string, Wording>> = {
  en: {
    polite: "please|hi|hey|hello|now|can you|could you|would you|will you|kindly|i want you to|i'd like you to|i would like you to|let's",
    draw: "draw|paint|sketch|illustrate",
    make: "draw|paint|sketch|generate|create|make|render|design|produce|imagine|show|give|i want|i need|i'd like|i would like",
    image:
      "picture|pic|image|photo|photograph|drawing|painting|illustration|portrait|sketch|watercolou?r|wallpaper|cartoon|pictures|images|photos",
    of: "of|showing|depicting|with|where|in which|that shows|for",
  },
  de: {
    polite: "bitte|hallo|hi|nun|jetzt",
    draw: "zeichne|male|mal|skizziere|illustriere",
    make: "zeichne|male|mal|erstelle|erzeuge|generiere|mach|mache|gestalte|ich (?:will|möchte|hätte gern|brauche)",
    image: "bild|foto|zeichnung|gemälde|illustration|porträt|skizze|aquarell|hintergrundbild|bilder|fotos",
  },
  fr: {
    polite: "s'il te plaît|s'il vous plaît|stp|svp|bonjour|salut|peux-tu|pouvez-vous|tu peux|pourrais-tu|pourriez-vous|veuillez|me|nous",
    draw: "dessine(?:-moi|-nous|r)?|dessinez(?:-moi)?|peins(?:-moi)?|peindre|illustre(?:r|z)?",
    make: "crée(?:-moi|r|z)?|génère(?:-moi)?|générer|générez|fais(?:-moi)?|faire|faites|je (?:veux|voudrais)|montre(?:-moi)?",
    image: "image|photo|dessin|peinture|illustration|portrait|croquis|aquarelle|images|photos",
    of: "de|d['’]|du|des|avec|qui|où|montrant|représentant",
  },
  es: {
    polite: "por favor|hola|puedes|podrías|puede|podría|quiero que|me",
    draw: "dibuj(?:a|e|ar|ame|arme|áme)|dibújame|pint(?:a|e|ar)|píntame|ilustra",
    make: "crea|crear|créame|genera|generar|genérame|haz|hazme|hacer|hacerme|quiero|muéstrame",
    image: "imagen|foto|fotografía|dibujo|pintura|ilustración|retrato|boceto|acuarela|imágenes|fotos",
    of: "de|del|con|donde|que muestre|para",
  },
  it: {
    polite: "per favore|ciao|puoi|potresti|può|potrebbe|mi",
    draw: "disegna(?:mi|re|rmi)?|disegni|dipingi(?:mi)?|dipingere|illustra",
    make: "crea(?:mi|re)?|genera(?:mi|re)?|fai|fammi|fare|voglio|vorrei|mostrami",
    image: "immagine|foto|fotografia|disegno|dipinto|illustrazione|ritratto|schizzo|acquerello|immagini",
    of: "di|del|dello|della|d['’]|dell['’]|con|che|dove",
  },
  pt: {
    polite: "por favor|olá|oi|você pode|pode|poderia|podes|quero que você|me",
    draw: "desenh(?:a|e|ar)(?:-me)?|pint(?:a|e|ar)(?:-me)?|ilustre",
    make: "cri(?:a|e|ar)(?:-me)?|ger(?:a|e|ar)(?:-me)?|faça|faz(?:er)?(?:-me)?|quero|mostre",
    image: "imagem|foto|fotografia|desenho|pintura|ilustração|retrato|esboço|aquarela|imagens",
    of: "de|do|da|dum|duma|com|onde|que|para",
  },
  nl: {
    polite: "alsjeblieft|alstublieft|hallo|hoi|nu",
    draw: "teken|schilder|schets|illustreer",
    make: "maak|genereer|creëer|teken|schilder|ik wil|ik wil graag",
    image: "afbeelding|plaatje|foto|tekening|schilderij|illustratie|portret|schets|aquarel",
    of: "van|met|waarop|voor",
  },
  pl: {
    polite: "proszę|cześć|hej|czy możesz|możesz|mógłbyś",
    draw: "narysuj|namaluj|naszkicuj|narysować|namalować",
    make: "wygeneruj|wygenerować|stwórz|stworzyć|utwórz|zrób|chcę",
    image: "obraz|obrazek|zdjęcie|rysunek|ilustrację|portret|szkic|grafikę|tapetę",
  },
  ru: {
    polite: "пожалуйста|привет|можешь|можете|мог бы|могли бы|не мог бы ты|ты|мне",
    draw: "нарисуй|нарисуйте|нарисовать|изобрази|изобразите|набросай",
    make: "сгенерируй|сгенерируйте|сгенерировать|создай|создайте|создать|сделай|сделайте|сделать|хочу|покажи",
    image: "картинку|изображение|рисунок|фото|фотографию|иллюстрацию|портрет|картину|обои|картинки|изображения",
  },
  uk: {
    polite: "будь ласка|привіт|можеш|можете|чи можеш|мені",
    draw: "намалюй|намалюйте|намалювати|зобрази|зобразіть",
    make: "згенеруй|згенеруйте|згенерувати|створи|створіть|створити|зроби|зробіть",
    image: "зображення|картинку|малюнок|фото|фотографію|ілюстрацію|портрет|картину",
  },
};

const wordings = Object.values(verbFirst).flatMap(({ polite, draw, make, image, of = "" }) => [
  new RegExp(`${begins(polite)}${words(draw)}\\s{1,5}\\p{L}`, "iu"),
  new RegExp(`${begins(polite)}${words(make)}${between}${words(image)}${of === "" ? "" : `\\s{1,5}(?:${of})`}`, "iu"),
]);

/** Languages in which the verb comes last, or which write no spaces. */
const others: readonly RegExp[] = [
  // German with an auxiliary verb, and Dutch.
  /(?:^|[.!?,\n]\s{0,5})(?:bitte\s{1,5})?(?:kannst|könntest|würdest|können|könnten)\s{1,5}(?:du|sie)\s[^.!?\n]{2,120}\s(?:zeichnen|malen|skizzieren)(?!\p{L})/iu,
  /(?:^|[.!?,\n]\s{0,5})(?:bitte\s{1,5})?(?:kannst|könntest|würdest|können|könnten)\s{1,5}(?:du|sie)\s[^.!?\n]{0,60}(?<!\p{L})(?:bild|foto|zeichnung|illustration|porträt)(?!\p{L})[^.!?\n]{0,80}\s(?:erstellen|erzeugen|generieren|machen)(?!\p{L})/iu,
  /(?:^|[.!?,\n]\s{0,5})(?:kun|kan|wil|zou)\s{1,5}(?:je|jij|u)\s[^.!?\n]{2,120}\s(?:tekenen|schilderen|schetsen)(?!\p{L})/iu,
  // Turkish.
  /(?<!\p{L})(?:res(?:im|mi|mini)|görsel(?:i|ini)?|fotoğraf(?:ı|ını)?|çizim(?:i|ini)?|illüstrasyon(?:u|unu)?)\s{1,5}(?:çiz|yap|oluştur|üret|hazırla)/iu,
  /(?<!\p{L})çiz(?:er\s?mi\s?sin(?:iz)?|in|iniz|ebilir\s?mi\s?sin(?:iz)?|sene)?\s{0,5}[.!?]*$/imu,
  // Arabic and Persian.
  /(?:^|[.!?،\n]\s{0,5})(?:من فضلك،?\s{1,5})?(?:ارسم|ارسمي|ارسموا|إرسم)(?!\p{L})/u,
  /(?<!\p{L})(?:أنشئ|اصنع|ولّد|ولد|صمم|اعمل)(?:\s{1,5}لي)?\s{1,5}صورة(?!\p{L})/u,
  /(?:تصویر|عکس|نقاشی)[^.!?\n]{0,80}(?:بکش|بساز|ایجاد کن|رسم کن)/u,
  // Hindi.
  /(?:चित्र|तस्वीर|छवि|फोटो)[^.!?।\n]{0,40}(?:बनाओ|बनाइए|बनाएं|बना दो|बना दीजिए)/u,
  // Chinese.
  /(?:画|畫|绘制|繪製|描绘|描繪)(?:我|一|出|个|個|只|隻|张|張|幅|点|些|下)/u,
  /(?:生成|创建|創建|制作|製作|创作|創作|设计|設計|做|来|來|给我|給我|要)(?:我)?(?:一|两|兩|几|幾|个|個|张|張|幅|些)[^。！？\n]{0,60}?(?:图片|圖片|图像|圖像|照片|插画|插畫|插图|插圖|海报|海報|壁纸|壁紙|头像|頭像|画|畫|图|圖)/u,
  // Japanese.
  /(?:絵|画像|イラスト|写真|ロゴ|壁紙|ポスター|似顔絵)を?[^。！？\n]{0,20}(?:描いて|かいて|えがいて|生成して|作って|つくって|作成して|ください|下さい|お願い)/u,
  /を描いて/u,
  // Korean.
  /(?:그림|이미지|사진|일러스트|초상화|포스터)(?:을|를)?\s{0,5}(?:하나|한\s?장|좀)?\s{0,5}(?:그려|만들어|생성해|제작해)/u,
  /(?:을|를|\s)\s{0,5}그려\s{0,5}(?:줘|주세요|줄래|봐|라|주실)/u,
];

/** Whether a message asks for an image, in one of the languages that are known here. @internal */
export function asksForImage(text: string): boolean {
  const read = text.slice(0, longestRead);
  return !otherWork.test(read) && [...wordings, ...others].some((wording) => wording.test(read));
}

/** Whether an image is offered for a prompt, and at its answer: not for one that is still running, or has what was asked for. */
export function offersImage(prompt: UserTurn, answer?: AssistantTurn): boolean {
  if (prompt.document !== undefined || readMediaCommand(prompt.text) !== undefined || !asksForImage(prompt.text)) return false;
  return answer === undefined || (!isRunning(answer.state) && !answer.parts.some(({ kind }) => kind === "image" || kind === "task"));
}
