export function randomFrom(seed: number): (limit: number) => number {
  let state = seed * 2_654_435_761
  return (limit) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return Math.floor((state / 2 ** 32) * limit)
  }
}

/** Fragments of Markdown that are combined randomly. Some fragments are invalid. */
const bits =
  `word|two words|. |, |**|*|_|~~|\`|\`\`|[|](https://a.example/b)|][a]|[a]: https://a.example|[^1]|[^1]: note|![|<b>|
</b>|<!-- |-->|&amp;|\\|\\*|$x_1$|$5|$$|\\(y\\)|\\[|\\]|# |## |- |* |1. |2) |> |  |    |\t|---|===|\`\`\`|\`\`\`ts|~~~|
const a = [1]|- [x] |+ |www.a.example|a@b.example|é — 🎉|http://c.example/d_e|后面|：**|**（|。|~~。|$ a $|5 $|$ 5|
\\eqref{a}|\\begin{align}|\\end{align}|\\label{a}|(|)|![](data:image/png;base64,AA==)`
    .replaceAll('\n', '')
    .split('|')
    .concat(
      '|',
      '| a | b |',
      '|---|---|',
      '$|x|$',
      '`a|b`',
      '\n',
      '\n',
      '\n',
      '\n\n',
      '\n\n',
      ' ',
      ' ',
      '\r\n',
    )

/** Generates random, often invalid Markdown. The same seed gives the same text. */
export const createRandomMarkdown = (seed: number): string => {
  const below = randomFrom(seed)
  return Array.from({ length: 8 + below(45) }, () => bits[below(bits.length)]).join('')
}
