import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright'
import { startServerProcess } from '../server-process.ts'
import { startChatUpstream } from './upstream.ts'

const isQuick = process.env['BOZZETTO_BENCH_QUICK'] === '1'
const rounds = isQuick ? 8 : 40
/**
 * Number of first questions that are not measured, because the browser still compiles code and the
 * server opens connections.
 */
const warmUps = 3
/** Pause between two questions in milliseconds, in which the server stores the previous answer. */
const pauseMs = 400

declare global {
  var seenAtMs: Promise<number>
  var pressedAtMs: number
}

/**
 * Measures the built app with a model that answers at once. Returns sorted milliseconds: from the
 * Enter key to the first painted word of the answer, and to the question in another tab with the
 * same chat.
 */
export async function measureAnswers(
  browser: Browser,
): Promise<{ firstTokenMs: number[]; otherTabMs: number[] }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-bench-'))
  const upstream = await startChatUpstream(['Of ', 'course.'], Infinity)
  const server = await startServerProcess(folder, 'direct', { BOZZETTO_OPENAI_URL: upstream.url })
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  try {
    if (server.cookie) await context.addCookies([server.cookie])
    const page = await context.newPage()
    await page.goto(`${server.url}/chat`)
    await page.getByRole('button', { name: /^Model: writer/ }).waitFor()
    await page.evaluate(watchEnter)
    await ask(page, 'Question 0.')
    await page.waitForURL(/\/chat\/./)
    const other = await context.newPage()
    await other.goto(page.url())
    await other.getByText('Question 0.').first().waitFor()
    await page.bringToFront()
    const firstTokenMs: number[] = []
    const otherTabMs: number[] = []
    for (let round = 1; round <= warmUps + rounds; round++) {
      const question = `Question ${round}.`
      await other.evaluate(watchFor(question, false))
      await page.evaluate(watchFor(question, true))
      await ask(page, question)
      const pressedMs = await page.evaluate(() => globalThis.pressedAtMs)
      const firstMs = (await page.evaluate(() => globalThis.seenAtMs)) - pressedMs
      const otherMs = (await other.evaluate(() => globalThis.seenAtMs)) - pressedMs
      if (round > warmUps) {
        firstTokenMs.push(firstMs)
        otherTabMs.push(otherMs)
      }
      await page.waitForTimeout(pauseMs)
    }
    return { firstTokenMs: inOrder(firstTokenMs), otherTabMs: inOrder(otherTabMs) }
  } finally {
    await context.close()
    await server.stop()
    upstream.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const inOrder = (times: readonly number[]) => times.toSorted((a, b) => a - b)

async function ask(page: Page, question: string): Promise<void> {
  const composer = page.getByRole('textbox', { name: 'Message' })
  await composer.fill(question)
  await composer.press('Enter')
}

/**
 * Runs in the page. A message that is sent within a frame arrives after the frame is painted, so
 * its arrival marks the painting. Both tabs use the clock of the machine.
 */
const watchEnter = `
  const { port1, port2 } = new MessageChannel()
  let isInFrame = false
  let waiting = []
  port1.onmessage = () => {
    isInFrame = false
    for (const tell of waiting.splice(0)) tell()
  }
  const startFrame = () => {
    if (!isInFrame) port2.postMessage(undefined)
    isInFrame = true
  }
  const nextFrame = globalThis.requestAnimationFrame
  globalThis.requestAnimationFrame = (callback) =>
    nextFrame((timeMs) => {
      startFrame()
      callback(timeMs)
    })
  globalThis.painted = (tell) => {
    waiting.push(tell)
    if (!isInFrame) nextFrame(startFrame)
  }
  addEventListener('keydown', ({ key, timeStamp }) => {
    if (key === 'Enter') globalThis.pressedAtMs = performance.timeOrigin + timeStamp
  }, { capture: true })
`

/**
 * Runs in the page. Resolves when the question is painted, or with `isAnswer` the first words of
 * the answer. In a background tab, which is not painted, resolves when the DOM changes.
 */
const watchFor = (question: string, isAnswer: boolean) => `
  globalThis.seenAtMs = new Promise((resolve) => {
    const last = (label) => [...document.querySelectorAll('article[aria-label^="' + label + '"]')].at(-1)
    const isThere = () => {
      const asked = last('You')
      if (!asked?.textContent.includes(${JSON.stringify(question)})) return false
      if (!${isAnswer}) return true
      const answer = last('Answer from')
      const isAfter = answer && asked.compareDocumentPosition(answer) & Node.DOCUMENT_POSITION_FOLLOWING
      return isAfter && answer.querySelector('.markdown')?.textContent.trim()
    }
    const now = () => performance.timeOrigin + performance.now()
    const observer = new MutationObserver(() => {
      if (!isThere()) return
      observer.disconnect()
      if (!${isAnswer}) return resolve(now())
      painted(() => resolve(now()))
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  undefined
`
