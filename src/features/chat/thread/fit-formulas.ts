/** Of an A4 page between narrow margins, which is narrower than Letter; in CSS pixels, as paper has them. */
const paperPx = 690
/** Smaller ones could not be read. */
const scaleMin = 0.3

/**
 * Formulas go on below at their signs, but a matrix has nowhere to: one wider than paper is set smaller, by the style
 * for print.
 */
export function fitFormulas(page: ParentNode = document): void {
  const fitted = [...page.querySelectorAll<HTMLElement>('[data-thread] [data-math="display"]')].map(
    (formula) => {
      const parts = [...formula.querySelectorAll('.base')]
      const widthPx = Math.max(0, ...parts.map((part) => part.getBoundingClientRect().width))
      return { formula, scale: Math.max(scaleMin, Math.min(1, paperPx / widthPx)) }
    },
  )
  // All are measured before the first is changed: each would lay out the page once more.
  for (const { formula, scale } of fitted) {
    if (scale < 1) formula.style.setProperty('--print-scale', String(scale))
  }
}
