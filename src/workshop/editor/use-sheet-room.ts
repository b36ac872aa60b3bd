import { useEffect, type RefObject } from 'react'

const below = '--covered-by-sheet'
const end = '--covered-end'

/**
 * Keeps the model beside the panel, by CSS properties for the height that the panel covers at the
 * bottom and the width at the end side.
 */
export function useSheetRoom(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const sheet = panel.current
    const editor = sheet?.parentElement
    if (!sheet || !editor || typeof ResizeObserver === 'undefined') return
    const around = editor.closest('section')
    const measure = () => {
      const isSheet = getComputedStyle(sheet).position === 'fixed'
      // Uses the final position of the panel, which may still be sliding in.
      const topPx = window.innerHeight - sheet.offsetHeight
      const coveredPx = isSheet ? editor.getBoundingClientRect().bottom - topPx : 0
      editor.style.setProperty(below, `${Math.max(0, Math.round(coveredPx))}px`)
      // In a narrow editor, there is no space beside a panel.
      const isBeside = !isSheet && sheet.offsetWidth * 2 < editor.clientWidth
      around?.style.setProperty(end, `${isBeside ? sheet.offsetWidth : 0}px`)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(sheet)
    observer.observe(editor)
    return () => {
      observer.disconnect()
      editor.style.removeProperty(below)
      around?.style.removeProperty(end)
    }
  }, [panel])
}
