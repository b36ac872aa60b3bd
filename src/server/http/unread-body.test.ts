import { Hono } from 'hono'
import { expect, it, vi } from 'vitest'
import { endUnreadBody } from './unread-body.ts'

it('endUnreadBody cancels the body of a HEAD response only', async () => {
  const cancel = vi.fn<() => void>()
  const app = new Hono()
    .use(endUnreadBody)
    .get('/', (c) => c.body(new ReadableStream({ cancel }), 200, { 'X-Kind': 'endless' }))
  const get = await app.request('/')
  expect(cancel).not.toHaveBeenCalled()
  await get.body?.cancel()
  cancel.mockClear()
  const head = await app.request('/', { method: 'HEAD' })
  expect(head.headers.get('x-kind')).toBe('endless')
  expect(cancel).toHaveBeenCalledOnce()
})
