import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { ApiError, NetworkError, UnexpectedAnswerError } from './errors.ts'
import { requestEvents, requestJson, requestNothing } from './http.ts'

const schema = z.object({ name: z.string() })
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

type Fetch = (path: string, init: RequestInit) => Promise<Response>

function answerWith(answer: Fetch) {
  const fake = vi.fn<Fetch>(answer)
  vi.stubGlobal('fetch', fake)
  return fake
}

/** A `fetch` without a response. Like the real `fetch`, it rejects when its signal is aborted. */
const silence: Fetch = (_path, { signal }) =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error))
  })

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('requestJson', () => {
  it('sends JSON and returns the checked answer without unknown fields', async () => {
    const fetch = answerWith(() => Promise.resolve(json({ name: 'chair', extra: 1 })))
    const answer = await requestJson(schema, '/api/x', { method: 'POST', body: { a: 1 } })
    expect(answer).toEqual({ name: 'chair' })
    expect(fetch.mock.calls[0]).toMatchObject([
      '/api/x',
      { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } },
    ])
  })

  it('sends `keepalive` if the request must complete after the page is closed', async () => {
    const fetch = answerWith(() => Promise.resolve(json({ name: 'chair' })))
    for (const outlivesPage of [true, false]) {
      await requestJson(schema, '/api/x', { method: 'PATCH', body: {}, outlivesPage })
      expect(fetch.mock.lastCall?.[1].keepalive).toBe(outlivesPage)
    }
  })

  it('sends form data unchanged, so that the browser can set the boundary', async () => {
    const fetch = answerWith(() => Promise.resolve(json({ name: 'x' })))
    const body = new FormData()
    await requestJson(schema, '/api/files', { method: 'POST', body })
    expect(fetch.mock.calls[0]?.[1]).toMatchObject({ body, headers: {} })
  })

  it('throws an ApiError with all fields of the server’s error', async () => {
    const issues = [{ path: 'face_limit', message: 'Too large.' }]
    const body = { code: 'invalid_params', message: 'One value is wrong.', requestId: 'r1', issues }
    answerWith(() => Promise.resolve(json(body, 400)))
    const error = await requestJson(schema, '/api/x').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ ...body, status: 400 })
  })

  it('throws an ApiError with the code `internal` and the status if a proxy responds with HTML', async () => {
    answerWith(() => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 })))
    await expect(requestJson(schema, '/api/x')).rejects.toMatchObject({
      code: 'internal',
      status: 502,
      message: expect.stringContaining('502') as string,
    })
  })

  it.each([
    ['breaks the contract', () => json({ title: 'chair' })],
    ['is no JSON', () => new Response('<!doctype html>')],
  ])('rejects a response that %s', async (_case, answer) => {
    answerWith(() => Promise.resolve(answer()))
    await expect(requestJson(schema, '/api/x')).rejects.toThrow(UnexpectedAnswerError)
  })

  it('throws a NetworkError when the server cannot be reached', async () => {
    answerWith(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(requestJson(schema, '/api/x')).rejects.toThrow(NetworkError)
  })

  it('throws a NetworkError after its time limit', async () => {
    vi.useFakeTimers()
    answerWith(silence)
    const failure = requestJson(schema, '/api/x', { timeoutMs: 5_000 }).catch(
      (thrown: unknown) => thrown,
    )
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await failure).toMatchObject({
      name: 'NetworkError',
      message: expect.stringContaining('within 5 s') as string,
    })
  })

  it('throws the abort error of its caller unchanged', async () => {
    answerWith(silence)
    const abort = new AbortController()
    const request = requestJson(schema, '/api/x', { signal: abort.signal })
    abort.abort()
    await expect(request).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('requestNothing', () => {
  it('accepts an empty response', async () => {
    answerWith(() => Promise.resolve(new Response(null, { status: 204 })))
    await expect(requestNothing('/api/x', { method: 'DELETE' })).resolves.toBeUndefined()
  })
})

describe('requestEvents', () => {
  it('sends the id of the last event', async () => {
    const fetch = answerWith(() => Promise.resolve(new Response('data: 1\n\n')))
    const body = await requestEvents('/api/runs/1/events', { lastEventId: '0.7' })
    expect(await new Response(body).text()).toBe('data: 1\n\n')
    expect(fetch.mock.calls[0]?.[1].headers).toMatchObject({ 'last-event-id': '0.7' })
  })

  it('applies the time limit only to the first byte of the stream', async () => {
    vi.useFakeTimers()
    const fetch = answerWith(() => Promise.resolve(new Response('data: 1\n\n')))
    await requestEvents('/api/x', { timeoutMs: 1_000 })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(fetch.mock.calls[0]?.[1].signal?.aborted).toBe(false)
  })
})
