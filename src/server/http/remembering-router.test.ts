import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { createRememberingRouter } from './remembering-router.ts'

it('createRememberingRouter routes each address correctly, cached or not', async () => {
  const passed: string[] = []
  const app = new Hono({ router: createRememberingRouter() })
    .use('/things/*', (c, next) => {
      passed.push(c.req.path)
      return next()
    })
    .get('/things/all', (c) => c.text('all'))
    .post('/things/all', (c) => c.text('made'))
    .get('/things/:id', (c) => c.text(`one: ${c.req.param('id')}`))
    .get('/things/:id/parts/:part{.+}', (c) => c.json(c.req.param()))
  const answer = async (path: string, method = 'GET') =>
    (await app.request(path, { method })).text()
  for (let times = 0; times < 2; times++) {
    expect(await answer('/things/all')).toBe('all')
    expect(await answer('/things/all', 'POST')).toBe('made')
    expect(await answer('/things/a')).toBe('one: a')
    expect(await answer('/things/b')).toBe('one: b')
    expect(await answer('/things/a/parts/b/c')).toBe('{"id":"a","part":"b/c"}')
    expect(await answer('/nothing')).toBe('404 Not Found')
  }
  expect(passed).toHaveLength(10)
})

it('createRememberingRouter works beyond the size of its cache', async () => {
  const app = new Hono({ router: createRememberingRouter() }).get('/', (c) => c.text('here'))
  for (let at = 0; at < 1_100; at++) {
    expect((await app.request(`/${at}`)).status).toBe(404)
  }
  expect(await (await app.request('/')).text()).toBe('here')
})
