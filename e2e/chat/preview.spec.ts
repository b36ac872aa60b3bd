import { expect, test } from '../support/fixtures.ts'
import { Chat } from '../pages/chat.ts'

test('a page that a model wrote runs beside the chat, and knows nothing of it', async ({
  page,
  upstream,
}) => {
  upstream.wordDelayMs = 0
  upstream.finishReason = 'stop'
  upstream.text = [
    'Here:\n\n```html\n<p id="said">Still</p>\n<script>',
    'let stored = "no storage"; try { stored = String(localStorage.length) } catch {}',
    'let above = "no parent"; try { above = parent.document.title } catch {}',
    'said.textContent = [stored, above].join(", ")',
    '</script>\n```\n',
    'And:\n\n```mermaid\ngraph LR\n  A[Clay] --> B[Kiln]\n```\n',
  ].join('\n')
  const chat = new Chat(page)
  await chat.open()
  await chat.askAndWait('Write a page')
  await chat.answers.getByRole('button', { name: 'Preview' }).first().click()
  const panel = page.getByRole('complementary', { name: 'Preview' })
  const frame = panel.frameLocator('iframe')
  await expect(frame.locator('#said')).toHaveText('no storage, no parent')
  await panel.getByRole('button', { name: 'Show source' }).click()
  await expect(panel.getByLabel('Source')).toContainText('<p id="said">')

  await chat.answers.getByRole('button', { name: 'Preview' }).nth(1).click()
  await panel.getByRole('button', { name: 'Show preview' }).click()
  await expect(frame.locator('svg')).toContainText('Kiln')

  await panel.getByRole('button', { name: 'Close preview' }).click()
  await expect(panel).toHaveCount(0)
})
