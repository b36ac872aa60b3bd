import { afterAll, beforeAll } from 'vitest'

/** Styles the page for the tests of a file, and for no others: those that come after it have the same page. */
export function stylePage(css: string): void {
  const style = document.createElement('style')
  style.textContent = css
  beforeAll(() => document.head.append(style))
  afterAll(() => style.remove())
}

/** What the app's style sheet does to the parts of a viewer whose size matters. */
export const sizeStage = (width = 320, height = 240): void =>
  stylePage(
    `[data-state]{position:relative;width:${width}px;height:${height}px}[role=application]{position:absolute;inset:0}`,
  )
