package dev.partnercatalog.standalone;

/** Measures in the browser whether text has the contrast that WCAG 2.2 requires at level AA. */
final class Contrast {

    /** Returns the texts that don't, each with its ratio. */
    static final String SCRIPT = """
            const channels = (color) => color.match(/[\\d.]+/g).map(Number);
            const luminance = (color) => {
              const [r, g, b] = channels(color).slice(0, 3).map((c) => c / 255)
                  .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
              return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            const isOpaque = (color) => (channels(color)[3] ?? 1) === 1;
            const ground = (element) => {
              for (let e = element; e; e = e.parentElement) {
                const color = getComputedStyle(e).backgroundColor;
                if (isOpaque(color)) return color;
              }
              return "rgb(255, 255, 255)";
            };
            return [...document.querySelectorAll("body *")]
                .filter((e) => e.checkVisibility() && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
                .map((e) => {
                  const style = getComputedStyle(e);
                  const color = e instanceof SVGElement ? style.fill : style.color;
                  const [low, high] = [luminance(color), luminance(ground(e))].sort((a, b) => a - b);
                  const size = parseFloat(style.fontSize);
                  const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
                  return {text: e.textContent, ratio: (high + 0.05) / (low + 0.05), least: large ? 3 : 4.5};
                })
                .filter((found) => found.ratio < found.least)
                .map((found) => found.text + ": " + found.ratio.toFixed(2));
            """;

    private Contrast() {}
}
