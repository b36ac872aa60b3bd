import { describe, expect, it } from 'vitest'
import { complete } from './complete.ts'

describe('complete', () => {
  it.each([
    ['open strong text', 'It is **very', 'It is **very**'],
    ['strong text with a space at its end', 'It is **very ', 'It is **very**'],
    ['half of a closing mark', 'It is **very*', 'It is **very**'],
    ['nested marks', 'a **b *c', 'a **b *c***'],
    ['struck text', 'now ~~gone', 'now ~~gone~~'],
    ['a mark with nothing in it', 'It is **', 'It is '],
    ['open code', 'call `fetch(a', 'call `fetch(a`'],
    ['half of a closing run', 'call ``a`b`', 'call ``a`b``'],
    ['a link’s target', 'see [the manual](https://ngi', 'see the manual'],
    ['a link’s text', 'see [the man', 'see the man'],
    ['a link with strong text', 'see [the **man', 'see the **man**'],
    ['a picture', 'see ![a diag', 'see '],
    ['a footnote mark', 'said[^1', 'said'],
    ['a lone dash', 'text\n-', 'text\n'],
    ['half a heading', 'text\n\n##', 'text\n\n'],
    ['half a task', '- [x] a\n- [', '- [x] a\n'],
    ['a head row', '| a | b', '| a | b|\n|-|-|'],
    ['a head row and half of the next', '| a | b |\n|--', '| a | b |\n|-|-|'],
    ['a cell', '| a |\n|---|\n| **b', '| a |\n|---|\n| **b**'],
    ['a cell with its border', '| a |\n|---|\n| b |', '| a |\n|---|\n| b'],
    ['the border before the first cell', '| a |\n|---|\n| b |\n|', '| a |\n|---|\n| b |\n'],
    ['a formula', 'so \\(a + b', 'so '],
    ['a formula in dollars', 'so $a_1 + b', 'so '],
    ['a formula of several lines', 'so\n$$\nx + y', 'so\n```tex\nx + y'],
    ['half of what closes a formula', '\\[\nx\n\\', '```tex\nx\n'],
    ['a tag that says how words look', 'H<sub>2', 'H<sub>2</sub>'],
    ['such a tag in strong text', '**x<sup>2', '**x<sup>2</sup>**'],
    ['half of such a tag', 'H<su', 'H'],
    ['half of its end', 'H<sub>2</s', 'H<sub>2</sub>'],
    ['half of a longer one', 'a <stron', 'a '],
    ['one in bold', 'so <b>this', 'so <b>this</b>'],
    [
      'one with a colour',
      'so <span style="color: red">this',
      'so <span style="color: red">this</span>',
    ],
    ['half of one with a colour', 'so <span style="col', 'so '],
    ['half of what wraps a block', 'so\n\n<div align="cen', 'so\n\n'],
    ['an environment of TeX', 'so\n\\begin{align}\nx &= y', 'so\n```tex\n\\begin{align}\nx &= y'],
    ['half of its first line', 'so\n\\begin{al', 'so\n'],
    ['a dollar that may be a price’s', '$10 and "US$', '$10 and "US'],
    ['a list item', '- a\n- b **c', '- a\n- b **c**'],
  ])('completes %s', (_case, source, expected) => {
    expect(complete(source).text).toBe(expected)
  })

  it.each([
    ['whole text', 'It is **very** `good` [a](https://b.c) and 2 * 3.'],
    ['a price', 'is $5 and more'],
    ['prices', '$5-$10 and "US$3"'],
    ['a comparison', 'a < b and c<d'],
    ['a closed tag', 'H<sub>2</sub>O'],
    ['a tag that a sentence speaks of', 'use <div class="a'],
    ['an environment that was closed', '\\begin{align}\nx\n\\end{align}\nand'],
    ['a whole formula', 'so $a_1$, \\(b_1\\) and c'],
    ['a closed formula of several lines', '$$\nx_1\n$$\nand so'],
    ['a star between numbers', 'is 5*3'],
    ['an index', 'read a[0'],
    ['names with underscores', 'call some_function_name'],
    ['an open code block in a list', '1. do\n   ```js\n   a = **b'],
    ['a code block in which marks are code', '```\n**a\n'],
    ['a number', 'It was in 1999 and 20'],
    ['a command that is no formula', 'write \\cite{a_1} here'],
    ['a backslash before a mark', 'write \\*not'],
    ['a backslash before a border', '| a |\n|---|\n| b \\|'],
    ['bars in a paragraph', 'the length\n|x|'],
  ])('leaves %s unchanged', (_case, source) => {
    expect(complete(source).text).toBe(source)
  })
})
