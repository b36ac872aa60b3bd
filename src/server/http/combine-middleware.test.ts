import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { describe, expect, it } from 'vitest'
import { combineMiddleware } from './combine-middleware.ts'

const heading = (name: string) =>
  createMiddleware(async (c, next) => {
    c.header('x-before', `${c.res.headers.get('x-before') ?? ''}${name}`)
    await next()
    c.header('x-after', `${c.res.headers.get('x-after') ?? ''}${name}`)
  })

const gate = createMiddleware((c, next) => {
  const way = c.req.query('way')
  if (way === 'throw') throw new Error('No.')
  return way === 'answer' ? Promise.resolve(c.text('from the gate')) : next()
})

const app = new Hono()
  .onError((error, c) => c.text(error.message, 403))
  .use(combineMiddleware(heading('a'), heading('b')))
  .use(combineMiddleware(gate, gate))
  .get('/', (c) => c.text('from the end'))

describe('combineMiddleware', () => {
  it.each([
    ['/', 200, 'from the end'],
    ['/?way=answer', 200, 'from the gate'],
    ['/?way=throw', 403, 'No.'],
    ['/nowhere', 404, '404 Not Found'],
  ])('runs middlewares in order around %s', async (path, status, text) => {
    const response = await app.request(path)
    expect(response.status).toBe(status)
    expect(await response.text()).toBe(text)
    expect(response.headers.get('x-after')).toBe('ba')
  })
})
