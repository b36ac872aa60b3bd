export type PdfPageText = { str: string; hasEOL: boolean }

/** Part of a text piece to mark, as fractions from 0 to 1 of its line. */
export type MarkedPart = { item: number; from: number; to: number }

/**
 * Returns the parts of a page's text pieces that a passage covers. Ignores white space, because the
 * server removes some white space.
 */
export function findMarks(items: readonly PdfPageText[], passage: string): MarkedPart[] {
  const wanted = squeeze(passage)
  if (wanted === '') return []
  let text = ''
  const pieces = items.map(({ str }) => {
    const start = text.length
    text += squeeze(str)
    return { start, end: text.length }
  })
  const at = text.indexOf(wanted)
  if (at === -1) return []
  return pieces.flatMap(({ start, end }, item) => {
    const [from, to] = [Math.max(start, at), Math.min(end, at + wanted.length)]
    if (from >= to) return []
    const length = end - start
    return [{ item, from: (from - start) / length, to: (to - start) / length }]
  })
}

const squeeze = (text: string): string => text.replaceAll(/\s+/g, '')
