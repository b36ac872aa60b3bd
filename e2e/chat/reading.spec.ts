import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { importLongChat } from '../support/long-chat.ts'
import { ChatPage } from '../pages/chat.ts'

test.beforeEach(({ upstream }) => {
  upstream.wordDelayMs = 5
  upstream.text = 'Word after word after word. '.repeat(60)
})

const scrolled = (page: Page) => page.getByRole('log').evaluate(({ scrollTop }) => scrollTop)

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('a new question scrolls to the top, and its answer is shown in the space below', async ({
  page,
}) => {
  const chat = new ChatPage(page)
  await chat.open()
  await chat.askAndWait('First')
  await chat.ask('Second')
  const question = page.getByRole('article', { name: 'You' }).last()
  const distance = async () => {
    const box = await page.getByRole('log').boundingBox()
    const row = await question.boundingBox()
    return (row?.y ?? 0) - (box?.y ?? 0)
  }
  await expect.poll(distance).toBeLessThan(40)
  await chat.done()
  expect(await distance()).toBeLessThan(40)

  // Reduced motion turns off animations, so that positions are final right after they are set.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const height = await page.evaluate(() => {
    const box = document.createElement('div')
    document.body.append(box)
    const before = box.offsetHeight
    box.style.height = '300px'
    const after = box.offsetHeight
    box.remove()
    return after - before
  })
  expect(height).toBe(300)
})

test('in a long chat each question scrolls to the top, also right after the former answer', async ({
  page,
  server,
  upstream,
}) => {
  // The app estimates the heights of rows that are not rendered from those of rendered rows. This
  // text makes a row whose height differs from all other rows.
  upstream.text = 'Word.\n\n'.repeat(150)
  const title = await importLongChat(server.url, { messages: 400, needle: '', at: -1 })
  const chat = new ChatPage(page)
  await chat.open()
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByText('Question 199?')).toBeVisible()
  const isAtTop = (question: string) =>
    expect
      .poll(async () => {
        const box = await page.getByRole('log').boundingBox()
        const row = page
          .getByRole('article', { name: 'You' })
          .filter({ has: page.getByText(question, { exact: true }) })
        const place = (await row.count()) === 1 ? await row.boundingBox() : null
        return place && box ? place.y - box.y : Number.NaN
      })
      .toBeLessThan(40)
  for (const question of ['Stopped', 'Stopped again', 'Ended', 'Ended again']) {
    const isStopped = question.startsWith('S')
    upstream.wordDelayMs = isStopped ? 100 : 1
    await chat.ask(question)
    await expect(chat.answers.last()).toContainText('Word.')
    await isAtTop(question)
    if (isStopped) await chat.stop.click()
    await chat.done()
    await isAtTop(question)
  }
  await expect(page.getByText('crashed')).toHaveCount(0)
})

test('a new answer does not scroll the chat after the reader has scrolled away', async ({
  page,
  upstream,
}) => {
  const chat = new ChatPage(page)
  await chat.open()
  await chat.askAndWait('First')
  await chat.askAndWait('Second')
  upstream.wordDelayMs = 15
  await chat.ask('Third')
  await expect(chat.answers.last()).toContainText('Word after')
  await page.getByRole('log').hover()
  await page.mouse.wheel(0, -600)
  const leftPx = () =>
    page.getByRole('log').evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight)
  await expect.poll(leftPx).toBeGreaterThan(200)
  const before = await scrolled(page)
  await chat.done()
  expect(Math.abs((await scrolled(page)) - before)).toBeLessThan(3)
  await page.getByRole('button', { name: 'Jump to latest' }).click()
  await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeHidden()
})

test('on a phone, the button “Jump to latest” covers no text, because it is on an opaque strip', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const chat = new ChatPage(page)
  await chat.open()
  await chat.askAndWait('First')
  await page.getByRole('log').evaluate((log) => log.scrollTo(0, 0))
  const button = page.getByRole('button', { name: 'Jump to latest' })
  await expect(button).toBeVisible()
  const strip = await button.evaluate((element) => {
    const log = document.querySelector('[role="log"]')!.getBoundingClientRect()
    const box = element.parentElement!.getBoundingClientRect()
    const { backgroundColor } = getComputedStyle(element.parentElement!)
    return {
      isWide: box.left <= log.left && box.right >= log.right,
      isAtEnd: Math.abs(box.bottom - log.bottom) < 1 && box.height < 60,
      isOpaque: !/transparent|rgba|\//.test(backgroundColor),
    }
  })
  expect(strip).toEqual({ isWide: true, isAtEnd: true, isOpaque: true })
  await button.click()
  await expect(button).toBeHidden()
})

test('a chat that loads slowly shows placeholders of its messages', async ({ page, context }) => {
  const chat = new ChatPage(page)
  await chat.open()
  await chat.askAndWait('First')
  const waiting: (() => void)[] = []
  const { pathname } = new URL(page.url())
  const slow = await context.newPage()
  await slow.route(`**/api/conversations/${pathname.split('/').at(-1)}`, async (route) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    await route.continue()
  })
  await slow.goto(pathname)
  const placeholder = slow.getByRole('status', { name: 'Loading the chat' })
  await expect.poll(() => waiting.length).toBe(1)
  await expect(placeholder).toBeVisible()
  // The placeholders appear after 200 ms, and their opacity then changes between 0.5 and 1.
  const opacity = () => placeholder.evaluate((element) => Number(getComputedStyle(element).opacity))
  await expect.poll(opacity).toBeGreaterThan(0.4)
  for (const resume of waiting) resume()
  await expect(new ChatPage(slow).answers).toContainText('Word after')
  await expect(placeholder).toHaveCount(0)
})

test('a chat of 2,000 messages opens quickly, scrolls, and can be searched', async ({
  page,
  server,
}) => {
  const title = await importLongChat(server.url, { messages: 2_000, needle: 'needleword', at: 700 })
  await page.goto('/chat')
  const link = page.getByRole('link', { name: title })
  // Opens the chat once before the measurement, so that the code for long chats is already loaded.
  await link.click()
  await expect(page.getByText('Question 999?')).toBeVisible()
  await page.getByRole('button', { name: 'New chat' }).first().click()
  await expect(page.getByText('Question 999?')).toBeHidden()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const before = await readCpuMs(devtools)
  await link.click()
  await expect(page.getByText('Question 999?')).toBeVisible()
  // The CPU time hardly depends on the load of the machine, unlike the duration, which a benchmark
  // measures.
  const cpuMs = (await readCpuMs(devtools)) - before
  console.warn(`2,000 messages open in ${Math.round(cpuMs)} ms of CPU time`)
  expect(cpuMs).toBeGreaterThan(0)
  expect(cpuMs).toBeLessThan(3_000)
  expect(await page.locator('[data-row]').count()).toBeLessThan(60)
  const isLonger = 'document.scrollingElement.scrollHeight > innerHeight'
  expect(await page.evaluate(isLonger)).toBe(false)

  await page.keyboard.press('Control+f')
  await page.getByRole('textbox', { name: /Find in/ }).fill('needleword')
  await expect(page.getByText('1 of 1')).toBeVisible()
  await expect(page.getByText('needleword')).toBeInViewport()
})

test('copying provides Markdown and formatted text', async ({ page, context, upstream }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  upstream.text = 'A **bold** word.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'
  const chat = new ChatPage(page)
  await chat.open()
  await chat.askAndWait('Show me.')
  await page.getByRole('button', { name: 'Copy answer' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  const copied = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    const read = async (type: string) => (await item!.getType(type)).text()
    return { text: await read('text/plain'), html: await read('text/html') }
  })
  expect(copied.text.trim()).toBe(upstream.text.trim())
  expect(copied.html).toContain('<strong>bold</strong>')
  expect(copied.html).toContain('<table')
})

async function readCpuMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}
