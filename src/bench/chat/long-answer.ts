import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright'
import { startServerProcess } from '../server-process.ts'
import { makeText } from './texts.ts'
import { importThread } from './typing.ts'

const tokens = 100_000
const partTokens = 5_000
const runs = 5
/** Number of frames in which the answer is scrolled by half a screen. */
const screens = 120

export type LongAnswer = {
  /** Sorted milliseconds from the click on the chat to the first frame with the answer's end. */
  openMs: number[]
  /** Sorted milliseconds between frames while the answer is scrolled by its whole height. */
  frameMs: number[]
}

/** Opens an answer of 100,000 tokens with prose, lists, tables, code and formulas, and scrolls it. */
export async function measureLongAnswer(browser: Browser): Promise<LongAnswer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-bench-'))
  const server = await startServerProcess(folder, 'direct', {})
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    await importThread(server.url, {
      title: 'A long answer',
      texts: ['Everything, please.', makeAnswer()],
    })
    if (server.cookie) await context.addCookies([server.cookie])
    const page = await context.newPage()
    const openMs: number[] = []
    for (let run = 0; run < runs; run++) {
      await page.goto(`${server.url}/chat`)
      await page.getByText('A long answer').first().waitFor()
      openMs.push(await page.evaluate<number>(openAnswer))
    }
    return { openMs: openMs.toSorted((a, b) => a - b), frameMs: await scroll(page) }
  } finally {
    await context.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Creates the answer from complete parts, each with formulas. */
function makeAnswer(): string {
  const parts = Array.from({ length: tokens / partTokens }, (_, at) => {
    const text = makeText('mixed', partTokens, at).join('')
    const whole = text.slice(0, text.lastIndexOf('\n\n'))
    const isInCode = whole.split('```').length % 2 === 0
    return `${whole}${isInCode ? '\n```' : ''}\n\nThe value $x_{${at}}^2$ is\n\n$$\n\\int_0^1 f(x_{${at}})\\,dx\n$$\n`
  })
  return `${parts.join('\n')}\n\nThe end of the answer.`
}

/** Runs in the page. A message that is sent within a frame arrives after its painting. */
const openAnswer = `new Promise((resolve) => {
  const startMs = performance.now()
  const look = () => {
    const ends = [...document.querySelectorAll('.markdown p')]
    if (!ends.some((end) => end.textContent === 'The end of the answer.')) return requestAnimationFrame(look)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(performance.now() - startMs)
    port2.postMessage(undefined)
  }
  const title = [...document.querySelectorAll('nav a, aside a, a')].find((link) => link.textContent.includes('A long answer'))
  title.click()
  requestAnimationFrame(look)
})`

async function scroll(page: Page): Promise<number[]> {
  const frames = await page.evaluate<number[]>(scrollAnswer)
  return frames.toSorted((a, b) => a - b)
}

/** Runs in the page. Scrolls up by half a screen per frame. */
const scrollAnswer = `(async () => {
  const thread = document.querySelector('[data-thread]')
  thread.dispatchEvent(new WheelEvent('wheel', { deltaY: -1 }))
  const times = []
  let lastMs = await new Promise(requestAnimationFrame)
  for (let at = 0; at < ${screens}; at++) {
    thread.scrollTop -= 450
    const nowMs = await new Promise(requestAnimationFrame)
    times.push(nowMs - lastMs)
    lastMs = nowMs
  }
  return times
})()`
