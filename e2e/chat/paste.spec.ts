import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'

const html = `<h2>Glaze</h2><p>A <b>thin</b> coat, see <a href="https://example.org/">the recipe</a>.
<img src="https://example.org/kiln.png" alt="a kiln"></p>
<table><tr><td>Clay</td><td>Cone</td></tr><tr><td>Red</td><td>04</td></tr></table>`
const plain = 'Glaze\nA thin coat'

async function copy(page: Page): Promise<void> {
  await page.evaluate(
    async ([markup, text]) => {
      await navigator.clipboard.write([
        new ClipboardItem({
          'text/html': new Blob([markup ?? ''], { type: 'text/html' }),
          'text/plain': new Blob([text ?? ''], { type: 'text/plain' }),
        }),
      ])
    },
    [html, plain],
  )
}

test('formatted text is pasted as Markdown, and as plain text with Ctrl+Shift+V, and Ctrl+Z undoes the paste', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/chat')
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill('Before: ')
  await copy(page)
  await box.press('ControlOrMeta+V')
  await expect(box).toHaveValue(
    'Before: ## Glaze\n\nA **thin** coat, see [the recipe](https://example.org/). a kiln\n\n| Clay | Cone |\n| - | - |\n| Red | 04 |',
  )
  await box.press('ControlOrMeta+Z')
  await expect(box).toHaveValue('Before: ')
  await box.press('ControlOrMeta+Shift+V')
  await expect(box).toHaveValue(`Before: ${plain}`)
})
