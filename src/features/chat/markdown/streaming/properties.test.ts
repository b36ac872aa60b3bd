import type { Nodes } from 'mdast'
import { describe, expect, it } from 'vitest'
import { toBlock, type MarkdownBlock } from '../parse/block.ts'
import { advance, finish } from './blocks.ts'
import { emptyMarkdown, type MarkdownText } from './markdown-text.ts'
import { parser } from '../parse/parse.ts'
import { randomFrom, createRandomMarkdown } from './random-text.fixture.ts'
import { getBlockNode, getShownNodes } from './to-html.fixture.ts'

function grow(text: string, seed: number): { live: MarkdownText[]; settled: MarkdownText } {
  const below = randomFrom(seed + 1_000_000)
  const longest = [1, 3, 9, 40][below(4)] ?? 1
  const live: MarkdownText[] = []
  let state = emptyMarkdown
  for (let end = 0; end < text.length;) {
    end += 1 + below(longest)
    state = advance(state, text.slice(0, end))
    live.push(state)
  }
  return { live, settled: finish(state, text) }
}

function plain(nodes: readonly Nodes[]): unknown[] {
  const result: Record<string, unknown>[] = []
  for (const node of nodes) {
    const last = result.at(-1)
    if (node.type === 'text' && last?.['type'] === 'text') {
      last['value'] = `${String(last['value'])}${node.value}`
      continue
    }
    const { position: _, ...rest } = node
    result.push('children' in node ? { ...rest, children: plain(node.children) } : { ...rest })
  }
  return result
}

const drawn = (blocks: readonly MarkdownBlock[]) => plain(blocks.map(getBlockNode))

const parsed = (text: string) => parser.blocks(text).map((node) => toBlock(node, 0))

const cases = Array.from({ length: 120 }, (_, seed) => seed)

describe('random Markdown split at random positions', () => {
  // This test takes seconds, because it parses 120 texts in pieces and as a whole.
  it('results in the same tree as the whole text', () => {
    for (const seed of cases) {
      const text = createRandomMarkdown(seed)
      const { settled } = grow(text, seed)
      const whole = finish(emptyMarkdown, text)
      expect({ text, blocks: drawn(settled.settled.flat()), notes: settled.footnotes }).toEqual({
        text,
        blocks: drawn(whole.settled.flat()),
        notes: whole.footnotes,
      })
    }
  })

  it('results in the same blocks as a single parse if there are no references', () => {
    for (const seed of cases) {
      const text = createRandomMarkdown(seed).replaceAll('[', '(')
      const { settled } = grow(text, seed)
      const blocks = drawn(settled.settled.flat())
      expect({ text, blocks }).toEqual({ text, blocks: drawn(parsed(text)) })
    }
  })

  it('shows the same intermediate states however it is split', () => {
    for (const seed of cases.slice(0, 40)) {
      // References and two-character line breaks are only resolved at the end.
      const text = createRandomMarkdown(seed).replaceAll('\r', '').replaceAll('[', '(')
      const { live } = grow(text, seed)
      const looked = live.filter((state, at) => at % 3 === 0 && !/\s$/.test(state.text))
      for (const state of looked) {
        const fresh = advance(emptyMarkdown, state.text)
        expect({ text: state.text, blocks: plain(getShownNodes(state)) }).toEqual({
          text: state.text,
          blocks: plain(getShownNodes(fresh)),
        })
      }
    }
  })
})
