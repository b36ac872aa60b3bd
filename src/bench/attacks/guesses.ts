import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startServerProcess } from '../server-process.ts'

const attackMs = 65_000
const minuteMs = 60_000
const attackersPerKind = 4
/** All of them are this machine's. */
const addressCount = 250

type Guess = { path: string; body?: object; headers?: Record<string, string> }

const kinds = {
  password: (n: number): Guess => ({
    path: '/api/session',
    body: { password: `a wrong password ${n}` },
  }),
  token: (n: number): Guess => ({ path: '/api/session', body: { token: `wrong-${n}` } }),
  key: (n: number): Guess => ({
    path: '/llm/v1/models',
    headers: { authorization: `Bearer sa-wrong-key-${n}-0123456789` },
  }),
}

/**
 * Guesses passwords, tokens and API keys as fast as the servers answer, from 250 addresses at once: one
 * server has a password, the other one opens with its link.
 *
 * @returns the most guesses of any minute that were looked at, rather than refused.
 */
export async function attackGuesses(say: (line: string) => void): Promise<Record<string, number>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-guesses-'))
  const quiet = { BOZZETTO_LOG: 'silent' }
  const servers = await Promise.all([
    startServerProcess(path.join(folder, 'a'), 'direct', {
      ...quiet,
      BOZZETTO_PASSWORD: 'plaster wheel harbour nine',
    }),
    startServerProcess(path.join(folder, 'b'), 'direct', quiet),
  ])
  try {
    const [withPassword, withLink] = await Promise.all([
      attack(servers[0].url, [kinds.password, kinds.key]),
      attack(servers[1].url, [kinds.token, kinds.key]),
    ])
    say(`${withPassword.sent + withLink.sent} guesses sent in ${attackMs / 1_000} s`)
    return {
      guesses_per_minute_max: Math.max(perMinute(withPassword.at), perMinute(withLink.at)),
      guesses_sent: withPassword.sent + withLink.sent,
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await rm(folder, { recursive: true, force: true })
  }
}

async function attack(url: string, wanted: ((n: number) => Guess)[]) {
  const endMs = performance.now() + attackMs
  const at: number[] = []
  let sent = 0
  const attackers = wanted.flatMap((kind) => Array.from({ length: attackersPerKind }, () => kind))
  await Promise.all(
    attackers.map(async (kind) => {
      while (performance.now() < endMs) {
        sent++
        const from = `127.0.${sent % 7}.${1 + (sent % addressCount)}`
        const status = await send(url, kind(sent), from)
        if (status === 200 || status === 204) throw new Error('A guess was right.')
        if (status !== 429) at.push(performance.now())
      }
    }),
  )
  return { at, sent }
}

/** The most moments within any minute. */
const perMinute = (moments: number[]): number =>
  Math.max(0, ...moments.map((at) => moments.filter((b) => b >= at && b < at + minuteMs).length))

const send = (url: string, { path: target, body, headers }: Guess, from: string) =>
  new Promise<number>((resolve, reject) => {
    const sent = request(
      url + target,
      {
        method: body ? 'POST' : 'GET',
        localAddress: from,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      },
      (answer) => {
        answer.resume()
        answer.once('end', () => resolve(answer.statusCode ?? 0))
        answer.once('error', reject)
      },
    )
    sent.once('error', reject)
    sent.end(body && JSON.stringify(body))
  })
