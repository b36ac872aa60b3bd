import { request } from 'node:http'
import { cpuSeconds } from '../node-process.ts'
import type { Target } from '../proxy/client.ts'
import { median, printTable } from '../table.ts'

const isQuick = process.env['BOZZETTO_BENCH_QUICK'] === '1'
const words = 2_000
/**
 * Number of concurrent streams. Their CPU time must be far more than 10 ms, the resolution of the
 * clock.
 */
const streams = 20
const rounds = isQuick ? 2 : 7

/**
 * Measures the CPU time of the server for streams of 2,000 tokens. Compares translated streams with
 * streams that are passed through unchanged.
 */
export async function compareCost(
  pid: number,
  targets: { relayed: Target | undefined; translated: Target | undefined },
): Promise<{ anthropic_vs_openai_cost: number; responses_translation_cost: number }> {
  const { relayed, translated } = targets
  if (!relayed || !translated) throw new Error('There is no key.')
  const forms = {
    relayed: () => readStream(relayed),
    translated: () => readStream(translated),
    responses: () => readStream(relayed, responsesForm),
  }
  const names = ['relayed', 'translated', 'responses'] as const
  const times = { relayed: [] as number[], translated: [] as number[], responses: [] as number[] }
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const before = cpuSeconds(pid)
      await Promise.all(Array.from({ length: streams }, forms[name]))
      if (round > 0) times[name].push((1000 * (cpuSeconds(pid) - before)) / streams)
    }
  }
  const [one, other] = [median(times.relayed), median(times.translated)]
  const responses = median(times.responses)
  printTable([
    [`a stream of ${words} tokens, ms of processor time (median of ${rounds})`, ''],
    ['relayed (OpenAI)', Math.round(one * 10) / 10],
    ['translated (Anthropic)', Math.round(other * 10) / 10],
    ['as Responses', Math.round(responses * 10) / 10],
  ])
  return {
    anthropic_vs_openai_cost: Math.round((other / one) * 100) / 100,
    responses_translation_cost: Math.round((responses / one) * 100) / 100,
  }
}

type StreamForm = { path: string; body: object; mark: string }

const chatForm: StreamForm = {
  path: '/chat/completions',
  body: { messages: [{ role: 'user', content: 'Hello' }], max_tokens: words },
  mark: '"content":" word',
}
const responsesForm: StreamForm = {
  path: '/responses',
  body: { input: 'Hello', max_output_tokens: words, store: false },
  mark: '"delta":" word',
}

function readStream(
  { url, model, headers }: Target,
  { path, body: asked, mark }: StreamForm = chatForm,
): Promise<void> {
  const body = JSON.stringify({ model, stream: true, ...asked })
  return new Promise((resolve, reject) => {
    const sent = request(
      url + path,
      { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers } },
      (response) => {
        let count = 0
        let rest = ''
        response.setEncoding('utf8')
        response.on('data', (piece: string) => {
          const parts = (rest + piece).split(mark)
          count += parts.length - 1
          // Keeps the end of the text, because a marker can be split between two pieces.
          rest = parts.at(-1)?.slice(-20) ?? ''
        })
        response.on('error', reject)
        response.on('end', () => {
          if (count === words) resolve()
          else reject(new Error(`${count} of ${words} words came. ${rest}`))
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
