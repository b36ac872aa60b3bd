import { use, useLayoutEffect, useState } from 'react'
import type { Groups } from '../parse/groups.ts'
import { createDeferredHighlighter, type Highlighted } from './deferred-highlighter.ts'
import { GrowthContext } from './growth.ts'

/** Colours for the lines of a code block, some of them perhaps outdated: compare `lines` first. */
export function useHighlight(
  label: string,
  lines: Groups<string>,
  isOpen: boolean,
): Highlighted | undefined {
  const [highlighted, setHighlighted] = useState<Highlighted>()
  const growth = use(GrowthContext)
  const [colours] = useState(() => {
    const onColoured = (coloured: Highlighted) => {
      // Highlighting replaces the text node, and words that React has not rendered would be lost.
      growth.catchUp()
      setHighlighted(coloured)
    }
    return createDeferredHighlighter(onColoured, undefined, growth)
  })
  // With each word that comes, and effects of the other kind take a task of their own each time.
  useLayoutEffect(() => colours.show(label, lines, isOpen), [colours, label, lines, isOpen])
  useLayoutEffect(() => colours.stop, [colours])
  return highlighted
}
