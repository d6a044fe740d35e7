/** What models generate by their names. A name proves nothing: what the service reports, and the user, have precedence. */
import type { Kind } from "./kind.ts";

/** Models of similar names that generate the same. */
interface ModelFamily {
  /** `none`: none of our kinds, such as vectors, marks of a text, or what was said in a recording. */
  makes: Kind | "none";
  /** What some of the family also generate. */
  also?: Kind;
  /** Matches the id in lower case. */
  name: RegExp;
}

/** A pattern of any of the parts, each a word of its own: beside letters only where the part says so. */
function words(...parts: string[]): RegExp {
  return new RegExp(`(?<![a-z])(?:${parts.join("|")})(?![a-z])`);
}

/** The first that matches counts, so that narrow families stand before wide ones. Sources: the catalogues of those who are named. */
const families: readonly ModelFamily[] = [
  // Models that read media or write prompts for them, whose names contain what they read. Source: their cards at Hugging Face.
  {
    makes: "text",
    name: /llava|video-?(?:llama|chat)|internvideo|tarsier|cogvlm|(?:qwen2?|kimi|r1)-audio(?!-asr|[\w-]{0,20}-tts)|audio-flamingo|granite-speech|speechgpt|caption|prompt-?(?:gen|enhanc|rewrit)|gemini-diffusion/,
  },
  // OpenAI's models of chats that also speak.
  { makes: "text", also: "audio", name: /gpt-(?:4o-(?:mini-)?)?audio/ },

  // Vectors: OpenAI, Cohere, Voyage, Jina, Together, Alibaba, MiniMax, Nomic, and Hugging Face's `sentence-similarity`.
  {
    makes: "none",
    name: /(?<![a-z])z?embed(?:der|s)?(?![a-z])|embedding|(?<![a-z])(?:bge|gte|gme|e5|voyage|uae|m2-bert|harrier|embo)-|minilm|mpnet|msmarco|col(?:bert|pali|qwen)|(?<![a-z])bert-|clip-v(?:it|\d)|siglip|stella[-_]en[-_]\d|text2vec|coderankembed|tao-8k|(?<![a-z])(?:paraphrase-multi|nemoretriever)/,
  },
  // Transcriptions: OpenAI, ElevenLabs, Deepgram (Amazon's Nova 2 generates text), Google's Chirp, AssemblyAI, fal, NVIDIA, Alibaba, Mistral, Useful Sensors, Sarvam, Cartesia.
  {
    makes: "none",
    name: words(
      ...[
        "whisperx?",
        "wizper",
        "transcri(?:be|ption)",
        "scribe",
        "[a-z]{0,20}asr",
        "stt",
        "(?:speech|audio)-to-text",
        "speech-streaming",
        "ink-\\d",
        "parakeet",
        "paraformer",
      ],
      ...[
        "sensevoice(?:small)?",
        "canary-(?:\\d+b?|qwen)",
        "saa(?:ras|rika)",
        "slam-1",
        "moonshine",
        "flux-general-(?:en|multi)",
        "chirp_\\d(?!_hd)",
        "telephony",
        "universal-(?:\\d|streaming)",
        "nova-[23](?!-(?:lite|pro|omni|premier|sonic))",
      ],
      "(?:base|enhanced|nova)-(?:general|meeting|phonecall|finance|conversationalai|voicemail|video|medical)",
    ),
  },
  { makes: "none", name: words("re-?rank(?:er|ing|qa)?", "zerank", "llama-rank", "semantic-ranker", "coderankllm") },
  // Moderation: OpenAI, Meta, IBM, Google, Qwen.
  { makes: "none", name: words("moderation", "content-safety", "(?:llama|safe|nemo)?guard(?:ian)?", "shieldgemma") },
  // Live sessions, reading of pages, shapes, parts and depths of images, and OpenAI's first models of completions.
  {
    makes: "none",
    name: /(?<![a-z])(?:(?<!vibevoice-|flux\S{0,20})realtime(?!-video)|[a-z]{0,20}ocr|(?:to|fast|aware)-3d|nova-(?:2-)?sonic|trellis|meshy|rodin|sam-?\d(?:d(?:-\w{1,20})?)?|florence-\d)(?![a-z])|native-audio|tripo(?:3d|sr)|depth-anything|gemini-(?:[\w.-]{1,30}-)?live(?![a-z])|hunyuan-?3d|grok-voice-think|hitem3d|davinci-002|babbage/,
  },

  // Sounds for a video, and clothes in an image, also of makers of videos: Mirelo, Kling, FASHN.
  { makes: "audio", name: words("video-to-(?:audio|sound|music)", "foley", "\\/tts") },
  // Images of models that also change videos.
  { makes: "image", name: words("(?:virtual-)?try-?on", "vton", "(?:portrait|upscale)\\/image", "wan\\/v[\\d.]+\\/(?:pro\\/)?edit(?!-)") },
  // The task in an address of fal, a card of Hugging Face or a name of Alibaba.
  { makes: "video", name: words("(?:to|2)-?videos?", "[a-z]{1,2}2v", "lip-?sync", "video") },
  { makes: "image", name: words("to-image", "[ti]2i") },
  { makes: "audio", name: words("to-(?:speech|audio|music|sound(?:-effects)?)") },

  // Google's model of texts that also makes videos.
  { makes: "video", also: "text", name: /gemini-omni/ },
  // Images of makers of videos: Alibaba, Runway, Kling, Vidu, Decart.
  { makes: "image", name: /(?<![a-z])(?:wanx?|gen-?[34]|kling|vidu|lucy)[\w.-]{0,60}image/ },
  // Google, OpenAI, Kuaishou, Runway, Alibaba, MiniMax, ByteDance, Pika, Luma, Lightricks, Genmo, PixVerse, Shengshu, Stability, Amazon, Moonvalley, Sand AI, Hedra, Decart, VEED, HeyGen, Creatify, MeiGen, Character.AI, and tools of fal and Replicate that move a face or its lips.
  {
    makes: "video",
    name: /video|hailuo|seedance|runway|pixverse|dream-machine|animatediff|omnihuman|skyreels|cosmos-(?:predict|transfer)|vidu|nova-reel|happy-?horse|hedra|creatify|framepack|dreamactor|steady-?dancer|omni-human|latentsync|musetalk|sadtalker|live-?portrait|echomimic|seedvr|flashvsr|(?:infini(?:te)?|multi)talk|(?<![a-z])(?:veo|lucy|ovi|fabric|avatar|character-\d(?!\d)|sora|kling|gen-?[34]a?|act[_-]two|magi-(?:\d|distilled|human)|scail|animation|aleph\d?|waver|wanx?|pika|ray(?:-?(?:flash-?)?|-v|\/v)\d|minimax-h\d|ltxv?|mochi|svd|marey|motion)(?![a-z])/,
  },
  // Music and sounds: Google, Suno, Udio, Meta, ElevenLabs, MiniMax, Stability, ACE Studio, HeartMuLa.
  {
    makes: "audio",
    name: /music(?!a-)|lyria|stable-audio|audiogen|riffusion|diffrhythm|tangoflux|mureka|heartmula|thinksound|(?<![a-z])(?:suno|udio|sonauto|ace-step|foley|sound|song|yue|magnet)(?![a-z])/,
  },
  // Speech: OpenAI, Google, ElevenLabs, Deepgram, Hume, LMNT, Cartesia, MiniMax, Rime, Resemble, Canopy, Fish, Murf, CAMB, Maya, Typecast, Sarvam, Speechify, Smallest, WellSaid, PlayHT, and what Hugging Face calls `text-to-speech`.
  {
    makes: "audio",
    name: /tts(?!hu)|speech|voice|audio|(?<![a-z])aura-(?!sr|flow)|(?:^|\/)(?:octave(?:-\d)?|aurora|blizzard|arcana(?:v\d)?|coda|s\d(?:\.\d)?(?:-(?:mini|pro)(?:-free)?)?)$|^(?:smallest(?:ai)?\/)?lightning(?:-v\d[\d.]*)?$|playdialog|wellsaid|sovits|voxcpm|soulx|supertonic|(?<![a-z])(?:eleven(?:labs)?|playht|play3|kokoro|flite|piper|orpheus|chatterbox(?:hd)?|zonos|bark|(?:csm|dia)(?:-\d+(?:\.\d+)?b?)?|mist-?v\d|sonic|parler|lmnt|bulbul|simba|soprano|murf|mars\d|maya1?|ssfm-v\d+|chirp\d?)(?![a-z])/,
  },
  // Google's models of texts that also draw.
  { makes: "image", also: "text", name: /gemini.{0,60}(?:image|banana)|nano-banana/ },
  // OpenAI, Google, Black Forest Labs, Stability, xAI, Ideogram, Recraft, ByteDance, Alibaba, Luma, Tencent, Zhipu, Bria, Leonardo, Adobe, Amazon, NVIDIA, Kolors, Playground, Krea, QuiverAI, Topaz, Tencent's Hunyuan-DiT, and tools of fal and Replicate.
  {
    makes: "image",
    name: /image|imagine|dall-?e|flux|diffusion|midjourney|ideogram|recraft|see(?:dream|dedit)|dreamina|kandinsky|banana|picture|draw|photon|kolors|pixart|hidream|omnigen|cogview|realvis|dreamshaper|upscal|esrgan|inpaint|eraser|background|object-removal|nova-canvas|latent-consistency|firefly|leonardo|illustrious|wuerstchen|riverflow|step1x|aura-?(?:sr|flow)|hunyuan-?dit|juggernaut|dreamlike|birefnet|rembg|codeformer|gfpgan|swin2?(?:ir|sr)|instant-?id|pulid|ip-adapter|ic-?light|fooocus|openjourney|noobai|face-?swap|vectorize|outpaint|style-transfer|control-?net|2img|realistic-vision|relighting|hunyuan_world|chrono-edit|stable-cascade|instant-character|(?<![a-z])(?:lcm|sd(?:xl)?|ssd-1b|playground-v\d|sana|bria|niji|ccsr|fibo|krea-\d|bagel|proteus|phoenix-\d|lucid-(?:origin|realism)|reve|photomaker|janus|chroma\d?|uni-\d|arrow-\d|pony|topaz)(?![a-z])/,
  },

  // Models of chats and completions: Anthropic, OpenAI, Google, xAI, Meta, Mistral, Cohere, Alibaba, DeepSeek, Moonshot, MiniMax, Zhipu, Microsoft, Amazon, NVIDIA, IBM, AI21 and others.
  {
    makes: "text",
    name: /text|multimodal|chat|gpt|claude|gemini|gemma|llama|mistral|mixtral|qwen|deepseek|grok|command|kimi|glm|sonar|yandex|giga|instruct|reason|codex|nemotron|minimax-m\d|granite|internlm|internvl|hunyuan|ernie|doubao|jamba|falcon|smollm|starcoder|exaone|wizardlm|mythomax|hermes|moondream|minicpm|hyperclova|baichuan|nanbeige|cogito|apertus|palmyra|laguna|inkling|apodex|deep-?research|coder|ui-tars|molmo|computer-use|muse-(?:spark|glimmer)|moonshot|mathstral|learnlm|pangu|vicuna|zephyr|(?:magi|mini|dev|code)stral|(?:pix|vox)tral|(?<![a-z])(?:o\d|phi|nova|qwq|aqa|aya|yi|dbrx|solar|olmo|lfm|seed-oss|mercury|longcat|step-?3|mimo|[lr]ing-(?:\d+t?|flash|mini)|hy-?(?:\d|mt\d)|qvq|aion|fugu|namazu|nex-n\d|interfaze|thinking|trinity|intellect|morph|north|reka|sarvam|dots-\d|seed-\d)(?![a-z])/,
  },
];

function familyOf(modelId: string): ModelFamily | undefined {
  const id = modelId.toLowerCase();
  return families.find(({ name }) => name.test(id));
}

/** The kind that a model's name suggests, if any. */
export function kindOfName(modelId: string): Kind | undefined {
  const makes = familyOf(modelId)?.makes;
  return makes === "none" ? undefined : makes;
}

/** Whether the name is that of a model that generates none of our kinds. */
export function isOtherName(modelId: string): boolean {
  return familyOf(modelId)?.makes === "none";
}

export interface Guess {
  can: "yes" | "no" | "perhaps";
  /** The kind that the name suggests, if any. */
  named: Kind | undefined;
}

/** Guesses from a model's name whether it can generate a kind. */
export function guessAbility(modelId: string, kind: Kind): Guess {
  const family = familyOf(modelId);
  if (family === undefined) return { can: "perhaps", named: undefined };
  if (family.makes === "none") return { can: "no", named: undefined };
  if (family.makes === kind) return { can: "yes", named: kind };
  return { can: family.also === kind ? "perhaps" : "no", named: family.makes };
}
