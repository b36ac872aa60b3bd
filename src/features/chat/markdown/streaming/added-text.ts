import { mayCite, mayRefer } from '../parse/citation.ts'
import type { MarkdownBlock, CodeBlock } from '../parse/block.ts'
import { ownValue } from '#lib/own-value.ts'

const textMayFollow = ['strong', 'emphasis', 'delete', 'inlineCode', 'link'] as const
export type TextBehind = (typeof textMayFollow)[number]

export type AddedText = {
  /** The text before the addition: the whole text, or the last line of code. */
  after: string
  /** Empty if nothing visible changed. */
  added: string
  behind?: TextBehind
}

/**
 * Returns the text that turns `before` into `after` when appended to its last text; undefined if
 * anything else differs.
 */
export function addedText(
  before: readonly MarkdownBlock[],
  after: readonly MarkdownBlock[],
): AddedText | undefined {
  const [old, now] = [before.at(-1), after.at(-1)]
  if (old?.kind === 'code' || now?.kind === 'code') {
    return old?.kind === 'code' && now?.kind === 'code' && after.length === 1
      ? addedCode(old, now)
      : undefined
  }
  const found = addedTo(before, after)
  return !found || found.added === '' || mayFollow(found) ? found : undefined
}

/**
 * Returns whether words can be appended without changing the existing rendering. Before the first
 * letter of a text they cannot, because that letter decides the text's direction.
 */
export const mayFollow = ({ after }: TextPlace): boolean => letter.test(after) && !alert.test(after)

const letter = /\p{L}/u
/** Matches text that starts like an alert: a complete `[!NOTE]` becomes a title. */
const alert = /^\[!/

function addedCode(before: CodeBlock, after: CodeBlock): AddedText | undefined {
  const { offset, isOpen, lines } = before
  const isSameBlock = offset === after.offset && isOpen && after.isOpen
  const [old = [], grown = []] = [lines.at(-1), after.lines.at(-1)]
  const last = old.length - 1
  const [line, longer] = [old[last], grown[last]]
  if (!isSameBlock || lines.length !== after.lines.length || longer === undefined) return undefined
  if (line === undefined || !longer.startsWith(line)) return undefined
  // Only the last line of an open code block can change.
  const added = [longer.slice(line.length), ...grown.slice(old.length)].join('\n')
  return { after: line, added }
}

/** Returns whether a part of the text is rendered as a link: a citation or an equation's number. */
const isReplaced = (text: string): boolean => mayCite(text) || mayRefer(text)

const contents = new Set(['node', 'items', 'rows', 'pieces', 'children'])
const nothing: AddedText = { after: '', added: '' }
const plainTypes = new Set<unknown>(['text', 'inlineCode'])

function addedTo(before: unknown, after: unknown): AddedText | undefined {
  if (before === after) return nothing
  if (isList(before) && isList(after)) {
    if (after.length === before.length + 1) return addedBehind(before, after)
    const end = before.length - 1
    const isSameStart =
      after.length === before.length &&
      before.every((one, at) => at === end || isSame(one, after[at]))
    return isSameStart ? addedTo(before[end], after[end]) : undefined
  }
  if (!isRecord(before) || !isRecord(after)) return undefined
  const grown = Object.keys(after).filter(
    (key) => contents.has(key) || !isSame(ownValue(before, key), ownValue(after, key)),
  )
  const [key] = grown
  if (key === undefined) return nothing
  if (grown.length > 1) return undefined
  const [old, now] = [ownValue(before, key), ownValue(after, key)]
  if (contents.has(key)) return addedTo(old, now)
  const isText = key === 'value' && plainTypes.has(after['type'])
  if (!isText || typeof old !== 'string' || typeof now !== 'string') return undefined
  // Do not append if a citation number becomes complete, because it is rendered as a link.
  if (!now.startsWith(old) || isReplaced(now) !== isReplaced(old)) return undefined
  return { after: old, added: now.slice(old.length) }
}

function addedBehind(before: readonly unknown[], after: readonly unknown[]): AddedText | undefined {
  const text = after.at(-1)
  const added = isRecord(text) && text['type'] === 'text' ? text['value'] : undefined
  const place = placeBehind(before.at(-1))
  if (!place || typeof added !== 'string' || isReplaced(added)) return undefined
  return before.every((one, at) => isSame(one, after[at])) ? { ...place, added } : undefined
}

export type TextPlace = Omit<AddedText, 'added'>

/**
 * Returns the position after an inline element; undefined if text after it is not rendered as plain
 * text.
 */
export function placeBehind(element: unknown): TextPlace | undefined {
  if (!isRecord(element)) return undefined
  const behind = textMayFollow.find((type) => type === element['type'])
  const inside = isList(element['children']) ? element['children'].at(-1) : element
  const value = isRecord(inside) && plainTypes.has(inside['type']) ? inside['value'] : undefined
  return behind && typeof value === 'string' ? { after: value, behind } : undefined
}

function isSame(before: unknown, after: unknown): boolean {
  if (before === after) return true
  if (isList(before) && isList(after)) {
    return before.length === after.length && before.every((one, at) => isSame(one, after[at]))
  }
  if (!isRecord(before) || !isRecord(after)) return false
  const keys = Object.keys(after)
  return (
    keys.length === Object.keys(before).length &&
    keys.every((key) => isSame(ownValue(before, key), ownValue(after, key)))
  )
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !isList(value)
