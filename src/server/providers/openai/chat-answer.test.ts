import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createReadingPace } from '../../outgoing/reading-pace.ts'
import { getDecodedBody, postUpstream } from '../../outgoing/upstream-request.ts'
import { readChatStream } from './chat-answer.ts'
import { createChatReader } from './chat-dialect.ts'
import { watchSilence } from './silence-watch.ts'
import { beginStream, createCompletion, startUpstream, type Upstream } from './upstream.fixture.ts'

let upstream: Upstream | undefined
afterEach(() => upstream?.close())

const service = {
  id: 'openai',
  title: 'The service',
  addressSetting: 'AN_URL',
  addressExample: 'http://127.0.0.1',
  keySetting: 'A_KEY',
}

async function speak(response: ServerResponse, words: readonly string[]): Promise<void> {
  beginStream(response)
  for (const frame of createCompletion(words)) {
    await new Promise<void>((sent) => response.write(frame, () => sent()))
    await new Promise((resolve) => setImmediate(resolve))
  }
  response.end()
}

describe('readChatStream', () => {
  it('delivers all words in order when the reader is slow', async () => {
    const words = Array.from({ length: 300 }, (_, at) => ` “word” ${at}`)
    upstream = await startUpstream((_request, response) => void speak(response, words))
    const answer = await postUpstream(new URL(upstream.url), {}, '').answered
    const pause = vi.spyOn(answer.socket, 'pause')
    const pace = createReadingPace(() => 1)(answer.socket)
    const watch = watchSilence({ idleMs: 60_000, wordlessMs: 60_000 }, () => {})
    let text = ''
    await readChatStream(getDecodedBody(answer), {
      reader: createChatReader({ service, secrets: [] }),
      watch,
      afterPiece: pace.afterPiece,
      take(delta) {
        text += delta.text ?? ''
        return undefined
      },
    })
    pace.end()
    watch.end()
    expect(text).toBe(words.join(''))
    expect(pause.mock.calls.length).toBeGreaterThan(0)
    expect(pause.mock.calls.length).toBeLessThan(words.length / 2)
  })
})
