import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pauseMs } from '../service/follow-task.ts'
import { createFollowUpstream, type FollowUpstream } from './follow-upstream.ts'
import { html, json, openService, reset, type StandInAnswer } from '../service/service.fixture.ts'
import { createGatewayHttp, describeGateway } from './gateway-service.ts'
import type { GatewayTask } from './generation-answers.ts'
import { createGenerationClient } from './generation-client.ts'

const taskPath = '/model/v1/generation/task/up-1'
const streamPath = `${taskPath}/stream`

let gateway: Awaited<ReturnType<typeof openService>>
let follow: FollowUpstream
const openFollow = (own: { listenMs?: number } = {}) => {
  const options = describeGateway({ baseUrl: gateway.origin, apiKey: 'sa-secret-key' })
  const http = createGatewayHttp(options)
  const client = createGenerationClient(options, http)
  return createFollowUpstream(options, { client, http, pollIntervalMs: 5, ...own })
}
beforeEach(async () => {
  gateway = await openService()
  follow = openFollow()
})
afterEach(() => gateway.close())

const signal = () => AbortSignal.timeout(300_000)
const running = json({ id: 'up-1', status: 'in_progress', progress: 0.1 })
const completed = json({ id: 'up-1', status: 'completed', output: [] })
const looks = () => gateway.countOf('GET', taskPath)
const listens = () => gateway.calls.filter(({ path }) => path === streamPath)

const stream =
  (
    frames: string[],
    then: (response: ServerResponse) => void = (response) => response.end(),
  ): StandInAnswer =>
  (_call, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(frames.join(''), () => then(response))
  }
const frame = (event: string, data: object) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
const output = (cursor: number, progress: number) =>
  frame('output', { id: 'up-1', status: 'in_progress', progress, output: [], cursor })
const done = frame('done', { id: 'up-1', status: 'completed' })
const stayOpen = () => {}
const breakOff = (response: ServerResponse) => response.socket?.destroy()

describe('createFollowUpstream', () => {
  it('polls the task as soon as its event stream reports the end', async () => {
    gateway.on(`GET ${taskPath}`, running, completed)
    gateway.on(`GET ${streamPath}`, stream([': keepalive\n\n', output(1, 0.5), done], stayOpen))
    const moves: GatewayTask[] = []
    await follow('up-1', (move) => moves.push(move), signal())
    expect(moves.map(({ progress }) => progress)).toEqual([0.1, 0.5, undefined])
    expect(looks()).toBe(2)
    expect(listens()).toHaveLength(1)
  })

  it('pauses requests for event streams if the gateway has none', async () => {
    gateway.on(`GET ${taskPath}`, running, running, completed, running, completed)
    await follow('up-1', () => {}, signal())
    await follow('up-1', () => {}, signal())
    expect(listens()).toHaveLength(1)
  })

  it('resumes an event stream at its cursor after the connection broke within an event', async () => {
    gateway.on(`GET ${taskPath}`, running, running, completed)
    gateway.on(
      `GET ${streamPath}`,
      stream([output(3, 0.5), 'event: done\ndata: {"id":"up-1","sta'], breakOff),
      stream([done]),
    )
    await follow('up-1', () => {}, signal())
    expect(listens().map(({ query }) => query)).toEqual(['', 'cursor=3'])
  })

  it('polls the task while its event stream stays open without an end', async () => {
    follow = openFollow({ listenMs: 50 })
    gateway.on(`GET ${taskPath}`, running, completed)
    gateway.on(
      `GET ${streamPath}`,
      stream([output(1, 0.2)], (response) => {
        const timer = setInterval(() => response.write(': keepalive\n\n'), 10)
        response.on('close', () => clearInterval(timer))
      }),
    )
    await follow('up-1', () => {}, signal())
    expect(looks()).toBe(2)
  })

  it.each<[string, StandInAnswer]>([
    ['always breaks off', stream([output(1, 0.2)], breakOff)],
    ['ends without an event', stream([])],
    ['is refused by a proxy', html(502)],
    ['is never opened', reset],
    ['reports the end although the task is running', stream([done])],
  ])('requests at most three event streams for a task whose stream %s', async (_case, answer) => {
    gateway.on(`GET ${taskPath}`, ...Array.from({ length: 9 }, () => running), completed)
    gateway.on(`GET ${streamPath}`, answer)
    await follow('up-1', () => {}, signal())
    expect(looks()).toBe(10)
    expect(listens().length).toBeLessThanOrEqual(3)
  })

  it('ignores stream events that are not JSON', async () => {
    gateway.on(`GET ${taskPath}`, running, completed)
    gateway.on(`GET ${streamPath}`, stream(['event: output\ndata: {"a":\n\n', 'data: [DONE]\n\n']))
    await follow('up-1', () => {}, signal())
    expect(looks()).toBe(2)
  })

  it('stops following the task when the signal is aborted', async () => {
    gateway.on(`GET ${taskPath}`, running)
    gateway.on(`GET ${streamPath}`, stream([output(1, 0.2)], stayOpen))
    const stop = new AbortController()
    const followed = follow('up-1', ({ progress }) => progress === 0.2 && stop.abort(), stop.signal)
    await expect(followed).rejects.toThrow(/abort/i)
  })
})

describe('pauseMs', () => {
  it.each([
    [0, 3_000],
    [1, 4_800],
    [2, 7_680],
    [20, 30_000],
  ])('returns a longer pause after consecutive errors (%i errors: about %i ms)', (errors, ms) => {
    expect(pauseMs(3_000, errors, { retryAfterSeconds: 0, random: () => 0 })).toBeCloseTo(
      ms * 0.9,
      5,
    )
    expect(pauseMs(3_000, errors, { retryAfterSeconds: 0, random: () => 1 })).toBeCloseTo(
      ms * 1.1,
      5,
    )
  })

  it('respects a Retry-After of up to five minutes', () => {
    expect(pauseMs(3_000, 1, { retryAfterSeconds: 20, random: () => 0 })).toBe(20_000)
    expect(pauseMs(3_000, 1, { retryAfterSeconds: 100_000, random: () => 0 })).toBe(300_000)
    expect(pauseMs(3_000, 1, { retryAfterSeconds: 1, random: () => 0 })).toBeCloseTo(4_320, 5)
  })
})
