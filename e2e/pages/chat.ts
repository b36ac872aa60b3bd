import { expect, type Locator, type Page } from '@playwright/test'

export class ChatPage {
  readonly box: Locator
  readonly answers: Locator
  readonly stop: Locator
  readonly page: Page

  constructor(page: Page) {
    this.page = page
    this.box = page.getByRole('textbox', { name: 'Message', exact: true })
    this.answers = page.getByRole('article', { name: /^Answer from/ })
    this.stop = page.getByRole('button', { name: 'Stop', exact: true })
  }

  async open(model = 'writer'): Promise<void> {
    await this.page.goto('/chat')
    await this.choose(model)
  }

  async choose(model: string): Promise<void> {
    await this.page.getByRole('button', { name: /^Model:/ }).click()
    await this.page.getByRole('combobox', { name: 'Model' }).fill(model)
    await this.page.getByRole('option', { name: model }).first().click()
    await expect(this.page.getByRole('button', { name: `Model: ${model}` })).toBeVisible()
  }

  async attach(picture: string, words: string): Promise<void> {
    const files = this.page.locator('input[type="file"][multiple]')
    await files.setInputFiles(picture)
    await files.setInputFiles({
      name: 'notes.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from(words),
    })
  }

  async ask(question: string): Promise<void> {
    await this.box.fill(question)
    const send = this.page.getByRole('button', { name: 'Send', exact: true })
    await expect(send).toBeEnabled()
    const isTouch = await this.page.evaluate(() => matchMedia('(pointer: coarse)').matches)
    await (isTouch ? send.click() : this.box.press('Enter'))
  }

  async askAndWait(question: string): Promise<void> {
    const before = await this.answers.count()
    await this.ask(question)
    await expect(this.answers).toHaveCount(before + 1)
    await this.done()
  }

  async done(): Promise<void> {
    await expect(this.answers.last()).toHaveAttribute('aria-busy', 'false')
    await expect(this.stop).toBeHidden()
  }
}
