import type { Node, Nodes, PhrasingContent } from 'mdast'
import type { MarkdownBlock } from '../parse/block.ts'
import { incompleteMarkerLine } from './complete.ts'
import type { TextEnd } from './lines.ts'

/** The place in a tree where arriving text without Markdown syntax is shown. */
export interface LiveTextPlace extends Node {
  type: 'liveText'
}

declare module 'mdast' {
  interface PhrasingContentMap {
    liveText: LiveTextPlace
  }
  interface RootContentMap {
    liveText: LiveTextPlace
  }
}

/** Matches words and punctuation without a meaning in Markdown. */
const plain = /^[\p{L}\p{M}\p{N} ,;:.?()'"’“”–—]*$/u
/** Matches a word that cannot become a URL or a marker when more text arrives. */
const plainWord = /^[\p{L}\p{M}\p{N},;()'"’“”–—]*$/u
const lastWord = /[^\s]*$/

/** Matches a marker whose content has not arrived yet. */
const loneMark = /(?<= )(?:\*{1,2}|`|\[)$/

/** Maximum number of UTF-16 units that are appended before the tail is parsed again. */
const unreadLengthMax = 160
/** Maximum length in UTF-16 units of a word that is appended without parsing. */
const wordLengthMax = 64

export type DrawnTail = {
  /** The parsed blocks, which do not change while only words are appended. */
  blocks: readonly MarkdownBlock[]
  liveText: string
  source: string | undefined
  canGrow: boolean
  isOpen: boolean
  start: number
  end: number
  parsedEnd: number
}

/**
 * Appends words to the tail without parsing, because most deltas contain only words. Returns
 * undefined if the new text needs parsing.
 */
export function appendPlainText(drawn: DrawnTail, text: TextEnd): DrawnTail | undefined {
  const { end, parsedEnd, canGrow, liveText } = drawn
  if (!canGrow || text.length - parsedEnd > unreadLengthMax) return undefined
  const added = text.slice(end)
  const shown = plain.test(added) ? added : withoutUnseen(drawn, added)
  if (shown === undefined || !plain.test(shown)) return undefined
  const words = shown.trimEnd()
  if (words === '') return drawn
  const word = lastWord.exec(text.slice(end - wordLengthMax, end))?.[0] ?? ''
  const goesOn = !words.startsWith(' ')
  if (word.length === wordLengthMax || (goesOn && !plainWord.test(word))) return undefined
  if (/www\./i.test(word + words)) return undefined
  return { ...drawn, liveText: liveText + words, source: undefined, end: end + words.length }
}

/**
 * Removes the end of `added` that is not visible yet, such as a line end. Otherwise the end would
 * be parsed twice.
 */
function withoutUnseen({ isOpen }: DrawnTail, added: string): string | undefined {
  // Text inside an open marker or bracket is already visible, so the text must be parsed.
  if (isOpen) return undefined
  const lineEnd = added.indexOf('\n')
  if (lineEnd === -1) return added.replace(loneMark, '')
  const [last = '', ...others] = added.slice(lineEnd).split('\n').toReversed()
  const isUnseen = isBlank(last) || incompleteMarkerLine.test(last)
  return isUnseen && others.every(isBlank) ? added.slice(0, lineEnd) : undefined
}

const isBlank = (line: string): boolean => line.trim() === ''

type End = {
  /** True if words belong inside the innermost marker, not after the marker. */
  isMarked: boolean
  character: string
}

/**
 * Adds a place for words after the last text of blocks that were just parsed.
 * @returns whether this was possible.
 */
export function addLiveText(blocks: readonly MarkdownBlock[], end: End): boolean {
  const block = blocks.at(-1)
  switch (block?.kind) {
    case 'node':
      return addIn(block.node, end)
    case 'list':
      return addIn(block.items.at(-1)?.at(-1)?.node, end)
    case 'table':
      // Words after a cell border start a new cell, which needs parsing.
      return end.character !== '|' && addIn(block.rows.at(-1)?.at(-1)?.node, end)
    case 'long-paragraph':
      return addBehind(block.pieces.at(-1)?.at(-1)?.node ?? [], end)
    case 'code':
    case 'fold':
    case 'fold-end':
    case undefined:
      return false
  }
}

const holdsText = new Set<string>(['paragraph', 'heading', 'tableCell'])
/** Types of nodes whose last text cannot continue with new words. */
const holdsNoWords = new Set<string>(['table', 'footnoteDefinition'])

function addIn(node: Nodes | undefined, end: End): boolean {
  if (!node || !('children' in node)) return false
  if (holdsText.has(node.type)) return addBehind(node.children as PhrasingContent[], end)
  return !holdsNoWords.has(node.type) && addIn(node.children.at(-1), end)
}

function addBehind(nodes: PhrasingContent[], end: End): boolean {
  const last = nodes.at(-1)
  if (!last) return false
  if (last.type === 'text' ? last.value.endsWith(end.character) : !end.isMarked) {
    if (!mayFollow(last)) return false
    nodes.push({ type: 'liveText' })
    return true
  }
  const isMarker = last.type === 'strong' || last.type === 'emphasis' || last.type === 'delete'
  return end.isMarked && isMarker && addBehind(last.children, end)
}

/** Inline elements after which text is rendered as plain text. */
const textMayFollow = new Set<string>(['strong', 'emphasis', 'delete', 'inlineCode', 'link'])
const letter = /\p{L}/u
const alert = /^\[!/

/** Returns whether words can follow a node without changing how the node is rendered. */
function mayFollow(node: PhrasingContent): boolean {
  if (node.type === 'text') return letter.test(node.value) && !alert.test(node.value)
  const inside = 'children' in node ? node.children.at(-1) : node
  return (
    textMayFollow.has(node.type) &&
    (inside?.type === 'text' || inside?.type === 'inlineCode') &&
    letter.test(inside.value)
  )
}
