import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { decodePng } from './png.ts'

export class StudioPage {
  readonly page: Page
  readonly viewer: Locator
  readonly progress: Locator

  constructor(page: Page) {
    this.page = page
    this.viewer = page.locator('[data-state]').filter({ has: page.locator('canvas') })
    this.progress = page.getByRole('region', { name: 'Progress' })
  }

  async open(): Promise<void> {
    await this.page.goto('/')
    await expect(this.page.getByRole('heading', { name: 'Turn a picture' })).toBeVisible()
  }

  async chooseSample(name: string): Promise<void> {
    // Search only the samples, because a recent model can have the same name as a sample.
    const samples = this.page.getByRole('list', { name: 'Samples' })
    await samples.getByRole('button', { name, exact: true }).click()
    await expect(this.page.getByRole('button', { name: 'Remove the picture' })).toBeVisible()
  }

  async chooseFile(file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    await this.page.locator('input[type="file"]:not([capture])').first().setInputFiles(file)
  }

  async dropFile(file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
    const data = await this.page.evaluateHandle(
      ({ name, mimeType, base64 }) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)
        const transfer = new DataTransfer()
        transfer.items.add(new File([bytes], name, { type: mimeType }))
        return transfer
      },
      { name: file.name, mimeType: file.mimeType, base64: file.buffer.toString('base64') },
    )
    const target = this.page.getByRole('form', { name: 'Settings' })
    for (const type of ['dragenter', 'dragover', 'drop']) {
      await target.dispatchEvent(type, { dataTransfer: data })
    }
  }

  async generate(): Promise<void> {
    await this.page.getByRole('button', { name: /^Generate/ }).click()
  }

  async waitForModel(): Promise<void> {
    // Two processors that run four tests at once need more than a minute.
    const timeout = 120_000
    await expect(this.viewer).toHaveAttribute('data-state', 'ready', { timeout })
    // The viewer may still show the preview of an unfinished model.
    await expect(this.progress).toBeHidden({ timeout })
    await expect(this.viewer).toHaveAttribute('data-state', 'ready', { timeout })
  }

  /**
   * Returns the fraction of the canvas's pixels whose colour differs from that of the top left
   * corner. Ignores elements above the canvas.
   */
  async drawnFraction(): Promise<number> {
    const canvas = this.page.locator('canvas')
    await setOpacityAround(canvas, '0')
    try {
      const picture = await decodePng(await canvas.screenshot())
      return picture.fractionUnlikeCorner()
    } finally {
      await setOpacityAround(canvas, '')
    }
  }

  async downloadGlb(): Promise<Buffer> {
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      this.page.getByRole('link', { name: 'GLB' }).click(),
    ])
    return readFile(await download.path())
  }
}

const setOpacityAround = (element: Locator, opacity: string) =>
  element.evaluate((inner, value) => {
    for (let node = inner; node.parentElement !== null; node = node.parentElement) {
      for (const sibling of node.parentElement.children) {
        if (sibling !== node && sibling instanceof HTMLElement) sibling.style.opacity = value
      }
    }
  }, opacity)
