import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright'
import { startServerProcess, type ServerProcess } from '../server-process.ts'
import { makeText, type TextKind } from './texts.ts'
import { importThread } from './typing.ts'

const partTokens = 5_000
const runs = 5
/** Number of frames in which the answer is scrolled by half a screen each. */
const screens = 120

/** Kinds of the measured answers, with their lengths in thousands of tokens. */
const measured: Record<LongAnswerKind, readonly number[]> = {
  mixed: [25, 50, 100],
  prose: [100],
  tables: [100],
  code: [100],
  formulas: [100],
}

type LongAnswerKind = 'mixed' | 'prose' | 'tables' | 'code' | 'formulas'

export type LongAnswer = {
  kind: LongAnswerKind
  thousandTokens: number
  /**
   * Sorted milliseconds from the click on the chat to the first frame that shows the end of the
   * answer.
   */
  openMs: number[]
  /** Sorted milliseconds between the frames while the answer is scrolled. */
  frameMs: number[]
}

/** Measures how long answers of several kinds and lengths are opened and scrolled. */
export async function measureLongAnswers(browser: Browser): Promise<LongAnswer[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-bench-'))
  const server = await startServerProcess(folder, 'direct', {})
  try {
    const answers: LongAnswer[] = []
    for (const [kind, sizes] of Object.entries(measured) as [LongAnswerKind, number[]][]) {
      for (const size of sizes) {
        const title = `A long answer: ${kind} ${size}`
        await importThread(server.url, {
          title,
          texts: ['Everything, please.', makeAnswer(kind, size * 1_000)],
        })
        answers.push({
          kind,
          thousandTokens: size,
          ...(await measureAnswer(browser, server, title)),
        })
      }
    }
    return answers
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureAnswer(browser: Browser, { url, cookie }: ServerProcess, title: string) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    if (cookie) await context.addCookies([cookie])
    const page = await context.newPage()
    const openMs: number[] = []
    for (let run = 0; run < runs; run++) {
      await page.goto(`${url}/chat`)
      await page.getByText(title, { exact: true }).first().waitFor()
      openMs.push(await page.evaluate<number>(`(${openAnswer})(${JSON.stringify(title)})`))
    }
    return { openMs: openMs.toSorted((a, b) => a - b), frameMs: await scroll(page) }
  } finally {
    await context.close()
  }
}

const formula = (at: number): string =>
  `The value $x_{${at}}^2 + \\frac{a_${at % 10}}{b}$ follows from $\\alpha \\le \\beta$, so\n\n$$\n\\int_0^{${at}} \\frac{f(x)}{\\sqrt{1 + x^2}}\\,dx = \\sum_{k=1}^{${at}} c_k\n$$\n`

function makeAnswer(kind: LongAnswerKind, tokens: number): string {
  const parts = Array.from({ length: tokens / partTokens }, (_, at) => makePart(kind, at))
  return `${parts.join('\n\n')}\n\nThe end of the answer.`
}

function makePart(kind: LongAnswerKind, at: number): string {
  switch (kind) {
    case 'mixed': {
      const whole = wholeBlocks('mixed', at)
      const isInCode = whole.split('```').length % 2 === 0
      return `${whole}${isInCode ? '\n```' : ''}\n\n${formula(at)}`
    }
    case 'prose':
    case 'tables':
      return wholeBlocks(kind, at)
    case 'code':
      return makeText('code', partTokens, at)
        .join('')
        .slice('```ts\n'.length)
        .split('\n')
        .reduce<string[][]>((blocks, line, index) => {
          if (index % linesPerBlock === 0) blocks.push([])
          blocks.at(-1)?.push(line)
          return blocks
        }, [])
        .map((lines) => `\`\`\`ts\n${lines.join('\n')}\n\`\`\``)
        .join('\n\n')
    case 'formulas':
      return Array.from({ length: partTokens / formulaTokens }, (_one, index) =>
        formula(at * 100 + index),
      ).join('\n')
  }
}

const linesPerBlock = 60
const formulaTokens = 75

function wholeBlocks(kind: TextKind, seed: number): string {
  const text = makeText(kind, partTokens, seed).join('')
  return text.slice(0, text.lastIndexOf('\n\n'))
}

/** Runs in the page. A message that is sent within a frame arrives after the frame is painted. */
const openAnswer = `(name) => new Promise((resolve) => {
  const startMs = performance.now()
  const look = () => {
    const ends = [...document.querySelectorAll('.markdown p')]
    if (!ends.some((end) => end.textContent === 'The end of the answer.')) return requestAnimationFrame(look)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve(performance.now() - startMs)
    port2.postMessage(undefined)
  }
  const title = [...document.querySelectorAll('nav a, aside a, a')].find((link) => link.textContent.includes(name))
  title.click()
  requestAnimationFrame(look)
})`

async function scroll(page: Page): Promise<number[]> {
  const frames = await page.evaluate<number[]>(scrollAnswer)
  return frames.toSorted((a, b) => a - b)
}

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
