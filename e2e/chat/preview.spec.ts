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
  await panel.getByText('Code', { exact: true }).click()
  await expect(panel.getByLabel('Source')).toHaveValue(/<p id="said">/)

  await chat.answers.getByRole('button', { name: 'Preview' }).nth(1).click()
  await panel.getByText('Preview', { exact: true }).click()
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

const component = `import { useState } from 'react'

type Props = { start?: number }

export default function Counter({ start = 3 }: Props) {
  const [count, setCount] = useState(start)
  const [found, setFound] = useState('')
  const attack = async () => {
    const tried: string[] = []
    const attempt = async (name: string, run: () => unknown) => {
      try {
        await run()
        tried.push(name)
      } catch {}
    }
    await attempt('fetch', () => fetch('/api/conversations'))
    await attempt('own file', () => fetch('/preview/lib/react.js'))
    await attempt('other site', () => fetch('https://example.com/', { mode: 'no-cors' }))
    await attempt('storage', () => localStorage.length)
    await attempt('database', () => new Promise((resolve, reject) => {
      const open = indexedDB.open('x')
      open.onsuccess = resolve
      open.onerror = reject
    }))
    await attempt('cookies', () => document.cookie)
    await attempt('page', () => parent.document.title)
    await attempt('socket', () => new Promise((resolve, reject) => {
      const socket = new WebSocket('ws://' + location.host)
      socket.onopen = resolve
      socket.onerror = reject
    }))
    setFound('reached: ' + tried.join(', '))
  }
  return (
    <main className="p-4">
      <button onClick={() => setCount(count + 1)}>count {count}</button>
      <button onClick={attack}>attack</button>
      <output>{found}</output>
    </main>
  )
}`

test.describe('a React component that a model has written', () => {
  test.use({ isFaulty: true })

  test('runs with React and Tailwind of this server, and reaches no other address', async ({
    page,
    chat,
    upstream,
  }) => {
    upstream.text = `Here:\n\n\`\`\`tsx\n${component}\n\`\`\`\n`
    await chat.askAndWait('Write a counter')
    await chat.answers.getByRole('button', { name: 'Preview' }).click()
    const panel = page.getByRole('complementary', { name: 'Preview' })
    const frame = panel.frameLocator('iframe')
    await frame.getByRole('button', { name: 'count 3' }).click()
    await expect(frame.getByRole('button', { name: 'count 4' })).toBeVisible()
    await expect(frame.getByRole('main')).toHaveCSS('padding', '16px')
    await frame.getByRole('button', { name: 'attack' }).click()
    await expect(frame.locator('output')).toHaveText('reached: ')
    await expect(panel.getByText('Runs on its own, without network')).toBeVisible()
  })

  test('shows the name of an imported package that previews do not have', async ({
    page,
    upstream,
  }) => {
    upstream.wordDelayMs = 0
    upstream.text =
      "Here:\n\n```jsx\nimport { BarChart } from 'recharts'\nexport default () => <BarChart />\n```\n"
    const chat = new ChatPage(page)
    await chat.open()
    await chat.askAndWait('Write a chart')
    await chat.answers.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText(
      '“recharts” is missing',
    )
  })
})

test('a document opens automatically, keeps its versions, and can be compared, edited and opened in a tab', async ({
  page,
  chat,
  upstream,
}) => {
  const write = (words: string) => {
    upstream.text = `Here:\n\n\`\`\`html\n<title>Kiln</title>\n<h1>${words}</h1>\n<script>console.log("width", innerWidth)</script>\n\`\`\`\n`
  }
  await page.evaluate(() => localStorage.setItem('bozzetto.chat.openPreviews', 'on'))
  write('Bring clay')
  await chat.askAndWait('Write a page')
  const panel = page.getByRole('complementary', { name: 'Preview' })
  const heading = panel.frameLocator('iframe').getByRole('heading')
  await expect(heading).toHaveText('Bring clay')
  write('Bring your clay')
  await chat.askAndWait('Friendlier')
  await expect(heading).toHaveText('Bring your clay')
  await expect(panel.getByRole('button', { name: 'Version 2 of 2' })).toBeVisible()

  await panel.getByText('Changes', { exact: true }).click()
  await expect(panel.getByRole('region', { name: 'Changes' })).toContainText(
    'Added: <h1>Bring your clay</h1>',
  )

  await panel.getByText('Preview', { exact: true }).click()
  await panel.getByRole('button', { name: 'Width of a phone' }).click()
  await panel.getByRole('button', { name: 'More for this preview' }).click()
  await page.getByRole('menuitem', { name: 'Start again' }).click()
  await panel.getByRole('button', { name: /^Console/ }).click()
  await expect(panel.getByRole('log')).toContainText('width 390')

  await panel.getByText('Code', { exact: true }).click()
  const source = panel.getByLabel('Source')
  await source.fill((await source.inputValue()).replace('your', 'our'))
  await panel.getByRole('button', { name: 'Save in the chat' }).click()
  await expect(panel.getByRole('button', { name: 'Version 3 of 3' })).toBeVisible()
  await page.reload()
  await expect(chat.answers.last()).toContainText('Bring our clay')

  await chat.answers.last().getByRole('button', { name: 'Preview' }).click()
  await expect(heading).toHaveText('Bring our clay')
  await panel.getByRole('button', { name: 'More for this preview' }).click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('menuitem', { name: 'Open in a tab' }).click()
  const tab = await opened
  await expect(tab.frameLocator('iframe').getByRole('heading')).toHaveText('Bring our clay')
  await expect(tab).toHaveTitle('Kiln')
  await tab.reload()
  await expect(tab.frameLocator('iframe').getByRole('heading')).toHaveText('Bring our clay')
  await tab.close()

  await panel.getByRole('button', { name: 'More for this preview' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Save as Kiln.html' }).click()
  expect((await saved).suggestedFilename()).toBe('Kiln.html')
  await panel.getByRole('button', { name: 'Ask to change' }).click()
  await expect(chat.box).toHaveValue('Change “Kiln”: ')
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
