// This lint rule forbids class names with sizes, colours and durations that are not tokens of
// `src/ui/tokens.css`, and those that name the left or the right.

const colour = String.raw`(?:#|rgb|hsl|oklch|oklab|lab|lch|color-mix|color\()`

const forbidden = [
  {
    pattern: new RegExp(
      String.raw`(?<![\w-])(?:text|bg|border|outline|ring|fill|stroke|from|via|to|divide|accent|caret|decoration|shadow)-\[[^\]]*${colour}`,
    ),
    advice: 'Use a colour of tokens.css',
  },
  {
    pattern: /(?<![\w-])(?:text|leading)-\[-?[\d.]+(?:px|rem)\]/,
    advice: 'Use a text size of tokens.css',
  },
  {
    pattern: /(?<![\w-])rounded(?:-[trbl]{1,2})?-\[[\d.]+(?:px|rem|em)\]/,
    advice: 'Use a radius of tokens.css',
  },
  { pattern: /(?<![\w-])shadow-\[/, advice: 'Use a shadow of tokens.css' },
  {
    pattern: /(?<![\w-])(?:duration|delay)-(?:\d+|\[[\d.]+m?s\])(?![\w-])/,
    advice: 'Use a duration of tokens.css, such as duration-(--motion-menu)',
  },
  {
    // `left-1/2` with a translation centres, which is the same in both directions.
    pattern:
      /(?<![\w-])-?(?:(?:scroll-)?[mp][lr]-|border-[lr](?![a-z])|rounded-[lr](?![a-z])|text-(?:left|right)(?![\w-])|(?:left|right)-(?!1\/2)(?:\d|\[|auto|full|px))/,
    advice: 'Use a class for both writing directions, such as ms-2, ps-2, start-0 or text-start,',
  },
]

/** Reports raw values in all strings that look like class names. */
export const rawValues = {
  create(context) {
    function check(node, text) {
      for (const { pattern, advice } of forbidden) {
        const [found] = pattern.exec(text) ?? []
        if (found !== undefined) context.report({ node, message: `${advice} instead of ${found}.` })
      }
    }
    return {
      Literal(node) {
        if (typeof node.value === 'string') check(node, node.value)
      },
      TemplateElement(node) {
        check(node, node.value.raw)
      },
    }
  },
}
