import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { NewerVersion } from '#contract/server-status.ts'
import { newId } from '#lib/id.ts'
import { readEnv, type Env } from '../env.ts'
import type { OutgoingMessage } from '../mail/message-rows.ts'
import { alerts as rows, auditEvents } from '../store/schema.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { openAlerts, type Alerts } from './alerts.ts'

const hourMs = 60 * 60_000
const done = { isSent: true } as const
const failed = { isSent: false, error: 'The mail server is away.', isFinal: false } as const
let store: Store
let folder: string
let env: Env
let passedMs: number
let sent: OutgoingMessage[]
let sentNow: OutgoingMessage[]
let checks: Record<string, 'ok' | 'failing'>
let newer: NewerVersion | undefined
let problem: { code: 'provider_failed'; message: string; at: string } | undefined
let readFreeRatio: () => Promise<number>
let isFull: boolean
let failingSends: number
let alerts: Alerts

const clock = () => Date.now() + passedMs
const open = () =>
  openAlerts(store, {
    env,
    clock,
    outbox: {
      insert: (_db, message) =>
        isFull ? Promise.resolve(false) : Promise.resolve(sent.push(message) > 0),
      wake: () => {},
      sendNow: (message) => Promise.resolve(sentNow.push(message) > failingSends ? done : failed),
    },
    readiness: () => Promise.resolve({ isReady: true, checks }),
    readFreeRatio: () => readFreeRatio(),
    timeoutMs: 500,
    getNewer: () => newer,
    listConnections: () => [{ id: 'c', name: 'Ollama', ...(problem && { problem }) }],
  })
const setEnv = (more: Record<string, string> = {}) => {
  env = readEnv({ BOZZETTO_DATA: folder, BOZZETTO_ALERT_EMAILS: 'admin@example.com', ...more })
  alerts = open()
}
const titles = () =>
  sent.map((message) => (message.channel === 'mail' ? message.letter.subject : message.body))

beforeAll(async () => {
  store = await openTestStore()
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-alerts-'))
})
beforeEach(async () => {
  await store.db.delete(rows)
  await store.db.delete(auditEvents)
  passedMs = 0
  readFreeRatio = () => Promise.resolve(0.5)
  isFull = false
  failingSends = 0
  sent = []
  sentNow = []
  checks = { store: 'ok' }
  newer = undefined
  problem = undefined
  setEnv()
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

const noteEvent = (kind: 'sign_in_failed' | 'limit_hit', subject: string, count: number) => {
  const at = new Date(clock())
  return store.db
    .insert(auditEvents)
    .values({ id: newId(), kind, subject, count, actor: '', address: '', at, lastAt: at })
}

describe('openAlerts', () => {
  it('raises one alert when a check has failed twice, and none while the failure lasts', async () => {
    checks = { store: 'ok', files: 'failing' }
    await alerts.look()
    expect(sent).toEqual([])
    await alerts.look()
    await alerts.look()
    expect(titles()).toEqual(['Bozzetto: Stored files cannot be reached'])
  })

  it('raises the alert again only after the condition was over, and after the cool-down', async () => {
    newer = { version: '2.0.0' }
    await alerts.look()
    newer = undefined
    await alerts.look()
    newer = { version: '2.0.0' }
    await alerts.look()
    expect(sent).toHaveLength(1)
    passedMs = 7 * hourMs
    await alerts.look()
    await alerts.look()
    expect(sent).toHaveLength(2)
  })

  it('raises an alert once for all servers', async () => {
    newer = { version: '2.0.0' }
    await Promise.all([alerts.look(), open().look()])
    expect(sent).toHaveLength(1)
  })

  it('reports many failed sign-ins, but not a few', async () => {
    await noteEvent('sign_in_failed', 'password', 19)
    await alerts.look()
    expect(sent).toEqual([])
    await noteEvent('sign_in_failed', 'password', 1)
    await alerts.look()
    expect(titles()).toEqual(['Bozzetto: Many sign-ins fail'])
  })

  it('reports a reached limit and a failing connection to the webhook', async () => {
    setEnv({ BOZZETTO_ALERT_EMAILS: '', BOZZETTO_ALERT_WEBHOOK: 'https://hooks.example.com/a' })
    await noteEvent('limit_hit', 'You reached your limit of $5 a month.', 1)
    problem = { code: 'provider_failed', message: 'It is down.', at: new Date().toISOString() }
    await alerts.look()
    await alerts.look()
    expect(titles().map((body) => (JSON.parse(body) as { data: object }).data)).toMatchObject([
      { title: 'A limit was reached', message: 'You reached your limit of $5 a month.' },
      { title: 'The connection “Ollama” fails', message: 'It is down.' },
    ])
  })

  it('reports that scheduled backups fail', async () => {
    setEnv({ BOZZETTO_BACKUPS: path.join(tmpdir(), 'bozzetto-no-backups') })
    await alerts.look()
    expect(sent).toEqual([])
    passedMs = 2 * hourMs
    await alerts.look()
    expect(titles()).toEqual(['Bozzetto: Backups fail'])
  })

  it('reports a disk that fills up', async () => {
    readFreeRatio = () => Promise.resolve(0.09)
    await alerts.look()
    expect(titles()).toEqual(['Bozzetto: The disk fills up'])
  })

  it('sends an alert about the database without the database, once', async () => {
    checks = { store: 'failing' }
    for (let look = 0; look < 4; look++) await alerts.look()
    expect(sent).toEqual([])
    expect(sentNow).toHaveLength(1)
  })

  it('repeats an alert about the database until one message is sent', async () => {
    checks = { store: 'failing' }
    failingSends = 2
    for (let look = 0; look < 6; look++) await alerts.look()
    expect(sentNow).toHaveLength(3)
  })

  it('raises an alert at a later look if the outbox was full', async () => {
    newer = { version: '2.0.0' }
    isFull = true
    await alerts.look()
    expect(sent).toEqual([])
    isFull = false
    await alerts.look()
    expect(titles()).toEqual(['Bozzetto: A newer version is available'])
  })

  it('raises the other alerts if the disk cannot be read or does not answer', async () => {
    newer = { version: '2.0.0' }
    readFreeRatio = () => Promise.reject(new Error('EIO'))
    await alerts.look()
    expect(sent).toHaveLength(1)
    newer = { version: '2.1.0' }
    readFreeRatio = () => new Promise(() => {})
    await alerts.look()
    expect(sent).toHaveLength(2)
    await alerts.close()
  })

  it('does nothing without recipients', async () => {
    setEnv({ BOZZETTO_ALERT_EMAILS: '' })
    newer = { version: '2.0.0' }
    await alerts.look()
    expect(sent).toEqual([])
    await expect(alerts.sendTest()).rejects.toMatchObject({ code: 'conflict' })
  })
})
