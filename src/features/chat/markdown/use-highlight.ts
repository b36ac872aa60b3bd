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
    const controller = new AbortController()
    const { signal } = controller
    const colour = async () => {
      const { colourCode } = await import('./colour-code.ts')
      if (signal.aborted) return
      const flat = lines.flat()
      const tokens = await colourCode(flat, label, signal)
      if (!signal.aborted && tokens) setHighlighted({ lines: flat, tokens })
    }
    // Code without colours is still readable, so a chunk that does not load is no failure.
    const timer = setTimeout(() => void colour().catch(console.warn), isOpen ? quietMs : 0)
    return () => {
      controller.abort()
      clearTimeout(timer)
    }
  }, [label, lines, isOpen])

  return highlighted
}
