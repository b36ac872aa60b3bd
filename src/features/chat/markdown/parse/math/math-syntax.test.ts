import { describe, expect, it } from 'vitest'
import type { Nodes } from 'mdast'
import { parser } from '../parse.ts'

function formulas(source: string): string[] {
  const found: string[] = []
  const visit = (node: Nodes) => {
    if (node.type === 'inlineMath') found.push(`${node.isDisplay ? 'd' : 'i'}:${node.value}`)
    if (node.type === 'math') found.push(`b:${node.value}`)
    if ('children' in node) node.children.forEach(visit)
  }
  parser.blocks(source).forEach(visit)
  return found
}

const trimmed = (all: string[]) => all.map((one) => one.replace(/:\s+/, ':').trimEnd())

describe('mathSyntax', () => {
  it.each([
    ['with dollars', 'so $a_1^2 + b$ is', ['i:a_1^2 + b']],
    ['with brackets of models', 'so \\(a_1 * b_1\\), and', ['i:a_1 * b_1']],
    ['apart, within a line', 'so $$x$$ and \\[y\\] then', ['d:x', 'd:y']],
    ['over two lines', 'so $a +\nb$ is', ['i:a +\nb']],
    ['with a dollar in them', 'is $5 \\$ x$ much', ['i:5 \\$ x']],
    ['several', '$x$, $y$ and $z$', ['i:x', 'i:y', 'i:z']],
    ['in a table', '| a |\n|---|\n| $x_1$ |', ['i:x_1']],
    ['as a block', 'a\n$$\nx\n- y\n$$\nb', ['b:x\n- y']],
    ['as a block with an empty line', '$$\nx\n\ny\n$$', ['b:x\n\ny']],
    ['as a block with backslashes', '$$\na \\\\\nb\\,c\n$$', ['b:a \\\\\nb\\,c']],
    ['as a block in brackets', '\\[\nx\n+ y\n\\]\nb', ['b:x\n+ y']],
    ['as a block on one line', '$$ x^2 $$', ['b: x^2 ']],
    ['as a block in brackets on one line', '\\[ x^2 \\]', ['b: x^2 ']],
    ['as a block in a list', '1. a\n\n   $$\n   x\n   $$\n\n2. b', ['b:x']],
    ['as a block in a quote', '> $$\n> x\n> $$\n> b', ['b:x']],
    [
      'as a bare environment',
      'a\n\\begin{align}\nx &= y \\\\\nz &= 1\n\\end{align}\nb',
      ['b:\\begin{align}\nx &= y \\\\\nz &= 1\n\\end{align}'],
    ],
    ['at the start of a line that goes on', '$$x$$ and $y$\n\nso', ['d:x', 'i:y']],
    ['over lines, the last of which goes on', '$$\nx\n$$ where $y$\n\nso', ['d:x', 'i:y']],
    ['of which one counts', 'the $n$th of $k$s', ['i:n', 'i:k']],
    ['behind letters of other scripts', '设$x$为', ['i:x']],
    ['as a block that goes on', '$$\nx', ['b:x']],
    [
      'with spaces inside the dollars',
      '$ a $ and $ b $ with $ 0 < a < 1 $',
      ['i:a', 'i:b', 'i:0 < a < 1'],
    ],
    ['with spaces, in a list', '1. $ \\frac{1}{a} $ and $ AB $', ['i:\\frac{1}{a}', 'i:AB']],
    ['with spaces, in Spanish', 'Sean $ x $ y $ y $ números', ['i:x', 'i:y']],
    [
      'of numbers',
      '$5$, $0.5$, $3 \\times 4$ and $30\\%$',
      ['i:5', 'i:0.5', 'i:3 \\times 4', 'i:30\\%'],
    ],
    ['with an operator as a word', '$10 mod 3$', ['i:10 mod 3']],
    ['beside prices', '$f(x) = x^2$ costs $5, and $x$ is unknown', ['i:f(x) = x^2', 'i:x']],
    ['in Chinese sentences', '令$a=1$，则$b=2$。', ['i:a=1', 'i:b=2']],
    [
      'beside signs',
      '**$x$** 、$y$、"$z$", ($a$, $b$) [$c$]: $n$!',
      ['i:x', 'i:y', 'i:z', 'i:a', 'i:b', 'i:c', 'i:n'],
    ],
    [
      'with signs',
      "$-1$ to $+1$, $\\pm 2$, $\\{1,2\\}$, $|x|$, $f'(x)$",
      ['i:-1', 'i:+1', 'i:\\pm 2', 'i:\\{1,2\\}', 'i:|x|', "i:f'(x)"],
    ],
    ['of intervals', '$[0, 1)$ and $(0, 1]$', ['i:[0, 1)', 'i:(0, 1]']],
  ])('parses formulas in %s', (_case, source, expected) => {
    expect(trimmed(formulas(source))).toEqual(trimmed(expected))
  })

  it.each([
    ['prices', 'from $5 to $10, or $6–$12 a month'],
    ['a price range', '$20,000–$30,000'],
    ['sums in brackets', '($5)/($6)'],
    ['variables of a shell', 'set $HOME and then $PATH there'],
    ['variables side by side', '$HOME/$USER, "$A"-$B or $PATH. A$AP'],
    ['one dollar', 'a $ sign'],
    ['code', 'In jQuery, $(this) and `$(that)` differ; $.ajax vs `$.get`.'],
    ['code between dollars', '$`a`$, $$`b`$$ and \\(`c`\\)'],
    ['code behind two dollars', '$$ is the id of the shell: `echo $$`'],
    ['prices in English', 'from US$20 to $30 (about 20$ or 30$), $5 and 10$'],
    ['prices in Spanish', 'El coste es $30 (unos 20$ más) y $40; 1.234,50 $ y 1.300 $.'],
    ['more prices in Spanish', '$ 12 y $ 15, US$5 o US$ 6, $5 o 6$, **$5** y **10$**'],
    ['sentences with prices in Spanish', 'Cuesta $ 5. El otro cuesta 6 $. Páguelo en $ o en €.'],
    ['prices in French', '5 $ ou 6 $; 5\u00a0$ ou 6\u202f$; 20 $/mois ou 30$; 40 $US. Ou 5 $US.'],
    ['prices in Portuguese', 'R$ 10 e R$ 20, $7. Preço: R$ 5'],
    ['prices in Chinese', '价格是 $5 和 $10，或 5$ 和 10$。'],
    ['shell commands with a dollar', 'use $ npm install, then $ cd app'],
    ['dollars as words', 'in $ or $ and $ + $'],
    ['prices in several dollars', 'US$3 and A$4, HK$5$ or "US$3"$'],
    ['a price range and another currency', '$5-$10 and "US$3"'],
    ['bold prices', '月成本 **$148+ → $19**（省 **87%**，年省 ~$1,550）；可再降到 $15.4/月'],
    ['prices in brackets', '(R$ 12,29/metro), depois **Polo** (R$ 15,83/metro) e (R$ 18,60/metro)'],
    ['prices with letters', 'from $125K → $108K → $76K, at $60-65K, $1.2B to $3.4B (+183%)'],
    [
      'prices per unit',
      'The $20/psf allowance, $35–$50/psf, $0.79/m³, $0.05/GB (first 10 TB), $0.04/GB',
    ],
    ['prices in Chinese sentences', '从 $113 跌到 $5.51，跌 95%'],
    ['sums of prices', 'If $100*2 = $200, then $1 + $2 = $3. 1 ₿ = $60k; $1 = ¥150'],
    ['prices in cells', '| a | b |\n|---|---|\n| $5 | $6 |\n| $5–$6 | $7 |'],
    ['groups of a pattern', 'In the pattern, $1 and $2 are groups: $2$1. ^a$ and ^b$ match.'],
    ['signed prices', '-$5 and +$10, ($3) and $(4), ~$5/~$10, $5-per-user and $6-per-seat'],
    ['prices over lines', 'It costs $5,\nor $6 on Sundays, USD$5 and CAD$7'],
    ['an environment that does not end', '\\begin{align}\nx\n\n\\end{align}'],
    ['an environment of text', '\\begin{itemize}\nx\n\\end{itemize}'],
    ['escaped dollars', '\\$a and b\\$'],
    ['code', '`$a$` and `\\(b\\)`'],
    ['escaped brackets', '\\[not a link](/a) and \\(this\\\\)'],
    [
      'brackets around links',
      'in \\[[EN](https://a.example/en)|[ZH](https://a.example/zh)\\]: one',
    ],
    ['a line of links in brackets', '\\[[EN](https://a.example/en)\\]'],
    ['brackets around nothing', '\\(\\) \\[\\]'],
    ['a bracket at the start of a line', '\\[a\n\nb'],
  ])('finds no formula in %s', (_case, source) => {
    expect(formulas(source)).toEqual([])
  })
})
