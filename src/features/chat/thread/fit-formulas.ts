/** Width of an A4 page with narrow margins, in CSS pixels; narrower than Letter. */
const paperPx = 690
/** Smallest factor by which a formula is scaled; smaller formulas would be unreadable. */
const scaleMin = 0.3

/**
 * Scales formulas that are wider than paper, via the print style sheet: unlike other formulas, a
 * matrix cannot wrap.
 */
export function fitFormulas(page: ParentNode = document): void {
  const fitted = [...page.querySelectorAll<HTMLElement>('[data-thread] [data-math="display"]')].map(
    (formula) => {
      const parts = [...formula.querySelectorAll('.base')]
      const widthPx = Math.max(0, ...parts.map((part) => part.getBoundingClientRect().width))
      return { formula, scale: Math.max(scaleMin, Math.min(1, paperPx / widthPx)) }
    },
  )
  // Measure all before changing any, because each change forces a layout.
  for (const { formula, scale } of fitted) {
    if (scale < 1) formula.style.setProperty('--print-scale', String(scale))
  }
}
