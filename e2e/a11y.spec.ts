import { noViolations, noViolationsInBothThemes } from './support/axe.ts'
import { test } from './support/fixtures.ts'
import { ChatPage } from './pages/chat.ts'

const looks = [
  { name: 'desktop', width: 1440, check: noViolationsInBothThemes },
  { name: 'phone', width: 390, check: noViolations },
]

for (const { name, width, check } of looks) {
  test.describe(name, () => {
    test.use({ viewport: { width, height: 844 } })

    // A single test covers all pages, because each test opens a browser context. A violation is
    // reported with its page, and the other pages are still checked.
    test('the chat, the studio, the library and the settings have no accessibility violation', async ({
      page,
      upstream,
    }) => {
      upstream.wordDelayMs = 2
      upstream.text =
        '# Title\n\nA **word** and `code`.\n\n- [x] done\n\n```js\nlet a = 1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'
      const chat = new ChatPage(page)
      await chat.open()
      await check(page)
      await chat.askAndWait('Show me everything.')
      await check(page)
      await page.getByRole('button', { name: 'Chat settings' }).click()
      await page.getByLabel('Instructions').waitFor()
      await check(page)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^Model:/ }).click()
      await page.getByRole('option').first().waitFor()
      await check(page)
      await page.keyboard.press('Escape')
      await chat.box.fill('/')
      await check(page)

      for (const [place, path] of [
        ['studio', '/'],
        ['library', '/library'],
        ['settings', '/settings'],
      ] as const) {
        await page.goto(path)
        await page.locator(`[data-place="${place}"] :is(h1, h2, button)`).first().waitFor()
        await check(page)
      }
    })
  })
}
