import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { upstreamFetch } from '../outgoing/upstream-fetch.ts'
import { openLog, log } from './log.ts'
import { createMetrics } from './metrics.ts'
import { idForUpstream, withinRequest } from './request-context.ts'
import { observeRequests } from './observe-requests.ts'
import type { EndedSpan } from './spans.ts'
import { createTraceExporter, type TraceExporter } from './trace-exporter.ts'
import { sendSpansTo } from './tracing.ts'

let lines: string[] = []
let closeLog: () => void
let isReadable = false
const open = () => {
  closeLog = openLog({
    level: 'debug',
    isReadable,
    secrets: ['sa-canary"quoted-secret', undefined, 'short'],
    write: (line) => lines.push(line),
  })
}
beforeEach(() => {
  lines = []
  isReadable = false
  open()
})
afterEach(() => closeLog())
const parsed = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)

const app = new Hono<{ Variables: { requestId: string } }>()
  .use(observeRequests)
  .get('/things/:id', (c) => {
    console.error('A thing broke.', new Error('inside', { cause: new TypeError('deeper') }))
    return c.text('a thing')
  })
  .get('*', (c) => c.text('the page'))

describe('log', () => {
  it('has one line of JSON per request, with its route instead of its path', async () => {
    await app.request('/things/thing-of-anna?token=word-of-anna', {
      headers: { 'x-request-id': 'mine-1' },
    })
    await vi.waitFor(() => expect(parsed()).toHaveLength(2))
    expect(parsed()[1]).toMatchObject({
      msg: 'request',
      level: 'info',
      requestId: 'mine-1',
      method: 'GET',
      route: '/things/:id',
      status: 200,
      ms: expect.any(Number),
    })
    expect(lines.every((text) => text.endsWith('\n'))).toBe(true)
    expect(lines.join('')).not.toContain('of-anna')
  })

  it('writes all lines before it closes', async () => {
    await app.request('/things/1')
    closeLog()
    expect(lines.at(-1)).toContain('"msg":"request"')
    open()
  })

  it('contains a failed query without its values', () => {
    const cause = new Error('connection lost')
    const failed = new DrizzleQueryError('select $1', ['a system prompt', 'sk-1'], cause)
    console.error('Storing failed.', new Error('outer', { cause: failed }))
    const text = lines.join('')
    expect(text).toContain('Failed query: select $1')
    expect(text).toContain('connection lost')
    expect(text).not.toMatch(/system prompt|sk-1/)
  })

  it('captures the console, with the request id and all causes', async () => {
    const response = await app.request('/things/1')
    const line = parsed().find(({ level }) => level === 'error')
    expect(line).toMatchObject({
      msg: 'A thing broke.',
      requestId: response.headers.get('x-request-id'),
      error: [
        { name: 'Error', message: 'inside' },
        { name: 'TypeError', message: 'deeper' },
      ],
    })
  })

  it.each(['a b', 'x'.repeat(129), 'a\nb', '<script>', ''])(
    'replaces the invalid request id %j',
    async (id) => {
      const headers = new Headers()
      try {
        headers.set('x-request-id', id)
      } catch {
        // `Headers` rejects this invalid value before it is sent.
      }
      const response = await app.request('/things/1', { headers })
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-z]{20}$/)
    },
  )

  it('never contains a secret, whether it is recognized by value or by pattern', () => {
    log().info({ a: 'sa-canary"quoted-secret' }, 'with sa-canary"quoted-secret in it')
    log().error({ error: new Error('Bearer abcdefghijkl refused') }, 'key sk-0123456789abcdef0123')
    log().warn({ url: 'http://a/b?signature=abcdefgh12345' }, 'short is no secret')
    const text = lines.join('')
    expect(text).not.toMatch(/canary|abcdefghijkl|sk-0123|abcdefgh12345/)
    expect(text).toContain('short is no secret')
    expect(parsed()).toHaveLength(3)
  })

  it('contains only name, message, code and stack of an error', () => {
    const error = Object.assign(new Error('refused'), {
      code: 'E_NO',
      request: { headers: { authorization: 'planted-value' } },
    })
    log().error({ error }, 'no')
    expect(lines[0]).toContain('E_NO')
    expect(lines[0]).not.toContain('planted-value')
  })

  it('escapes control characters, so that quoted text cannot forge a line or control the terminal', () => {
    log().info({ name: 'a\nfake\r\n{"level":"error"}' }, 'first\u001B[2Jsecond\nthird')
    expect(lines.join('').trim().split('\n')).toHaveLength(1)
    closeLog()
    lines = []
    isReadable = true
    open()
    log().info({ name: '\u001B[2J\u009B2J' }, 'first\u001B]0;title\u0007')
    const [line = ''] = lines
    expect(line).toContain('info')
    const rest = line.replaceAll(/\p{Cc}\[\d{1,2}m/gu, '').replace(/\n$/, '')
    expect(Array.from(rest).every((sign) => !/\p{Cc}/u.test(sign))).toBe(true)
  })
})

const readSamples = (value: number) => () => [
  { name: 'cpu_total', help: 'Time.', type: 'counter' as const, values: [{ value }] },
  {
    name: 'ok',
    help: 'Checks.',
    type: 'gauge' as const,
    values: [{ labels: { check: 'disk' }, value: 1 }],
  },
]

describe('metrics', () => {
  it('are formatted for Prometheus', async () => {
    const metrics = createMetrics({ asked_total: 'How often.', took_seconds: 'How long.' })
    metrics.count('asked_total', { route: '/a"b\\c\nd' })
    metrics.count('asked_total', { route: '/a"b\\c\nd' }, 2)
    metrics.observe('took_seconds', 0.03)
    metrics.observe('took_seconds', 500)
    metrics.gauge('held', 'Now.', () => Promise.resolve(7))
    const text = await metrics.render()
    expect(text).toContain('# TYPE asked_total counter\nasked_total{route="/a\\"b\\\\c\\nd"} 3\n')
    expect(text).toContain('took_seconds_bucket{le="0.025"} 0\ntook_seconds_bucket{le="0.05"} 1\n')
    expect(text).toContain('took_seconds_bucket{le="120"} 1\ntook_seconds_bucket{le="+Inf"} 2\n')
    expect(text).toContain('took_seconds_sum 500.03\ntook_seconds_count 2\n')
    expect(text).toContain('# HELP held Now.\n# TYPE held gauge\nheld 7\n')
  })

  it('list values that are read together, with labels and as counters', async () => {
    const metrics = createMetrics({})
    metrics.collect('process', readSamples(1))
    metrics.collect('process', readSamples(2))
    const text = await metrics.render()
    expect(text).toBe(
      '# HELP cpu_total Time.\n# TYPE cpu_total counter\ncpu_total 2\n# HELP ok Checks.\n# TYPE ok gauge\nok{check="disk"} 1\n',
    )
  })

  it('omit values that cannot be read', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const metrics = createMetrics({})
    metrics.gauge('away', 'Now.', () => Promise.reject(new Error('The database is away.')))
    metrics.gauge('held', 'Now.', () => 7)
    const text = await metrics.render()
    expect(text).toContain('held 7')
    expect(text).not.toContain('away')
    expect(warn).toHaveBeenCalledOnce()
    warn.mockRestore()
  })

  it('do not grow with input of clients', async () => {
    const metrics = createMetrics({})
    for (let i = 0; i < 5000; i++) {
      metrics.count('a_total', { id: String(i) })
      metrics.observe('b_seconds', 1, { id: String(i) })
    }
    expect((await metrics.render()).match(/^a_total/gm)).toHaveLength(2000)
    expect((await metrics.render()).match(/^b_seconds_count/gm)).toHaveLength(2000)
  })
})

type Otlp = {
  resourceSpans: {
    resource: { attributes: unknown[] }
    scopeSpans: { spans: Record<string, unknown>[] }[]
  }[]
}

describe('traces', () => {
  const servers: Server[] = []
  let exporter: TraceExporter | undefined
  afterEach(async () => {
    sendSpansTo(undefined)
    await exporter?.close()
    for (const server of servers.splice(0)) server.close().closeAllConnections()
  })

  async function serve(status: number) {
    const bodies: Otlp[] = []
    const seen: (string | undefined)[] = []
    const server = createServer((request, response) => {
      let text = ''
      request.on('data', (chunk: Buffer) => (text += chunk.toString()))
      request.on('end', () => {
        if (request.url === '/v1/traces') bodies.push(JSON.parse(text) as Otlp)
        else seen.push(request.headers['traceparent'] as string | undefined)
        response.writeHead(status).end('{}')
      })
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return { url, bodies, seen }
  }

  it('do not include the requests of monitoring', async () => {
    const spans: EndedSpan[] = []
    sendSpansTo({ add: (span) => void spans.push(span) })
    const watched = new Hono<{ Variables: { requestId: string } }>()
      .use(observeRequests)
      .get('/:path', (c) => c.text('ok'))
    for (const path of ['/healthz', '/readyz', '/metrics', '/other']) await watched.request(path)
    expect(spans.map(({ name }) => name)).toEqual(['GET /:path'])
  })

  it('connect a request with its upstream requests and its caller', async () => {
    const { url, bodies, seen } = await serve(200)
    exporter = createTraceExporter({ endpoint: url, serviceName: 'studio' })
    sendSpansTo(exporter)
    const traced = new Hono<{ Variables: { requestId: string } }>()
      .use(observeRequests)
      .get('/asks/:id', async (c) => {
        await (await upstreamFetch(`${url}/upstream`, {})).text()
        return c.text(idForUpstream())
      })
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01`, 'x-request-id': 'mine-2' }
    const text = await (await traced.request('/asks/1', { headers })).text()
    expect(text).toMatch(/^mine-2\.[0-9a-z]{6}$/)
    await exporter.close()

    const [body] = bodies
    const spans = body?.resourceSpans[0]?.scopeSpans[0]?.spans ?? []
    const [client, server] = spans
    expect(server).toMatchObject({
      traceId,
      parentSpanId: 'b7ad6b7169203331',
      name: 'GET /asks/:id',
      kind: 2,
      status: { code: 1 },
    })
    expect(client).toMatchObject({ traceId, parentSpanId: server?.['spanId'], kind: 3 })
    expect(seen).toEqual([`00-${traceId}-${String(client?.['spanId'])}-01`])
    expect(Number(server?.['endTimeUnixNano'])).toBeGreaterThanOrEqual(
      Number(server?.['startTimeUnixNano']),
    )
    const attributes = body?.resourceSpans[0]?.resource.attributes
    expect(attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'studio' } })
    expect(attributes).toMatchObject([
      {},
      { key: 'service.version' },
      { key: 'service.instance.id' },
    ])
  })

  it('drop spans without further effects when the collector is unreachable, slow or refuses', async () => {
    const lost: number[] = []
    const onLost = (_reason: string, count: number) => lost.push(count)
    const { url } = await serve(500)
    exporter = createTraceExporter({ endpoint: url, serviceName: 's', onLost, intervalMs: 1e6 })
    sendSpansTo(exporter)
    for (let i = 0; i < 3000; i++) await app.request('/nowhere')
    await exporter.close()
    // 952 spans did not fit into the queue, and the collector refused the other 2,048 spans.
    expect(lost.reduce((sum, count) => sum + count, 0)).toBe(3000)

    exporter = createTraceExporter({ endpoint: 'http://127.0.0.1:9', serviceName: 's', onLost })
    sendSpansTo(exporter)
    await app.request('/nowhere')
    await exporter.close()
    expect(lost.at(-1)).toBe(1)
  })
})

it('have the same request id during asynchronous work', async () => {
  await withinRequest({ requestId: 'task-7' }, async () => {
    await new Promise((resolve) => setImmediate(resolve))
    log().info('later')
  })
  expect(parsed()[0]).toMatchObject({ requestId: 'task-7', msg: 'later' })
})
