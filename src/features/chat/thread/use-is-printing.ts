import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { drawBoxes } from '../markdown/lazy/lazy-boxes.ts'

/** Returns whether the page is being printed. All rows must then be in the DOM. */
export function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    const begin = () => {
      flushSync(() => setIsPrinting(true))
      drawBoxes(document, 'whole')
      fitFormulas()
    }
    const end = () => setIsPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}

/** Width of an A4 page with narrow margins, in CSS pixels. Letter paper is wider. */
const paperPx = 690
/** Minimum scale of a formula. A smaller formula would be unreadable. */
const scaleMin = 0.3

/** Scales formulas that are wider than the paper, because a matrix cannot wrap. */
function fitFormulas(page: ParentNode = document): void {
  const fitted = [...page.querySelectorAll<HTMLElement>('[data-thread] [data-math="display"]')].map(
    (formula) => {
      const parts = [...formula.querySelectorAll('.base')]
      const widthPx = Math.max(0, ...parts.map((part) => part.getBoundingClientRect().width))
      return { formula, scale: Math.max(scaleMin, Math.min(1, paperPx / widthPx)) }
    },
  )
  // Measure all formulas before changing any, because each change forces a layout.
  for (const { formula, scale } of fitted) {
    if (scale < 1) formula.style.setProperty('--print-scale', String(scale))
  }
}
