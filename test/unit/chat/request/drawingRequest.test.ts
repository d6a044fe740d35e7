/** Messages that ask for an image, and others, in the languages that are known. */
import { describe, expect, test } from "vitest";
import { asksForImage } from "../../../../src/chat/request/drawingRequest.ts";

/** As people write them, in each language that is known. */
const wanted: readonly string[] = [
  "Draw me a picture of a cat",
  "draw a cat",
  "Please draw a lighthouse at dusk in watercolour.",
  "Can you draw me a dragon?",
  "Could you please generate an image of a red fox in the snow?",
  "Hi, create a photo of a mountain lake",
  "I want a picture of my town in winter",
  "I'd like you to paint a portrait of an old sailor",
  "make a wallpaper with stars",
  "Show me an image of a bridge at night",
  "Zeichne mir eine Katze",
  "Bitte male ein Bild von einem Leuchtturm",
  "Erstelle mir ein Bild von einem Fuchs im Schnee",
  "Kannst du mir einen Drachen zeichnen?",
  "Könntest du ein Foto von einem Bergsee erstellen?",
  "Mach ein Porträt einer alten Seefahrerin",
  "Dessine-moi un mouton",
  "Peux-tu dessiner un chat ?",
  "Génère une image d'un phare au crépuscule",
  "Fais-moi une illustration de la mer",
  "Dibuja un gato",
  "¿Puedes dibujarme un dragón?",
  "Genera una imagen de un faro al atardecer",
  "Hazme una foto de una montaña",
  "Disegna un gatto",
  "Potresti disegnare un drago?",
  "Crea un'immagine di un faro al tramonto",
  "Desenhe um gato",
  "Gere uma imagem de um farol ao anoitecer",
  "Você pode criar uma ilustração de um dragão?",
  "Teken een kat",
  "Maak een afbeelding van een vuurtoren",
  "Kun je voor mij een draak tekenen?",
  "Narysuj kota",
  "Wygeneruj obraz latarni morskiej o zmierzchu",
  "Нарисуй кошку",
  "Можешь нарисовать дракона?",
  "Сгенерируй изображение маяка на закате",
  "Намалюй кота",
  "Створи зображення маяка",
  "Bana bir kedi çiz",
  "Bir deniz fenerinin resmini çizer misin?",
  "Gün batımında bir deniz feneri görseli oluştur",
  "ارسم قطة",
  "أنشئ صورة لمنارة عند الغروب",
  "एक बिल्ली का चित्र बनाओ",
  "画一只猫",
  "请帮我生成一张日落时灯塔的图片",
  "畫一隻貓",
  "猫の絵を描いて",
  "夕暮れの灯台の画像を生成してください",
  "猫を描いてください",
  "고양이 그림 그려줘",
  "해 질 녘 등대 이미지를 만들어 줘",
  "고양이를 그려 주세요",
];

/** Other work of a chat for people who write code and texts. */
const others: readonly string[] = [
  "",
  "What is in this picture?",
  "Describe the image of the cat",
  "Draw a conclusion from these results",
  "Draw a comparison between Rust and Go",
  "Draw a sequence diagram of the login in Mermaid",
  "Draw an ASCII cat",
  "Draw a circle on a canvas",
  "Sketch a function that parses dates",
  "Create a Docker image of this service",
  "Build a base image for our containers",
  "Create an image upload component with a preview",
  "How do I draw a circle?",
  "Explain how painters draw a cat",
  "Write a story about a painter who draws cats",
  "Make the image responsive",
  "Add an image of the logo to the README",
  "Generate a table of the prices",
  "Draw the function graph of x²",
  "```\ndraw a cat\n```",
  "Zeichne ein Diagramm der Klassen",
  "Wie zeichne ich einen Kreis?",
  "Ziehe einen Schluss aus den Daten",
  "Erstelle ein Systemabbild",
  "Dessine un diagramme de classes",
  "Comment dessiner un chat ?",
  "Dibuja un diagrama de flujo",
  "Нарисуй диаграмму классов",
  "Как нарисовать кошку?",
  "Sınıf diyagramını çiz",
  "画一个流程图",
  "写一个图片上传组件",
  "このコードを説明して",
  "画像を表示するコンポーネントを作って",
  "フローチャートを描いて",
  "순서도를 그려줘",
  "도커 이미지를 만들어 줘",
];

describe("a message that asks for a picture", () => {
  test.each(wanted)("is recognised: %s", (text) => {
    expect(asksForImage(text)).toBe(true);
  });

  test.each(others)("is told from other work: %s", (text) => {
    expect(asksForImage(text)).toBe(false);
  });

  test("is read in a moment, however long it is", () => {
    const began = performance.now();
    for (const unit of ["draw ", "make a ", "please, ", "画", "kannst du ", "a ", "\n", "!"]) asksForImage(unit.repeat(200_000));
    expect(performance.now() - began).toBeLessThan(500);
  });
});
