import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { secondFactorSetupSchema } from '#contract/access/second-factor.ts'
import { codeShownBy } from '#server/access/second-factor/totp.fixture.ts'
import { startServerProcess } from '../server-process.ts'

const attackMs = 65_000
const minuteMs = 60_000
const attackersPerKind = 4
const addressCount = 250

type Guess = { path: string; body?: object; headers?: Record<string, string> }

const password = 'plaster wheel harbour nine'

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

type Attack = { at: number[]; sent: number }

/**
 * Guesses passwords, tokens, API keys and two-factor codes from 250 addresses, as fast as the
 * servers respond. One server has a password, one opens with its link, and one has two-factor
 * authentication with a known password. Each server is killed and restarted once.
 * @returns the highest number of guesses per minute that a server checked instead of refusing.
 */
export async function attackGuesses(say: (line: string) => void): Promise<Record<string, number>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-guesses-'))
  try {
    const attacks = await Promise.all([
      attack(await open(path.join(folder, 'a'), { password }), [kinds.password, kinds.key]),
      attack(await open(path.join(folder, 'b')), [kinds.token, kinds.key]),
      attackCodes(await open(path.join(folder, 'c'), { password })),
    ])
    const sent = attacks.reduce((sum, one) => sum + one.sent, 0)
    const [, , codes] = attacks
    say(`${sent} guesses sent in ${attackMs / 1_000} s, ${codes.at.length} codes looked at`)
    return {
      guesses_per_minute_max: Math.max(...attacks.map(({ at }) => perMinute(at))),
      codes_looked_at: codes.at.length,
      guesses_sent: sent,
    }
  } finally {
    await Promise.all(opened.splice(0).map((server) => server.stop()))
    await rm(folder, { recursive: true, force: true })
  }
}

type Target = { url: string; restart: () => Promise<void>; stop: () => Promise<void> }
const opened: Target[] = []

async function open(data: string, own: { password?: string } = {}): Promise<Target> {
  const settings: Record<string, string> = {
    BOZZETTO_LOG: 'silent',
    ...(own.password !== undefined && { BOZZETTO_PASSWORD: own.password }),
  }
  let server = await startServerProcess(data, 'direct', settings)
  const target: Target = {
    url: server.url,
    restart: async () => {
      await server.end('SIGKILL')
      server = await startServerProcess(data, 'direct', {
        ...settings,
        PORT: new URL(server.url).port,
      })
    },
    stop: () => server.stop(),
  }
  opened.push(target)
  return target
}

async function attack(target: Target, wanted: ((n: number) => Guess)[]): Promise<Attack> {
  const attackers = wanted.flatMap((kind) => Array.from({ length: attackersPerKind }, () => kind))
  return during(target, attackers, async (kind, n) => {
    const { status } = await send(target.url, kind(n), getAddress(n))
    if (status === 200 || status === 204) throw new Error('A guess was right.')
    return status === 429 ? 0 : 1
  })
}

async function attackCodes(target: Target): Promise<Attack> {
  await turnOnFactor(target.url)
  const attackers = Array.from({ length: attackersPerKind }, (_, k) => k)
  return during(target, attackers, async (_attacker, n) => {
    const from = getAddress(n)
    const first = await send(target.url, { path: '/api/session', body: { password } }, from)
    const [proof] = first.cookies
    if (first.status !== 403 || proof === undefined) return 0
    const code = String((n * 7_919) % 1_000_000).padStart(6, '0')
    const guess = { path: '/api/session/code', body: { code }, headers: { cookie: proof } }
    const { status } = await send(target.url, guess, from)
    return status === 429 ? 0 : 1
  })
}

async function turnOnFactor(url: string): Promise<void> {
  const { cookies } = await send(url, { path: '/api/session', body: { password } }, getAddress(0))
  const headers = { cookie: cookies.join('; ') }
  const setup = await send(
    url,
    { path: '/api/second-factor/setup', body: {}, headers },
    getAddress(0),
  )
  const { key } = secondFactorSetupSchema.parse(JSON.parse(setup.text))
  const code = codeShownBy(key, Date.now())
  const on = await send(url, { path: '/api/second-factor', body: { code }, headers }, getAddress(0))
  if (on.status !== 200) throw new Error(`The second factor was not switched on: ${on.status}.`)
}

async function during<T>(
  target: Target,
  attackers: readonly T[],
  guess: (attacker: T, n: number) => Promise<number>,
): Promise<Attack> {
  const startMs = performance.now()
  const at: number[] = []
  let sent = 0
  let isRestarting = false
  const restarted = sleep(attackMs / 2).then(async () => {
    isRestarting = true
    await target.restart()
    isRestarting = false
  })
  await Promise.all([
    restarted,
    ...attackers.map(async (attacker) => {
      while (performance.now() < startMs + attackMs) {
        if (isRestarting) await sleep(50)
        else {
          sent++
          const looked = await guess(attacker, sent).catch(async (error: unknown) => {
            await sleep(50)
            if (!isConnectionLost(error)) throw error
            return 0
          })
          if (looked > 0) at.push(performance.now())
        }
      }
    }),
  ])
  return { at, sent }
}

const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^ECONN|EPIPE/.test(String(error.code))

const getAddress = (n: number): string => `127.0.${n % 7}.${1 + (n % addressCount)}`

const perMinute = (moments: number[]): number =>
  Math.max(0, ...moments.map((at) => moments.filter((b) => b >= at && b < at + minuteMs).length))

type Answer = { status: number; cookies: string[]; text: string }

const send = (url: string, { path: target, body, headers }: Guess, from: string) =>
  new Promise<Answer>((resolve, reject) => {
    const sent = request(
      url + target,
      {
        method: body ? 'POST' : 'GET',
        localAddress: from,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      },
      (answer) => {
        const pieces: Buffer[] = []
        answer.on('data', (piece: Buffer) => pieces.push(piece))
        answer.once('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            cookies: (answer.headers['set-cookie'] ?? []).map((one) => one.split(';')[0] ?? ''),
            text: Buffer.concat(pieces).toString(),
          }),
        )
        answer.once('error', reject)
      },
    )
    sent.once('error', reject)
    sent.end(body && JSON.stringify(body))
  })
