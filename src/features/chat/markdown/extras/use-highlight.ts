import { use, useLayoutEffect, useState } from 'react'
import type { Groups } from '../parse/groups.ts'
import { createDeferredHighlighter, type Highlighted } from './deferred-highlighter.ts'
import { IsWholeContext } from '../lazy/use-lazy-drawing.ts'

/** Returns tokens for the lines of a code block. They may be outdated: compare `lines` first. */
export function useHighlight(
  label: string,
  lines: Groups<string>,
  isOpen: boolean,
): Highlighted | undefined {
  const [highlighted, setHighlighted] = useState<Highlighted>()
  const [colours] = useState(() => createDeferredHighlighter(setHighlighted))
  // Runs on every delta; passive effects would schedule an additional task each time.
  const isWanted = use(IsWholeContext)
  useLayoutEffect(() => {
    if (isWanted) colours.show(label, lines, isOpen)
  }, [colours, label, lines, isOpen, isWanted])
  useLayoutEffect(() => colours.stop, [colours])
  return highlighted
}
