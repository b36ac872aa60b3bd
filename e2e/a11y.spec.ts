import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { expect, test } from './fixtures.ts'
import { Chat } from './pages/chat.ts'

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

const looks = [
  { name: 'light', colorScheme: 'light', width: 1440 },
  { name: 'dark', colorScheme: 'dark', width: 1440 },
  { name: 'phone', colorScheme: 'light', width: 390 },
] as const

for (const { name, colorScheme, width } of looks) {
  test.describe(name, () => {
    test.use({ viewport: { width, height: 844 }, colorScheme })

    test('the chat has no violation', async ({ page, upstream }) => {
      upstream.wordDelayMs = 2
      upstream.text =
        '# Title\n\nA **word** and `code`.\n\n- [x] done\n\n```js\nlet a = 1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'
      const chat = new Chat(page)
      await chat.open()
      await noViolations(page)
      await chat.askAndWait('Show me everything.')
      await noViolations(page)
      await page.getByRole('button', { name: 'Chat settings' }).click()
      await page.getByLabel('Instructions').waitFor()
      await noViolations(page)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^Model:/ }).click()
      await page.getByRole('option').first().waitFor()
      await noViolations(page)
      await page.keyboard.press('Escape')
      await chat.box.fill('/')
      await noViolations(page)
    })

    for (const [place, path] of [
      ['studio', '/'],
      ['library', '/library'],
      ['settings', '/settings'],
    ] as const) {
      test(`the ${place} has no violation`, async ({ page }) => {
        await page.goto(path)
        await page.locator(`[data-place="${place}"] :is(h1, h2, button)`).first().waitFor()
        await noViolations(page)
      })
    }
  })
}

async function noViolations(page: Page): Promise<void> {
  // Colours are judged at rest.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  )
  await page.evaluate(await readFile(axeFile, 'utf8'))
  const results = await page.evaluate((): Promise<AxeResults> =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the line above has put there.
    (window as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
  )
  const found = results.violations.map(({ id, nodes }) => ({
    id,
    where: nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} — ${failureSummary}`),
  }))
  expect(found).toEqual([])
}
