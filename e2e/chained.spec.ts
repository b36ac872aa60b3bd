import sharp from 'sharp'
import type { Task } from '#contract/tasks.ts'
import { expect, plainTest as test, smallWindow } from './support/fixtures.ts'
import { Chain, chatPath, createPath, lookPath, resultPath, streamPath } from './support/chain.ts'
import {
  answeredBetween,
  asPage,
  brokenPage,
  cutAfter,
  cutAtHalf,
  delayed,
  endlessFrom,
  lostAnswer,
  refused,
  truncated,
  type ProxyFault,
} from './support/faulty-proxy.ts'
import { StudioPage } from './pages/studio.ts'
import { plainPicture } from './support/pictures.ts'
import { samplePicture } from './support/samples.ts'

test.use(smallWindow)
let chain: Chain
let picture: string
test.beforeAll(async () => {
  chain = await Chain.start()
  picture = await chain.upload(await plainPicture())
})
test.afterAll(() => chain?.stop())
test.afterEach(() => {
  chain.maker.workMs = 0
  expect(chain.proxy.plannedCount, 'every planned fault was met').toBe(0)
})

test.describe('a server that uses another Bozzetto as its gateway', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto(chain.front.link)
  })

  test('creates a model from a picture on the other server', async ({ page }) => {
    const createsBefore = chain.createCount
    const studio = new StudioPage(page)
    await page.goto(`${chain.front.url}/`)
    await page
      .getByRole('button', { name: 'Engine', exact: true })
      .or(page.getByRole('combobox', { name: 'Engine' }))
      .click()
    await page
      .getByRole('group', { name: new URL(chain.proxy.url).host, exact: true })
      .getByRole('option', { name: /^Local engine/ })
      .click()
    await studio.chooseSample('Teddy bear')
    await studio.generate()
    await expect(studio.viewer).toHaveAttribute('data-state', 'ready', { timeout: 120_000 })
    await expect.poll(() => studio.drawnFraction()).toBeGreaterThan(0.05)
    await expect(page.getByText(/^[\d,]+ triangles$/)).toBeVisible()
    expect(chain.createCount - createsBefore).toBe(1)
  })

  test('shows an answer of the guide of the other server', async ({ page }) => {
    await page.goto(`${chain.front.url}/chat`)
    await expect(page.getByRole('button', { name: 'Model: bozzetto/guide' })).toBeVisible()
    const box = page.getByRole('textbox', { name: 'Message' })
    await box.fill('How do I connect a service?')
    await box.press('Enter')
    const answer = page.getByRole('article', { name: /^Answer from/ })
    await expect(answer).toContainText('BOZZETTO_OPENAI_URL')
    expect(chain.proxy.countOf('POST', chatPath)).toBe(1)
  })
})

test.describe('a task that is submitted to the other server', () => {
  const json = { 'Content-Type': 'application/json' }
  const error = JSON.stringify({ error: { code: 'INTERNAL_ERROR', message: 'oops' } })
  const limited = JSON.stringify({ error: { code: 1002, message: 'rate limited' } })
  const failures: [
    name: string,
    fault: ProxyFault,
    code: string,
    message: RegExp,
    madeCount: number,
  ][] = [
    ['lost with the connection', lostAnswer, 'submission_uncertain', /not sent again/, 1],
    ['a 500', answeredBetween(500, error, json), 'submission_uncertain', /not sent again/, 1],
    [
      'a 502 with a web page',
      answeredBetween(502, brokenPage, asPage),
      'submission_uncertain',
      /^(?!.*<).*not sent again/,
      1,
    ],
    ['half of its JSON', truncated, 'submission_uncertain', /not sent again/, 1],
    [
      'a 429',
      refused(429, limited, { 'Retry-After': '7', 'X-Request-Id': 'proxy-1' }),
      'rate_limited',
      /in 7 s.*rate limited/,
      0,
    ],
  ]
  for (const [name, fault, code, message, madeCount] of failures) {
    test(`is submitted once and fails with a message if the response is ${name}`, async () => {
      const createsBefore = chain.createCount
      const madeBefore = await chain.clearBack()
      chain.proxy.plan('POST', createPath, fault)
      const { id } = await chain.order(picture)
      const task = await chain.untilOver(id)
      expect(task.status).toBe('failed')
      expect(task.failure).toMatchObject({ code, message: expect.stringMatching(message) })
      expect(task.failure?.upstreamRequestId).toMatch(/./)
      expect(chain.createCount - createsBefore).toBe(1)
      expect((await chain.clearBack()) - madeBefore).toBe(madeCount)
    })
  }

  test('completes if the response is 2 s late', async () => {
    const createsBefore = chain.createCount
    chain.proxy.plan('POST', createPath, delayed(2_000))
    const { id } = await chain.order(picture)
    expectModel(await chain.untilOver(id))
    expect(chain.createCount - createsBefore).toBe(1)
  })
})

test.describe('a running task of the other server', () => {
  test('completes with the whole model after every kind of failed status request', async () => {
    const downloadsBefore = chain.proxy.countOf('GET', resultPath)
    chain.proxy.plan('GET', resultPath, cutAtHalf, truncated, refused(502, brokenPage, asPage))
    const tasks = await orderThrough('GET', lookPath, [
      delayed(2_000),
      lostAnswer,
      refused(429, '{}', { 'Retry-After': '2' }),
      refused(500, '{"error":"oops"}'),
      refused(502, brokenPage, asPage),
      truncated,
    ])
    for (const task of tasks) expectModel(task)
    expect(chain.proxy.countOf('GET', resultPath) - downloadsBefore).toBe(tasks.length + 3)
  })

  test('completes although streams are cut within an event, refused, or never end', async () => {
    chain.maker.workMs = 2_000
    const tasks = await orderThrough('GET', streamPath, [
      cutAfter('event: progress'),
      refused(502, brokenPage, asPage),
      endlessFrom('event: done'),
    ])
    for (const task of tasks) expectModel(task)
  })

  test('completes although the other server is killed and restarted', async () => {
    const createsBefore = chain.createCount
    const large = await chain.upload(
      await sharp(samplePicture('robot')).resize(2048).png().toBuffer(),
    )
    const { id } = await chain.orderLarge(large)
    await chain.untilTask(id, ({ progress = 0 }) => progress > 0)
    const looks = () =>
      chain.proxy.countOf('GET', lookPath) + chain.proxy.countOf('GET', streamPath)
    await chain.back.kill()
    const looksBefore = looks()
    await expect.poll(looks).toBeGreaterThan(looksBefore + 1)
    expect((await chain.readTask(id)).status).toBe('running')
    await chain.back.startAgain()
    expectModel(await chain.untilOver(id))
    expect(chain.createCount - createsBefore).toBe(1)
  })

  test('is cancelled on both servers', async () => {
    const large = await chain.upload(
      await sharp(samplePicture('lion')).resize(2048).png().toBuffer(),
    )
    const { id } = await chain.orderLarge(large)
    await chain.untilTask(id, ({ progress = 0 }) => progress > 0)
    await fetch(`${chain.front.url}/api/tasks/${id}/cancel`, { method: 'POST' })
    expect((await chain.untilOver(id)).status).toBe('cancelled')
    await expect.poll(() => chain.proxy.countOf('POST', /\/cancel$/)).toBe(1)
  })
})

test.describe('a streamed answer of the other server', () => {
  const question = 'How do I connect a service?'

  test('is complete if it is delayed, or if its stream stays open after `[DONE]`', async () => {
    chain.proxy.plan('POST', chatPath, delayed(2_000), endlessFrom('[DONE]'))
    const [late, endless] = await Promise.all([chain.chat(question), chain.chat(question)])
    for (const { status, text } of [late, endless]) {
      expect(status).toBe(200)
      expect(wordsIn(text)).toContain('BOZZETTO_OPENAI_URL')
      expect(text).toContain('"finish_reason":"stop"')
      expect(text.trimEnd().endsWith('data: [DONE]')).toBe(true)
    }
  })

  test('keeps its text and reports the failure if the stream is cut within an event', async () => {
    chain.proxy.plan('POST', chatPath, cutAfter('BOZZETTO_OPENAI_URL'))
    const { status, text } = await chain.chat(question)
    expect(status).toBe(200)
    expect(wordsIn(text).length).toBeGreaterThan(5)
    expect(text).toMatch(/event: error\ndata: .*cut off/)
    expect(text).not.toContain('[DONE]')
  })

  const refusals: [string, ProxyFault, number, RegExp][] = [
    ['the connection is lost', lostAnswer, 502, /cut off/],
    ['a 429 comes', refused(429, '{}', { 'Retry-After': '7' }), 429, /in 7 s/],
    ['a 500 comes', refused(500, '{"error":{"message":"oops"}}'), 500, /oops/],
    ['a 502 comes with a web page', refused(502, brokenPage, asPage), 502, /^(?!.*<).*\(502\)/],
  ]
  for (const [name, fault, expected, message] of refusals) {
    test(`shows an error message if ${name}`, async () => {
      chain.proxy.plan('POST', chatPath, fault)
      const { status, headers, text } = await chain.chat(question)
      expect(status).toBe(expected)
      const body = JSON.parse(text) as { error: { message: string } }
      expect(body.error.message).toMatch(message)
      if (expected === 429) expect(headers.get('retry-after')).toBe('7')
    })
  }
})

function expectModel(task: Task): void {
  expect(task.failure).toBeUndefined()
  expect(task.status).toBe('completed')
  expect(task.asset?.mimeType).toBe('model/gltf-binary')
  expect(task.asset?.stats?.triangles).toBeGreaterThanOrEqual(1)
}

/**
 * Submits one task per fault. The proxy applies the fault to the first matching request of the
 * task.
 */
async function orderThrough(method: string, path: RegExp, faults: ProxyFault[]): Promise<Task[]> {
  const createsBefore = chain.createCount
  chain.proxy.plan(method, path, ...faults)
  const orders = await Promise.all(faults.map(() => chain.order(picture)))
  const tasks = await Promise.all(orders.map(({ id }) => chain.untilOver(id)))
  expect(chain.createCount - createsBefore).toBe(faults.length)
  return tasks
}

const wordsIn = (text: string) =>
  [...text.matchAll(/"content":"((?:[^"\\]|\\.)*)"/g)].map(([, word]) => word).join('')
