import { describe, expect, it } from 'vitest'
import { advance, finish } from './blocks.ts'
import { emptyMarkdown } from './markdown-text.ts'
import { getBlockNode } from './to-html.fixture.ts'
import type { MarkdownBlock } from '../parse/block.ts'

/**
 * Lists the text of each block. Each `|` before a text stands for a `<details>` around its block.
 */
const outline = (blocks: readonly MarkdownBlock[]): string[] =>
  blocks.map((block) => '|'.repeat(block.folds?.length ?? 0) + getNodeText(getBlockNode(block)))

function getNodeText(node: object): string {
  if ('value' in node) return String(node.value)
  return 'children' in node ? (node.children as object[]).map(getNodeText).join('') : ''
}

function grown(text: string) {
  let state = emptyMarkdown
  const seen: string[] = []
  for (let end = 1; end <= text.length; end++) {
    state = advance(state, text.slice(0, end))
    seen.push(outline([...state.settled.flat(), ...state.tail]).join('\n'))
  }
  return { settled: outline(finish(state, text).settled.flat()), seen }
}

const hasTag = (drawn: string) => /[<>]/.test(drawn.replaceAll(/<!--.*-->/g, ''))

describe('details', () => {
  it.each([
    [
      'as GitHub has them',
      'A\n\n<details>\n<summary>S</summary>\n\nB **c**\n\n- d\n\n</details>\n\nE',
      ['A', 'S', '|B c', '|d', 'E'],
    ],
    ['in one block', '<details><summary>S</summary>B *c*</details>\n\nE', ['S', '|B c', 'E']],
    ['without a summary', '<details open>\n\nB\n</details>\nE', ['', '|B', 'E']],
    [
      'in each other',
      '<details><summary>S</summary>\n\n<details><summary>T</summary>\n\nB\n\n</details>\n\nC\n\n</details>\n\nE',
      ['S', '|T', '||B', '|C', 'E'],
    ],
    [
      'around code that speaks of them',
      '<details><summary>S</summary>\n\n```html\n</details>\n```\n\n</details>\n\nE',
      ['S', '|</details>', 'E'],
    ],
    ['that never end', '<details><summary>S</summary>\n\nB\n\nC', ['S', '|B', '|C']],
    ['that never began', 'A\n\n</details>\n\nE', ['A', '', 'E']],
    [
      'in a text with notes',
      '<details><summary>S</summary>\n\nB[^1]\n\n</details>\n\nE [f][g]\n\n[g]: https://a.example\n[^1]: N',
      ['S', '|B', 'E f', ''],
    ],
  ])('parses details blocks %s', (_how, text, blocks) => {
    expect(outline(finish(emptyMarkdown, text).settled.flat())).toEqual(blocks)
    expect(grown(text).settled).toEqual(blocks)
  })

  it('a <details> block never shows an incomplete tag', () => {
    const { seen } = grown(
      'A\n\n<details>\n<summary>S t</summary>\n\nB\n</details>\n\nE <!-- f -->g',
    )
    expect(seen.filter(hasTag)).toEqual([])
  })

  it('finished blocks inside <details> do not change while more text arrives or at the end', () => {
    const text = '<details><summary>S</summary>\n\nB\n\nC\n\nD'
    const before = advance(emptyMarkdown, text)
    const [, settled] = before.settled.flat()
    expect(settled?.folds).toHaveLength(1)
    const after = advance(before, `${text}\n\n</details>\n\nE`)
    expect(after.settled.flat()[1]).toBe(settled)
    expect(finish(after, after.text).settled.flat()[1]).toBe(settled)
  })
})
