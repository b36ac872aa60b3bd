import { expect, test } from '../support/fixtures.ts'
import { ChatPage } from '../pages/chat.ts'

test('a chat is printed completely, without the rest of the page', async ({ page, upstream }) => {
  upstream.wordDelayMs = 0
  const code = `\`\`\`js\nconst all = [${'"clay", '.repeat(60)}]\n\`\`\`\n\n`
  const table = `| ${'Name of a clay | '.repeat(9)}\n|${'---|'.repeat(9)}\n| ${'terracotta | '.repeat(9)}\n\n`
  const formula = `$$ f(x) = ${Array.from({ length: 30 }, (_, at) => `a_{${at}} x^{${at}}`).join(' + ')} $$\n\n`
  const matrix = `$$\\begin{pmatrix}${Array.from({ length: 18 }, (_, at) => `a_{${at}} x^{${at}}`).join(' & ')}\\end{pmatrix}$$\n\n`
  upstream.text = `${code}${table}${formula}${matrix}${'A long paragraph about clay.\n\n'.repeat(80)}The end.`
  const chat = new ChatPage(page)
  await chat.open()
  await chat.askAndWait('What is clay?')
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('log').getByText('What is clay?')).toBeVisible()
  const heading = await page
    .locator('[data-title]')
    .evaluate((content) => getComputedStyle(content, '::before').content)
  expect(heading).toBe('"What is clay?"')
  await expect(chat.box).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  const heights = await page
    .getByRole('log')
    .evaluate((log) => [log.getBoundingClientRect().height, log.scrollHeight])
  expect(heights[0]).toBeGreaterThan(2_000)
  expect(heights[0]).toBeCloseTo(heights[1] ?? 0, -2)
  await page.setViewportSize({ width: 700, height: 900 })
  await expect(page.locator('.katex-display').first()).toBeVisible()
  const last = page.locator('.katex-display').first().locator('.base').last()
  const wideMatrix = page.locator('.katex-display').last().locator('.base')
  for (const wide of [page.locator('pre code'), page.locator('table'), last, wideMatrix]) {
    const edge = await wide.evaluate((one) => one.getBoundingClientRect().right)
    expect(edge).toBeLessThanOrEqual(700)
  }
})
