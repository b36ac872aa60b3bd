import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HttpError } from '../errors/http-error.ts'
import type { ChatDelta, ChatProvider } from '../ports/chat-provider.ts'
import { brokenAnswers, endlessAnswer, oddAnswers, rightAnswer } from './chat-faults.fixture.ts'
import { chatKey, chatServices } from './chat-services.fixture.ts'
import { json, openService } from './service/service.fixture.ts'

/** Long timeouts that a correct answer does not reach, even on a busy machine. */
const endMs = 60_000
const patient = { idleMs: endMs, wordlessMs: endMs, modelsMs: endMs, afterFinishMs: 30 }
const hurried = { ...patient, idleMs: 400, wordlessMs: 600 }

let upstream: Awaited<ReturnType<typeof openService>>
beforeEach(async () => {
  upstream = await openService()
})
afterEach(() => upstream.close())

async function ask(provider: ChatProvider) {
  let text = ''
  const take = (delta: ChatDelta) => void (text += delta.text ?? '')
  const request = { model: 'writer', messages: [{ role: 'user', content: 'Hi' }] }
  await provider.streamChat(request, AbortSignal.timeout(2 * endMs), take)
  return text
}

async function getFailure(work: Promise<unknown>): Promise<HttpError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(HttpError)
  return error as HttpError
}

describe.each(chatServices)('chat service $name', (service) => {
  const [method = '', path = ''] = service.route.split(' ')
  const questions = () => upstream.countOf(method, path)
  let provider: ChatProvider
  beforeEach(() => {
    provider = service.connect(upstream.origin, patient)
  })

  const askedOnce = async () => {
    expect(questions()).toBe(1)
    upstream.on(service.route, rightAnswer(service))
    expect(await ask(provider)).toBe('Hello there.')
  }

  it.each(brokenAnswers)(
    'sends one request and reports an error when the answer $name',
    async (fault) => {
      upstream.on(service.route, fault.answer(service))
      provider = service.connect(upstream.origin, fault.code === 'timed_out' ? hurried : patient)
      const { code, message } = await getFailure(ask(provider))
      expect({ code, message }).toMatchObject({ code: fault.code })
      expect(message).toMatch(
        /^[A-Z].*\b(Try again|Check|Set|Use|Send|Choose|Change|Top)\b.*[.”]$/s,
      )
      expect(message).not.toContain(chatKey)
      provider = service.connect(upstream.origin, patient)
      await askedOnce()
    },
  )

  it.each(oddAnswers)(
    'sends one request and reads the whole answer when the answer $name',
    async (odd) => {
      upstream.on(service.route, odd.answer(service))
      expect(await ask(provider)).toBe(odd.text)
      await askedOnce()
    },
  )

  const refuse = (status: number, headers?: Record<string, string>) =>
    upstream.on(service.route, json(service.refuse('No.'), status, headers))

  it('reports a refused API key, and after how many seconds a retry is allowed', async () => {
    refuse(401)
    expect((await getFailure(ask(provider))).isAboutKey).toBe(true)
    refuse(429, { 'retry-after': '7' })
    expect(await getFailure(ask(provider))).toMatchObject({ retryAfterSeconds: 7 })
  })

  it('reports an error when the service is not running', async () => {
    const gone = await openService()
    await gone.close()
    const { code, message } = await getFailure(ask(service.connect(gone.origin, patient)))
    expect(code).toBe('provider_unreachable')
    expect(message).toContain('Check its address in Settings')
  })

  it('stops reading an endless answer when the signal is aborted', async () => {
    upstream.on(service.route, endlessAnswer(service))
    const stop = new AbortController()
    let pieces = 0
    const request = { model: 'writer', messages: [{ role: 'user', content: 'Hi' }] }
    const work = provider.streamChat(request, stop.signal, () => {
      if (++pieces === 1_000) stop.abort(new Error('That is enough.'))
      return undefined
    })
    await expect(work).rejects.toThrow('That is enough.')
    expect(pieces).toBeLessThan(100_000)
    expect(questions()).toBe(1)
  })
})
