import { expect, type Locator, type Page } from '@playwright/test'

type GivenFile = { name: string; mimeType: string; buffer: Buffer }

export class PictureInput {
  readonly page: Page
  readonly brush: Locator
  readonly dialog: Locator

  constructor(page: Page) {
    this.page = page
    this.dialog = page.getByRole('dialog')
    this.brush = page.getByRole('application', { name: /^Picture, / })
  }

  async openCutout(): Promise<void> {
    await this.page.getByRole('button', { name: /Check cut-out|Edit cut-out/ }).click()
    await expect(this.brush).toBeVisible({ timeout: 60_000 })
  }

  /**
   * Draws a straight line between two positions, given as fractions of the picture's width and
   * height.
   */
  draw(from: [number, number], to: [number, number]): Promise<void> {
    return this.surround(from, to)
  }

  async surround(from: [number, number], ...places: [number, number][]): Promise<void> {
    const box = await this.brush.boundingBox()
    if (!box) throw new Error('The picture is not there.')
    const at = ([x, y]: [number, number]) =>
      [box.x + x * box.width, box.y + y * box.height] as const
    await this.page.mouse.move(...at(from))
    await this.page.mouse.down()
    for (const to of places) await this.page.mouse.move(...at(to), { steps: 6 })
    await this.page.mouse.up()
  }

  opaqueFraction(): Promise<number> {
    return this.page.getByRole('img', { name: 'What is sent' }).evaluate((canvas) => {
      if (!(canvas instanceof HTMLCanvasElement)) throw new Error('There is no preview.')
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      let opaque = 0
      for (let i = 3; i < data.length; i += 4) if (data[i]! > 127) opaque++
      return opaque / (data.length / 4)
    })
  }

  async useCutout(): Promise<void> {
    await this.page.getByRole('button', { name: 'Use cut-out' }).click()
    await expect(this.dialog).toBeHidden()
  }

  async dropFiles(files: readonly GivenFile[]): Promise<void> {
    const data = await this.page.evaluateHandle(
      (given) => {
        const transfer = new DataTransfer()
        for (const { name, mimeType, base64 } of given) {
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)
          transfer.items.add(new File([bytes], name, { type: mimeType }))
        }
        return transfer
      },
      files.map(({ name, mimeType, buffer }) => ({
        name,
        mimeType,
        base64: buffer.toString('base64'),
      })),
    )
    const target = this.page.getByRole('form', { name: 'Settings' })
    for (const type of ['dragenter', 'dragover', 'drop']) {
      await target.dispatchEvent(type, { dataTransfer: data })
    }
  }

  async openSource(name: RegExp): Promise<void> {
    await this.page.getByRole('button', { name: 'More sources for Picture' }).click()
    await this.page.getByRole('menuitem', { name }).click()
  }

  async storedPicture(): Promise<Buffer> {
    const url = await this.page
      .getByRole('region', { name: 'Picture' })
      .locator('img[alt]:not([alt=""])')
      .first()
      .getAttribute('src')
    return (await this.page.request.get(url!)).body()
  }
}
