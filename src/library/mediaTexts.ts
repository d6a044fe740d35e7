/** The English texts that are shared by panels that show media. */
export const mediaTexts = {
  zoomIn: "Zoom In",
  zoomOut: "Zoom Out",
  zoomFit: "Show the Whole Image",
  zoomActual: "Show All Pixels: 100 %",
  zoomedImage: "{0}, {1} %",
  zoomHelp: "Zoom with plus, minus and 0 or with Ctrl and the wheel; move with the arrows or the pointer",
  percent: "{0} %",
  swipeSlider: "Edge",
  onionSkinSlider: "Opacity",
  differenceSlider: "Brightness",
  rate: "{0, plural, one {Rate with # star} other {Rate with # stars}}",
  rateClear: "Clear the Rating",
  stars: "{0, plural, one {# star} other {# stars}}",
} as const;
