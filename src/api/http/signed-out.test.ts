import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { signIn } from '../access/access.ts'
import { requestJson } from './http.ts'
import { noteSignedIn, signedOut } from './signed-out.ts'

const isSignedOut = () => signedOut.getState().isOut
const refused = () =>
  Response.json({ code: 'unauthorized', message: 'You are signed out.' }, { status: 401 })

let isIn = false
const asked: string[] = []
beforeEach(() => {
  isIn = false
  asked.length = 0
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    asked.push(`${method} ${path}`)
    if (path === '/api/session') {
      if (body !== '{"password":"right password"}') return refused()
      isIn = true
      return new Response(null, { status: 204 })
    }
    return isIn ? Response.json({ body }) : refused()
  })
})
afterEach(() => {
  noteSignedIn()
  vi.unstubAllGlobals()
})

const save = (signal?: AbortSignal) =>
  requestJson(z.object({ body: z.string() }), '/api/notes', {
    method: 'POST',
    body: { text: 'a draft' },
    signal,
  })

describe('a request while nobody is signed in', () => {
  it('waits for a sign-in and is then repeated with its body', async () => {
    const answer = save()
    await vi.waitFor(() => expect(isSignedOut()).toBe(true))
    await expect(signIn({ password: 'wrong password' })).rejects.toMatchObject({
      code: 'unauthorized',
    })
    expect(isSignedOut()).toBe(true)
    await signIn({ password: 'right password' })
    expect(await answer).toEqual({ body: '{"text":"a draft"}' })
    expect(isSignedOut()).toBe(false)
    expect(asked.filter((line) => line === 'POST /api/notes')).toHaveLength(2)
  })

  it('ends when its caller aborts it', async () => {
    const controller = new AbortController()
    const answer = save(controller.signal)
    await vi.waitFor(() => expect(isSignedOut()).toBe(true))
    controller.abort()
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('is repeated a limited number of times', async () => {
    const answer = save()
    answer.catch(() => {})
    for (let i = 0; i < 3; i++) {
      await vi.waitFor(() => expect(isSignedOut()).toBe(true))
      noteSignedIn()
    }
    await expect(answer).rejects.toMatchObject({ status: 401 })
  })
})
