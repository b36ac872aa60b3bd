import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openGround } from '../replicas/ground.ts'
import { startServerProcess } from '../server-process.ts'

const parallel = 100
const feeUsd = 0.5
const limitUsd = 1.5
const answerMs = 100
const modelId = 'openai/dear'

async function startService() {
  const service = createServer((request, response) => {
    request.resume()
    response.setHeader('content-type', 'application/json')
    if (request.url?.endsWith('/models')) {
      response.end('{"object":"list","data":[{"id":"dear","object":"model"}]}')
      return
    }
    const usage = { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10, cost: feeUsd }
    const message = { role: 'assistant', content: 'Hi' }
    const choices = [{ index: 0, message, finish_reason: 'stop' }]
    void sleep(answerMs).then(() => response.end(JSON.stringify({ id: 'c', choices, usage })))
  })
  await once(service.listen(0, '127.0.0.1'), 'listening')
  const { port } = service.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/v1`, close: () => service.close() }
}

/**
 * Sends 100 concurrent requests to a service of unknown price while only a small budget is left.
 * Tests the monthly limit of a key and a limit of the server, with one server and with two.
 * @returns the largest number of answers beyond the budget.
 */
export async function attackBudgets(say: (line: string) => void): Promise<Record<string, number>> {
  const service = await startService()
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-overspend-'))
  const settings = { BOZZETTO_OPENAI_URL: service.url, BOZZETTO_LOG: 'silent' }
  const beyond: number[] = []
  try {
    const alone = await startServerProcess(folder, 'direct', settings)
    beyond.push(await attackAt([alone.url], 'key'), await attackAt([alone.url], 'limit'))
    await alone.stop()
    const ground = await openGround(settings)
    try {
      const urls = [(await ground.start(0)).url, (await ground.start(1)).url]
      beyond.push(await attackAt(urls, 'key'), await attackAt(urls, 'limit'))
    } finally {
      await ground.close()
    }
  } finally {
    service.close()
    await rm(folder, { recursive: true, force: true })
  }
  say(`answers beyond the limit: ${beyond.join(', ')} (key and limit, one server and two)`)
  return { overspend_answers_max: Math.max(...beyond) }
}

async function attackAt(urls: readonly string[], what: 'key' | 'limit'): Promise<number> {
  const [url = ''] = urls
  const monthlySpendUsd = what === 'key' ? { monthlySpendUsd: limitUsd } : {}
  const limits = { requestsPerMinute: 1_000, streams: 100, ...monthlySpendUsd }
  const { secret } = await send<{ secret: string }>(url, 'POST /api/keys', {
    name: what,
    limits,
  })
  const before = what === 'limit' ? await usedNow(url) : 0
  if (what === 'limit') {
    const amount = before + limitUsd
    const limit = { scope: 'server', measure: 'usd', period: 'month', amount }
    await send(url, 'PUT /api/limits', limit)
    // The other server applies a changed limit within a second.
    await sleep(1_500)
  }
  const body = { model: modelId, messages: [{ role: 'user', content: 'Hi' }] }
  const statuses = await Promise.all(
    Array.from({ length: parallel }, async (_, at) => {
      const answer = await fetch(`${urls[at % urls.length]}/llm/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      await answer.text()
      return answer.status
    }),
  )
  const others = statuses.filter((status) => status !== 200 && status !== 429)
  if (others.length > 0) throw new Error(`Calls were answered with ${others.join(', ')}.`)
  const answered = statuses.filter((status) => status === 200).length
  return Math.max(0, answered - limitUsd / feeUsd)
}

async function usedNow(url: string): Promise<number> {
  const limit = { scope: 'server', measure: 'usd', period: 'month', amount: 1_000 }
  await send(url, 'PUT /api/limits', limit)
  await sleep(1_500)
  const { limits } = await send<{ limits: { used: number }[] }>(url, 'GET /api/spending')
  return limits[0]?.used ?? 0
}

async function send<T>(url: string, route: string, body?: object): Promise<T> {
  const [method, target = ''] = route.split(' ')
  const answer = await fetch(url + target, {
    method: method ?? 'GET',
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${route} answered ${answer.status}: ${text}`)
  return JSON.parse(text) as T
}
