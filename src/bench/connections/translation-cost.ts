import { request } from 'node:http'
import { cpuSeconds } from '../node-process.ts'
import type { Target } from '../proxy/client.ts'
import { median, printTable } from '../table.ts'

const isQuick = process.env['BOZZETTO_BENCH_QUICK'] === '1'
const words = 2_000
/** Read at once, so that their processor time is much more than the clock's hundredth. */
const streams = 20
const rounds = isQuick ? 2 : 7

/**
 * Processor time of the server for streams of 2,000 tokens: of a service whose form has to be translated,
 * over those of one that speaks OpenAI's.
 */
export async function compareCost(
  pid: number,
  targets: { relayed: Target | undefined; translated: Target | undefined },
): Promise<{ anthropic_vs_openai_cost: number }> {
  const { relayed, translated } = targets
  if (!relayed || !translated) throw new Error('There is no key.')
  const times = { relayed: [] as number[], translated: [] as number[] }
  // The first round only warms up.
  for (let round = 0; round <= rounds; round++) {
    for (const name of ['relayed', 'translated'] as const) {
      const before = cpuSeconds(pid)
      const target = name === 'relayed' ? relayed : translated
      await Promise.all(Array.from({ length: streams }, () => readStream(target)))
      if (round > 0) times[name].push((1000 * (cpuSeconds(pid) - before)) / streams)
    }
  }
  const [one, other] = [median(times.relayed), median(times.translated)]
  printTable([
    [`a stream of ${words} tokens, ms of processor time (median of ${rounds})`, ''],
    ['relayed (OpenAI)', Math.round(one * 10) / 10],
    ['translated (Anthropic)', Math.round(other * 10) / 10],
  ])
  return { anthropic_vs_openai_cost: Math.round((other / one) * 100) / 100 }
}

/** Reads a stream to its end and counts its words. */
function readStream({ url, model, headers }: Target): Promise<void> {
  const messages = [{ role: 'user', content: 'Hello' }]
  const body = JSON.stringify({ model, messages, stream: true, max_tokens: words })
  return new Promise((resolve, reject) => {
    const sent = request(
      `${url}/chat/completions`,
      { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers } },
      (response) => {
        let count = 0
        let rest = ''
        response.setEncoding('utf8')
        response.on('data', (piece: string) => {
          const parts = (rest + piece).split('"content":" word')
          count += parts.length - 1
          // A mark that is cut in two is whole once the next piece has come.
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
