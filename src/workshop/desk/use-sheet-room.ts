import { useEffect, type RefObject } from 'react'

const name = '--covered-by-sheet'

/**
 * Keeps the model visible above a bottom sheet: sets the height that the sheet covers on the desk.
 */
export function useSheetRoom(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const sheet = panel.current
    const desk = sheet?.parentElement
    if (!sheet || !desk || typeof ResizeObserver === 'undefined') return
    const measure = () => {
      const isSheet = getComputedStyle(sheet).position === 'fixed'
      // Uses the layout position, because the sheet is still sliding in.
      const topPx = window.innerHeight - sheet.offsetHeight
      const coveredPx = isSheet ? desk.getBoundingClientRect().bottom - topPx : 0
      desk.style.setProperty(name, `${Math.max(0, Math.round(coveredPx))}px`)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(sheet)
    observer.observe(desk)
    return () => {
      observer.disconnect()
      desk.style.removeProperty(name)
    }
  }, [panel])
}
