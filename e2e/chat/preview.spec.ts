import { expect, test } from '../support/fixtures.ts'
import { ChatPage } from '../pages/chat.ts'

test('a page that a model has written runs beside the chat and cannot read it', async ({
  page,
  upstream,
}) => {
  upstream.wordDelayMs = 0
  upstream.text = [
    'Here:\n\n```html\n<p id="said">Still</p>\n<script>',
    'let stored = "no storage"; try { stored = String(localStorage.length) } catch {}',
    'let above = "no parent"; try { above = parent.document.title } catch {}',
    'said.textContent = [stored, above].join(", ")',
    '</script>\n```\n',
    'And:\n\n```html\n<p id="three"></p>\n<script type="importmap">{"imports":{"three":"https://unpkg.com/three@0.160.0/build/three.module.js","three/addons/":"https://unpkg.com/three@0.160.0/examples/jsm/"}}</script><script type="module">',
    'import { Box3, Mesh, BoxGeometry } from "three"',
    'import { OrbitControls } from "three/addons/controls/OrbitControls.js"',
    'three.textContent = `${new Box3().setFromObject(new Mesh(new BoxGeometry(1, 2, 3))).max.z} ${typeof OrbitControls}`',
    '</script>\n```\n',
    'And:\n\n```mermaid\ngraph LR\n  A[Clay] --> B[Kiln]\n```\n',
    'And:\n\n```obj\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n```\n',
    'And:\n\n```stl\nsolid nothing\nendsolid\n```\n',
  ].join('\n')
  const chat = new ChatPage(page)
  await chat.open()
  await chat.askAndWait('Write a page')
  await chat.answers.getByRole('button', { name: 'Preview' }).first().click()
  const panel = page.getByRole('complementary', { name: 'Preview' })
  const frame = panel.frameLocator('iframe')
  await expect(frame.locator('#said')).toHaveText('no storage, no parent')
  await expect(panel).toBeFocused()
  await expect(panel.getByRole('status')).toBeHidden()
  await panel.getByRole('button', { name: 'Show source' }).click()
  await expect(panel.getByLabel('Source')).toContainText('<p id="said">')

  await chat.answers.getByRole('button', { name: 'Preview' }).nth(1).click()
  await panel.getByRole('button', { name: 'Show preview' }).click()
  await expect(frame.locator('#three')).toHaveText('1.5 function')

  await chat.answers.getByRole('button', { name: 'Preview' }).nth(2).click()
  await expect(frame.locator('svg')).toContainText('Kiln')

  await chat.answers.getByRole('button', { name: 'Preview' }).nth(3).click()
  await expect(frame.locator('canvas')).toBeVisible()
  await chat.answers.getByRole('button', { name: 'Preview' }).nth(4).click()
  await expect(frame.locator('p')).toHaveText('Could not show this model: there is nothing in it.')

  await panel.getByRole('button', { name: 'Close preview' }).click()
  await expect(panel).toHaveCount(0)
})

test.describe('the preview of a page that fails', () => {
  test.use({ isFaulty: true })

  test('shows the error and the blocked requests', async ({ page, upstream }) => {
    upstream.wordDelayMs = 0
    upstream.text =
      'Here:\n\n```html\n<script src="https://cdn.example.com/a.js"></script>\n<script>missing()</script>\n```\n'
    const chat = new ChatPage(page)
    await chat.open()
    await chat.askAndWait('Write a page')
    const button = chat.answers.getByRole('button', { name: 'Preview' })
    await button.press('Enter')
    const panel = page.getByRole('complementary', { name: 'Preview' })
    const told = panel.getByRole('status')
    await expect(told).toContainText('This page has an error: Uncaught ReferenceError: missing')
    await expect(told).toContainText('Left out: cdn.example.com')
    await page.keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(button).toBeFocused()
  })
})
