import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { cutStreams } from './open-streams.ts'
import { eventStream } from './sse.ts'

it('cutStreams ends the streams of one key only', async () => {
  const app = new Hono<{ Variables: { apiClient: { keyId: string } } }>()
    .use(async (c, next) => {
      c.set('apiClient', { keyId: c.req.header('x-key') ?? '' })
      await next()
    })
    .get('/', (c) =>
      eventStream(c, async (send, signal) => {
        await send({ data: 'here' })
        await new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => resolve(), { once: true })
        })
      }),
    )
  const open = async (key: string) =>
    (await app.request('/', { headers: { 'x-key': key } })).body!.getReader()
  const [cut, kept] = [await open('a'), await open('b')]
  await cut.read()
  await kept.read()
  cutStreams('a')
  cutStreams('nobody')
  expect((await cut.read()).done).toBe(true)
  const next = kept.read().then(() => 'ended')
  expect(await Promise.race([next, Promise.resolve('open')])).toBe('open')
  await kept.cancel()
})
