import { useEffect, useState } from 'react'
import type { TokenLine } from './highlight.ts'
import type { Groups } from './groups.ts'
import { languageOf } from './languages.ts'

/** A block that still grows is coloured when no word has come for this long. */
const quietMs = 250

export type Highlighted = { lines: readonly string[]; tokens: readonly TokenLine[] }

/** Colours for the lines of a code block, some of them perhaps outdated: compare `lines` first. */
export function useHighlight(
  label: string,
  lines: Groups<string>,
  isOpen: boolean,
): Highlighted | undefined {
  const [highlighted, setHighlighted] = useState<Highlighted>()

  useEffect(() => {
    if (!languageOf(label)) return
    let isCurrent = true
    const colour = async () => {
      const flat = lines.flat()
      const { highlight } = await import('./highlight.ts')
      const tokens = isCurrent ? await highlight(flat.join('\n'), label) : undefined
      if (isCurrent && tokens) setHighlighted({ lines: flat, tokens })
    }
    // Code without colours is still readable, so a chunk that does not load is no failure.
    const timer = setTimeout(() => void colour().catch(console.warn), isOpen ? quietMs : 0)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [label, lines, isOpen])

  return highlighted
}
