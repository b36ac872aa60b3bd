import { afterAll, beforeAll } from 'vitest'

export function stylePage(css: string): void {
  const style = document.createElement('style')
  style.textContent = css
  beforeAll(() => document.head.append(style))
  afterAll(() => style.remove())
}

export const sizeStage = (width = 320, height = 240): void =>
  stylePage(
    `[data-state]{position:relative;width:${width}px;height:${height}px}[role=application]{position:absolute;inset:0}`,
  )
