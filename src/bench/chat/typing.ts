import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright'
import type { Message } from '#contract/chat/chat.ts'
import type { ChatExport } from '#contract/chat/transfer.ts'
import { newId } from '#lib/id.ts'
import { startServerProcess } from '../server-process.ts'
import { makeText } from './texts.ts'
import { startChatUpstream } from './upstream.ts'

const messages = 500
const keys = 120
const keyGapMs = 70
const tokensPerSecond = 400

declare global {
  var keyToPaintMs: number[]
}

/**
 * Measures typing in the message field of a chat with 500 messages, while an answer of 8,000 tokens
 * arrives at 400 tokens/s. Returns the sorted milliseconds from each key press to the painting of
 * its letter.
 */
export async function measureTyping(browser: Browser): Promise<number[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-bench-'))
  const upstream = await startChatUpstream(makeText('mixed', 8192), tokensPerSecond)
  const server = await startServerProcess(folder, 'direct', {
    BOZZETTO_OPENAI_URL: upstream.url,
    BOZZETTO_API_KEYS: 'bench-0123456789',
  })
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  try {
    const page = await context.newPage()
    const texts = Array.from({ length: messages }, (_, at) =>
      at % 2 === 0 ? `Question ${at / 2 + 1}.` : makeText('mixed', 250, at).join(''),
    )
    await importThread(server.url, { title: 'A long thread', texts })
    if (server.cookie) await context.addCookies([server.cookie])
    await page.goto(`${server.url}/chat`)
    await page.getByText('A long thread').first().click()
    await page.getByText(`Question ${messages / 2}.`).waitFor()
    await page.evaluate(watchKeys)
    const composer = page.getByRole('textbox', { name: 'Message' })
    await composer.fill('And now the long one.')
    await composer.press('Enter')
    await until(() => upstream.sent() > tokensPerSecond)
    await composer.focus()
    await page.evaluate(() => {
      globalThis.keyToPaintMs = []
    })
    await type(page)
    if (upstream.sent() >= 8192) throw new Error('The answer ended before the typing did.')
    const times = await page.evaluate(() => globalThis.keyToPaintMs)
    return times.toSorted((a, b) => a - b)
  } finally {
    await context.close()
    await server.stop()
    upstream.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Imports a chat in which questions and answers alternate. */
export async function importThread(
  url: string,
  { title, texts }: { title: string; texts: readonly string[] },
): Promise<void> {
  const createdAt = new Date().toISOString()
  const conversationId = newId()
  const thread: Message[] = []
  for (const [at, text] of texts.entries()) {
    const parentId = thread.at(-1)?.id
    thread.push({
      id: newId(),
      conversationId,
      role: at % 2 === 0 ? 'user' : 'assistant',
      text,
      createdAt,
      ...(parentId !== undefined && { parentId }),
    })
  }
  const conversation = {
    id: conversationId,
    title,
    createdAt,
    updatedAt: createdAt,
  }
  const body: ChatExport = {
    format: 'bozzetto-chat',
    version: 1,
    exportedAt: createdAt,
    conversations: [{ conversation, messages: thread }],
  }
  const answer = await fetch(`${url}/api/import`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  })
  if (!answer.ok) throw new Error(`The import failed: ${await answer.text()}`)
}

async function type(page: Page): Promise<void> {
  for (let key = 0; key < keys; key++) {
    await page.keyboard.press(key % 6 === 5 ? 'Space' : 'a')
    await new Promise((resolve) => setTimeout(resolve, keyGapMs))
  }
}

/**
 * Runs in the page. Measures from the timestamp of the key press to the end of the frame with the
 * letter. A message that is sent within a frame arrives after the frame is painted.
 */
const watchKeys = `
  globalThis.keyToPaintMs = []
  addEventListener('keydown', ({ timeStamp }) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => keyToPaintMs.push(performance.now() - timeStamp)
      port2.postMessage(undefined)
    })
  }, { capture: true })
`

async function until(isSo: () => boolean): Promise<void> {
  const endMs = performance.now() + 60_000
  while (!isSo()) {
    if (performance.now() > endMs) throw new Error('The answer did not begin within a minute.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
