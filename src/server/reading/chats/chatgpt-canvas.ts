import { asList, asString, isRecord } from '#lib/fields.ts'
import { toArguments, toToolName, type ForeignPiece } from './foreign-said.ts'
import { showDocument, toLanguage, type MadeDocument } from './made-document.ts'

/** The canvas document of a branch. ChatGPT edits one document at a time. */
export type CanvasDocument = MadeDocument | undefined

/**
 * Reads a request to the canvas.
 * @returns the piece of the answer, and the canvas after the request.
 */
export function readCanvas(
  { recipient, text, id }: { recipient: string; text: string; id: string },
  canvas: CanvasDocument,
): { piece: ForeignPiece; canvas: CanvasDocument } {
  const given = parseObject(text)
  const call = { name: toToolName(recipient), arguments: toArguments(text), at: 0 }
  if (recipient.endsWith('create_textdoc') && given && typeof given['content'] === 'string') {
    const made: MadeDocument = {
      id,
      title: asString(given['name']),
      language: toLanguage(asString(given['type'])),
      content: given['content'],
    }
    return { piece: showDocument(made), canvas: made }
  }
  if (!recipient.endsWith('update_textdoc') || !given) return { piece: { calls: [call] }, canvas }
  const content = applyUpdates(canvas?.content, asList(given['updates']))
  const base = canvas ?? { id, title: '', language: 'markdown' }
  if (content === undefined) {
    const gap = `A change of the canvas “${base.title || 'Document'}” is listed, but not applied.`
    return { piece: { calls: [call], gaps: [gap] }, canvas }
  }
  const changed = { ...base, content }
  return { piece: showDocument(changed), canvas: changed }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Applies updates whose pattern is the whole document or plain text. Other patterns are regular
 * expressions of Python, which could take very long.
 */
function applyUpdates(before: string | undefined, updates: readonly unknown[]): string | undefined {
  let content = before
  for (const update of updates) {
    if (!isRecord(update)) return undefined
    const pattern = asString(update['pattern'])
    const replacement = asString(update['replacement'])
    if (/^(?:\(\?s\))?\^?\.[*+]\$?$/.test(pattern)) {
      content = replacement
      continue
    }
    const plain = toPlainText(pattern)
    if (plain === undefined || content === undefined || !content.includes(plain)) return undefined
    const times = update['multiple'] === true ? content.split(plain).length - 1 : 1
    if (content.length + times * replacement.length > lengthMax) return undefined
    content =
      times > 1
        ? content.replaceAll(plain, () => replacement)
        : content.replace(plain, () => replacement)
  }
  return updates.length > 0 ? content : undefined
}

/**
 * Maximum length of a document, in UTF-16 units. Changes that each double a document would
 * otherwise fill the memory.
 */
const lengthMax = 2_000_000

function toPlainText(pattern: string): string | undefined {
  const rest = pattern.replaceAll(/\\[^\w]/g, '')
  if (pattern === '' || /[\\^$.*+?()[\]{}|]/.test(rest)) return undefined
  return pattern.replaceAll(/\\([^\w])/g, '$1')
}
