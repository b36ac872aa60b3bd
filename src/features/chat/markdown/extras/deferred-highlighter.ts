import type { Groups } from '../parse/groups.ts'
import type { Growth } from './growth.ts'
import type { TokenLine } from './highlight.ts'
import { languageOf } from './languages.ts'

/** A block that still grows is coloured when no word has come for this long. */
const quietMs = 250

export type Highlighted = { lines: readonly string[]; tokens: readonly TokenLine[] }

export type DeferredHighlighter = {
  /** Called with every change of the code; costs next to nothing. */
  show: (label: string, lines: Groups<string>, isOpen: boolean) => void
  /** Forgets what is wanted; the next `show` begins again. */
  stop: () => void
}

type Code = { label: string; lines: Groups<string>; isOpen: boolean }

/**
 * Colours code once it has stopped growing, or has for a while. One timer serves many words: it looks
 * how long ago the last one came, instead of being set anew with each.
 *
 * @param colour makes the colours, or nothing where there are none.
 * @param unshown words on the page that `show` does not know yet.
 */
export function createDeferredHighlighter(
  onColoured: (highlighted: Highlighted) => void,
  colour: typeof loadAndColour = loadAndColour,
  unshown?: Growth,
): DeferredHighlighter {
  let shown: Code | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let controller: AbortController | undefined
  let dueMs = 0

  const begin = async ({ label, lines }: Code) => {
    const { signal } = (controller = new AbortController())
    const flat = lines.flat()
    const tokens = await colour(flat, label, signal)
    if (!signal.aborted && tokens) onColoured({ lines: flat, tokens })
  }
  const look = () => {
    timer = undefined
    const grownAtMs = unshown?.grownAtMs()
    const quietAtMs = grownAtMs === undefined ? dueMs : Math.max(dueMs, grownAtMs + quietMs)
    const leftMs = quietAtMs - performance.now()
    if (leftMs > 1) timer = setTimeout(look, leftMs)
    else if (grownAtMs !== undefined) unshown?.catchUp()
    // Code without colours is still readable, so a chunk that does not load is no failure.
    else if (shown) begin(shown).catch(console.warn)
  }
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
    controller?.abort()
    controller = undefined
    shown = undefined
  }

  return {
    show(label, lines, isOpen) {
      if (shown?.lines === lines && shown.label === label && shown.isOpen === isOpen) return
      if (shown?.label !== label || !isOpen) stop()
      if (!languageOf(label)) return
      controller?.abort()
      shown = { label, lines, isOpen }
      const waitMs = isOpen ? quietMs : 0
      dueMs = performance.now() + waitMs
      timer ??= setTimeout(look, waitMs)
    },
    stop,
  }
}

async function loadAndColour(lines: readonly string[], label: string, signal: AbortSignal) {
  const { colourCode } = await import('./colour-code.ts')
  return signal.aborted ? undefined : colourCode(lines, label, signal)
}
