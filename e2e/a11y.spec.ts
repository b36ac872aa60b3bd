import { noViolations } from './support/axe.ts'
import { test } from './support/fixtures.ts'
import { ChatPage } from './pages/chat.ts'

const looks = [
  { name: 'light', colorScheme: 'light', width: 1440 },
  { name: 'dark', colorScheme: 'dark', width: 1440 },
  { name: 'phone', colorScheme: 'light', width: 390 },
] as const

for (const { name, colorScheme, width } of looks) {
  test.describe(name, () => {
    test.use({ viewport: { width, height: 844 }, colorScheme })

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

      for (const [place, path] of [
        ['studio', '/'],
        ['library', '/library'],
        ['settings', '/settings'],
      ] as const) {
        await page.goto(path)
        await page.locator(`[data-place="${place}"] :is(h1, h2, button)`).first().waitFor()
        await noViolations(page)
      }
    })
  })
}
