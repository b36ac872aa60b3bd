import { use, useLayoutEffect, useState } from 'react'
import type { Groups } from '../parse/block.ts'
import { IsWholeContext } from '../lazy/lazy-boxes.ts'
import type { TokenLine } from './highlight.ts'
import { findLanguage } from './languages.ts'

/**
 * Returns tokens for the lines of a code block. The tokens may belong to older lines, so callers
 * must compare `lines`.
 */
export function useHighlight(
  { label, lines, isOpen }: Code,
  readLiveText: () => string,
): Highlighted | undefined {
  const [highlighted, setHighlighted] = useState<Highlighted>()
  const [colours] = useState(() => createDeferredHighlighter(setHighlighted, readLiveText))
  // Use a layout effect, because a passive effect would schedule an additional task for each delta.
  const isWanted = use(IsWholeContext)
  useLayoutEffect(() => {
    if (isWanted) colours.show(label, lines, isOpen)
  }, [colours, label, lines, isOpen, isWanted])
  useLayoutEffect(() => colours.stop, [colours])
  return highlighted
}

const quietMs = 250

export type Highlighted = { lines: readonly string[]; tokens: readonly TokenLine[] }

export type DeferredHighlighter = {
  show: (label: string, lines: Groups<string>, isOpen: boolean) => void
  stop: () => void
}

type Code = { label: string; lines: Groups<string>; isOpen: boolean }

/**
 * Highlights code once the code is complete or has not changed for a while.
 * @param readLiveText returns the text after the last line, which grows without a call of `show`.
 * @param colour returns the tokens, or undefined if there are none.
 */
export function createDeferredHighlighter(
  onColoured: (highlighted: Highlighted) => void,
  readLiveText: () => string,
  colour: typeof loadAndColour = loadAndColour,
): DeferredHighlighter {
  let shown: Code | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let controller: AbortController | undefined
  let dueMs = 0
  let liveText = ''

  const begin = async ({ label, lines }: Code) => {
    controller?.abort()
    const { signal } = (controller = new AbortController())
    const flat = lines.flat()
    const tokens = await colour(flat, label, signal)
    if (!signal.aborted && tokens) onColoured({ lines: flat, tokens })
  }
  const look = () => {
    timer = undefined
    if (shown?.isOpen === true && liveText !== readLiveText()) {
      liveText = readLiveText()
      dueMs = performance.now() + quietMs
    }
    const leftMs = dueMs - performance.now()
    if (leftMs > 1) timer = setTimeout(look, leftMs)
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
      if (!findLanguage(label)) return
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
