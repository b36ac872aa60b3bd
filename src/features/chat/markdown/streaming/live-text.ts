import type { Node, Nodes, PhrasingContent } from 'mdast'
import type { MarkdownBlock } from '../parse/block.ts'
import { incompleteMarkerLine } from './complete.ts'
import type { TextEnd } from './lines.ts'

/** The place in a tree at which text without Markdown syntax appears as it arrives. */
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

/** Words and punctuation without a meaning in Markdown. */
const plain = /^[\p{L}\p{M}\p{N} ,;:.?()'"’“”–—]*$/u
/** A word that can be extended without becoming an address or a marker. */
const plainWord = /^[\p{L}\p{M}\p{N},;()'"’“”–—]*$/u
/** The last word of a text. It can gain a meaning together with the following text. */
const lastWord = /[^\s]*$/

/** A marker whose content has not arrived yet. */
const loneMark = /(?<= )(?:\*{1,2}|`|\[)$/

/** Upper bound of UTF-16 units that are appended before the tail is parsed again. */
const unreadLengthMax = 160
/** Longest word that is handled here; longer ones are left to the parser. */
const wordLengthMax = 64

/** The last rendered state of the tail. */
export type DrawnTail = {
  /** The parsed blocks, unchanged while only words are appended. */
  blocks: readonly MarkdownBlock[]
  /** Text that has arrived since, shown at the place for it in the blocks. */
  liveText: string
  source: string | undefined
  /** True if the blocks have a place for words, and the last word is rendered as written. */
  canGrow: boolean
  /** True if a marker or bracket is open at the end. */
  isOpen: boolean
  /** Offset of the tail in the text. */
  start: number
  /** End of the rendered text, without trailing spaces. */
  end: number
  parsedEnd: number
}

/**
 * Appends words to the tail without parsing. Most deltas contain only words. Also accepts text that
 * is not visible yet. Returns undefined if anything else has arrived, or if the last word may
 * become a marker or a link.
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
 * Removes the end of `added` that is not visible yet: a line end with the start of the next line,
 * or a marker without content. If this end were parsed now, it would be parsed twice.
 */
function withoutUnseen({ isOpen }: DrawnTail, added: string): string | undefined {
  // Text at the end of an open marker or bracket is visible, so it must be parsed.
  if (isOpen) return undefined
  const lineEnd = added.indexOf('\n')
  if (lineEnd === -1) return added.replace(loneMark, '')
  const [last = '', ...others] = added.slice(lineEnd).split('\n').toReversed()
  const isUnseen = isBlank(last) || incompleteMarkerLine.test(last)
  return isUnseen && others.every(isBlank) ? added.slice(0, lineEnd) : undefined
}

const isBlank = (line: string): boolean => line.trim() === ''

type End = {
  /** True if words belong inside the innermost marker, not after it. */
  isMarked: boolean
  /** The last character of the text, which must also be the last one rendered. */
  character: string
}

/**
 * Adds a place for words behind the last text of blocks that were just parsed. @returns whether
 * there is such a place.
 */
export function addLiveText(blocks: readonly MarkdownBlock[], end: End): boolean {
  const block = blocks.at(-1)
  switch (block?.kind) {
    case 'node':
      return addIn(block.node, end)
    case 'list':
      return addIn(block.items.at(-1)?.at(-1)?.node, end)
    case 'table':
      // Words after a cell border would start a new cell. A new cell needs parsing.
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
const holdsBlocks = new Set<string>(['blockquote', 'list', 'listItem', 'tableRow'])

function addIn(node: Nodes | undefined, end: End): boolean {
  if (!node || !('children' in node)) return false
  if (holdsText.has(node.type)) return addBehind(node.children as PhrasingContent[], end)
  return holdsBlocks.has(node.type) && addIn(node.children.at(-1), end)
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

/** Inline elements behind which text is rendered as plain text. */
const textMayFollow = new Set<string>(['strong', 'emphasis', 'delete', 'inlineCode', 'link'])
const letter = /\p{L}/u
/** Matches text that starts like an alert: a complete `[!NOTE]` becomes a title. */
const alert = /^\[!/

/**
 * Returns whether words behind a node leave its rendering unchanged. Before the first letter they do
 * not, because that letter decides the text's direction.
 */
function mayFollow(node: PhrasingContent): boolean {
  if (node.type === 'text') return letter.test(node.value) && !alert.test(node.value)
  const inside = 'children' in node ? node.children.at(-1) : node
  return (
    textMayFollow.has(node.type) &&
    (inside?.type === 'text' || inside?.type === 'inlineCode') &&
    letter.test(inside.value)
  )
}
