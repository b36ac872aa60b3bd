import fs from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '#lib/id.ts'
import { crashAfter } from '../disk/crash.fixture.ts'
import { createIdempotency } from '../generation/idempotency.ts'
import { fakeProvider, openTaskWorld, tinyGlb, untilOver } from '../generation/tasks.fixture.ts'
import { makeDataFolder } from '../store/data-folder.fixture.ts'
import { getRestoringFolder, finishRestore, markReady } from '../store/embedded/pending-restore.ts'
import {
  apiKeys,
  assets,
  auditEvents,
  conversations,
  folders,
  idempotencyKeys,
  messages,
  outgoingMessages,
  passwords,
  pastOrders,
  recoveryCodes,
  runPieces,
  runs,
  scheduleRuns,
  schedules,
  secondFactors,
  sessions,
  shares,
  tasks,
  webhookDeliveries,
} from '../store/schema.ts'
import { openStore, type Store } from '../store/store.ts'
import { backUp } from './back-up.ts'
import { lockForRestore, putInPlace, restore } from './restore.ts'

let place: string
let data: string
beforeEach(async () => {
  place = await mkdtemp(path.join(tmpdir(), 'bozzetto-restore-'))
  data = path.join(place, 'data')
})
afterEach(() => rm(place, { recursive: true, force: true }))

const quiet = { whileQuiet: <T>(work: () => Promise<T>) => work() }

async function inStore<T>(folder: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(folder)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const whatIsIn = (folder: string) => readFile(path.join(folder, 'name'), 'utf8')

const key = (digest: string) => ({
  id: digest,
  name: digest,
  prefix: 'sa-',
  digest,
  requestsPerMinute: 1,
  streams: 1,
})
const asset = (id: string) => ({
  id,
  name: id,
  mimeType: 'model/gltf-binary',
  sizeBytes: 1,
  sha256: id,
  blobKey: id,
})
const password = (hash: string, day: number) => ({
  id: 'owner',
  hash,
  source: 'owner' as const,
  changedAt: new Date(Date.UTC(2026, 0, day)),
})
const session = () => ({
  id: newId(),
  digest: newId(),
  address: '',
  userAgent: '',
  createdAt: new Date(),
  lastSeenAt: new Date(),
})
const waysIn = (folder: string) =>
  inStore(folder, async ({ db }) => {
    const keys = await db.select().from(apiKeys)
    const [row] = await db.select().from(passwords)
    return {
      keys: keys.filter((one) => !one.revokedAt).map(({ id }) => id),
      links: (await db.select().from(shares)).map(({ token }) => token),
      sessions: (await db.select().from(sessions)).length,
      password: row?.hash,
      recoveryCodes: (await db.select().from(recoveryCodes)).map(({ digest }) => digest),
      lastStep: (await db.select().from(secondFactors))[0]?.lastStep,
    }
  })

describe('interrupted restore', () => {
  it('leaves the old folder or the restored folder, at whichever step it stops', async () => {
    let steps = 0
    for (let isDone = false; !isDone; steps++) {
      await rm(place, { recursive: true })
      await mkdir(data, { recursive: true })
      await mkdir(getRestoringFolder(data))
      await writeFile(path.join(data, 'name'), 'former')
      await writeFile(path.join(getRestoringFolder(data), 'name'), 'restored')
      isDone = await crashAfter(steps, async () => {
        await markReady(data)
        await putInPlace(data, `${data}.before`)
      })
      await finishRestore(data)
      await finishRestore(data)
      const wasMoved = (await readdir(place)).includes('data.before')
      expect(await whatIsIn(data)).toBe(wasMoved ? 'restored' : 'former')
      expect(await whatIsIn(wasMoved ? `${data}.before` : data)).toBe('former')
    }
    expect(await readdir(data)).toEqual(['name'])
    expect(steps).toBeGreaterThan(5)
  })

  it('is completed by the next start if it was interrupted between its two renames', async () => {
    await makeDataFolder(data)
    const to = path.join(place, 'backup')
    await inStore(data, ({ db }) => db.insert(folders).values({ id: 'kept', name: 'a' }))
    await backUp(quiet, { data, to })
    const moved = await crashAfter(
      1,
      () => restore({ from: to, data, replaces: true, trustsBackup: false }),
      (step, from) => step === 'rename' && [data, getRestoringFolder(data)].includes(from),
    )
    expect(moved).toBe(false)
    expect(await readdir(place)).not.toContain('data')
    const rows = await inStore(data, ({ db }) => db.select().from(folders))
    expect(rows.map(({ id }) => id)).toEqual(['kept'])

    // A start must discard a restore that stopped before its first rename.
    await mkdir(getRestoringFolder(data))
    await markReady(data)
    await inStore(data, () => Promise.resolve())
    await rename(data, path.join(place, 'away'))
    expect(await finishRestore(data)).toBe(false)
  }, 600_000)
})

describe('lockForRestore', () => {
  it('explains that nothing can be written beside the data folder', async () => {
    const readOnly = vi
      .spyOn(fs.promises, 'mkdir')
      .mockRejectedValue(Object.assign(new Error('EROFS'), { code: 'EROFS' }))
    syncBuiltinESMExports()
    try {
      await expect(lockForRestore(data, false)).rejects.toThrow(/is the root of a volume/)
    } finally {
      readOnly.mockRestore()
      syncBuiltinESMExports()
    }
  })

  it('refuses existing data, leaves it unlocked, and leaves no folder', async () => {
    await makeDataFolder(data)
    await expect(lockForRestore(data, false)).rejects.toThrow(/--replace/)
    for (let times = 0; times < 2; times++) await (await lockForRestore(data, true))()
    expect(await readdir(place)).toEqual(['data'])
  })
})

const spent = (spentMonth: string, spentUsd: number) => ({ spentMonth, spentUsd })
const task = (id: string, own: Partial<typeof tasks.$inferInsert> = {}) => ({
  id,
  modelId: 'fake/model',
  provider: 'fake',
  params: {},
  status: 'running' as const,
  ...own,
})

const keyed = (name: string, taskId: string) => ({
  scope: 'me',
  key: name,
  digest: name,
  taskId,
  createdAt: new Date(),
})

describe('restore of a backup', () => {
  beforeEach(() => makeDataFolder(data))

  it('does not pay for anything again, and explains the state of interrupted work', async () => {
    const from = path.join(place, 'backup')
    const sent = { submittedAt: new Date() }
    await inStore(data, async ({ db }) => {
      await db
        .insert(tasks)
        .values([
          task('waiting', { status: 'queued' }),
          task('begun'),
          task('sent', sent),
          task('bought', { ...sent, upstreamId: 'u1' }),
          task('bought later', { status: 'queued' }),
          task('cancelled later', { ...sent, upstreamId: 'u3' }),
          task('our own', { provider: 'local', modelId: 'local/image-to-3d' }),
        ])
      await db.insert(conversations).values({ id: 'c', title: 'c' })
      await db
        .insert(messages)
        .values({ id: 'm', conversationId: 'c', role: 'assistant', text: '' })
      await db
        .insert(runs)
        .values({ id: 'r', conversationId: 'c', answerId: 'm', modelId: 'x', status: 'running' })
      await db.insert(runPieces).values({ runId: 'r', seq: 1, text: 'half an ans' })
    })
    await backUp(quiet, { data, to: from })
    await inStore(data, async ({ executeSql }) => {
      await executeSql(`update tasks set status = 'completed' where id in ('our own', 'begun')`)
      await executeSql(
        `update tasks set status = 'completed', submitted_at = now(), upstream_id = 'u2' where id = 'bought later'`,
      )
      await executeSql(`update tasks set status = 'cancelled' where id = 'cancelled later'`)
      await executeSql(`delete from tasks where id = 'waiting'`)
    })

    const done = await restore({ from, data, replaces: true, trustsBackup: false })
    expect(done).toMatchObject({ tasksStopped: 5, answersStopped: 1 })
    await inStore(data, async (store) => {
      const [run] = await store.db.select().from(runs)
      const [answer] = await store.db.select().from(messages)
      expect(run).toMatchObject({ status: 'interrupted', failure: { code: 'interrupted' } })
      expect(answer?.text).toBe('half an ans')

      const submit = vi.fn<() => Promise<{ upstreamId: string }>>(() =>
        Promise.resolve({ upstreamId: 'again' }),
      )
      const followed = new Set<unknown>()
      const world = await openTaskWorld(store, {
        provider: fakeProvider({
          submit,
          produce: ({ upstreamId }) => {
            followed.add(upstreamId)
            return Promise.resolve({
              bytes: tinyGlb(String(upstreamId)),
              mimeType: 'model/gltf-binary',
              fileName: 'model.glb',
            })
          },
        }),
      })
      for (const id of ['bought', 'bought later']) {
        expect(await untilOver(world.tasks, id)).toMatchObject({ status: 'completed' })
      }
      await world.close()
      expect(submit).not.toHaveBeenCalled()
      expect(followed).toEqual(new Set(['u1', 'u2']))

      const said = async (id: string) => {
        const { status, failure, cost } = (await world.tasks.find(id)) ?? {}
        return [status, failure?.code, cost, failure?.message]
      }
      expect(await said('waiting')).toEqual([
        'failed',
        'submission_uncertain',
        'unclear',
        'This was waiting when the backup was made. It may have been made and billed since. It was not restarted after the restore.',
      ])
      expect((await said('begun'))[3]).toMatch(/finished later; its model is in the data folder/)
      expect((await said('sent'))[3]).toMatch(/sent to the service, which may have billed it/)
      expect((await said('cancelled later')).slice(0, 3)).toEqual([
        'failed',
        'submission_uncertain',
        'unclear',
      ])
      expect((await said('our own')).slice(0, 3)).toEqual(['failed', 'interrupted', 'nothing'])
    })
  })

  it('asks no scheduled question and sends no message again', async () => {
    const from = path.join(place, 'backup')
    const [before, after] = [new Date(Date.now() - 3_600_000), new Date(Date.now() + 3_600_000)]
    const schedule = {
      name: 'News',
      question: 'What is new?',
      modelId: 'm/m',
      timing: { kind: 'daily' as const, time: '09:00' },
      timeZone: 'Europe/Berlin',
    }
    const run = { conversationId: 'c', answerRunId: 'r', questionId: 'q', answerId: 'a' }
    const delivery = {
      keyId: 'k',
      url: 'http://a',
      taskUrl: 'http://b',
      status: 'waiting' as const,
    }
    await inStore(data, async ({ db }) => {
      await db.insert(schedules).values([
        { ...schedule, id: 'due', nextAt: before, month: '2026-11', monthUsd: 1 },
        { ...schedule, id: 'later', nextAt: after },
      ])
      await db
        .insert(scheduleRuns)
        .values({ ...run, id: 'starting', scheduleId: 'due', dueAt: before, status: 'starting' })
      await db
        .insert(outgoingMessages)
        .values({ id: 'm', channel: 'mail', recipient: 'a@b.de', sealed: 's', status: 'waiting' })
      await db.insert(tasks).values(['t1', 't2'].map((id) => task(id, { status: 'completed' })))
      await db.insert(webhookDeliveries).values([
        { ...delivery, id: 'd1', taskId: 't1' },
        { ...delivery, id: 'd2', taskId: 't2' },
      ])
    })
    await backUp(quiet, { data, to: from })
    await inStore(data, async ({ executeSql }) => {
      await executeSql(`update schedules set month_usd = 4 where id = 'due'`)
      await executeSql(`update webhook_deliveries set status = 'delivered' where id = 'd1'`)
    })
    await restore({ from, data, replaces: true, trustsBackup: false })
    await inStore(data, async ({ db }) => {
      const [due, later] = await db.select().from(schedules).orderBy(schedules.id)
      expect(due?.nextAt?.getTime()).toBeGreaterThan(Date.now())
      expect(due?.monthUsd).toBe(4)
      expect(later?.nextAt).toEqual(after)
      const [begun] = await db.select().from(scheduleRuns)
      expect(begun).toMatchObject({ status: 'failed', problem: expect.any(String) as string })
      const [mail] = await db.select().from(outgoingMessages)
      expect(mail).toMatchObject({ status: 'failed', sealed: null })
      const deliveries = await db.select().from(webhookDeliveries).orderBy(webhookDeliveries.id)
      expect(deliveries.map(({ status }) => status)).toEqual(['delivered', 'waiting'])
    })
  })

  it('refuses to repeat paid requests made after the backup', async () => {
    const from = path.join(place, 'backup')
    await inStore(data, async ({ db }) => {
      await db.insert(tasks).values(task('before', { status: 'completed' }))
      await db.insert(idempotencyKeys).values([keyed('old', 'before'), keyed('again', 'before')])
    })
    await backUp(quiet, { data, to: from })
    let bought = ''
    await inStore(data, async (store) => {
      const world = await openTaskWorld(store, { provider: fakeProvider() })
      const orders = createIdempotency(store, world.tasks)
      const make = (id: string) => world.tasks.create({ ...world.request(), id })
      const order = { scope: 'me', key: 'new', content: 1 }
      bought = (await orders.createOnce(order, make)).task.id
      await make('ofthepage00000000000')
      for (const id of [bought, 'ofthepage00000000000']) await untilOver(world.tasks, id)
      await world.close()
      await store.executeSql(`update idempotency_keys set task_id = 'lost' where key = 'again'`)
      await store.db.insert(conversations).values({ id: 'asked', title: 'Asked' })
      const answer = { conversationId: 'asked', answerId: 'a', modelId: 'm/m' }
      await store.db
        .insert(messages)
        .values({ id: 'a', conversationId: 'asked', role: 'assistant', text: '' })
      await store.db
        .insert(runs)
        .values({ ...answer, id: 'run', status: 'completed', startedAt: new Date() })
    })

    const done = await restore({ from, data, replaces: true, trustsBackup: false })
    expect(done.areOrdersUnknown).toBe(false)
    await restore({ from, data, replaces: true, trustsBackup: false })
    await inStore(data, async (store) => {
      const submit = vi.fn<() => Promise<{ upstreamId: string }>>(() =>
        Promise.resolve({ upstreamId: 'again' }),
      )
      const world = await openTaskWorld(store, { provider: fakeProvider({ submit }) })
      const orders = createIdempotency(store, world.tasks)
      const make = (id: string) => world.tasks.create({ ...world.request(), id })
      const refused = { code: 'conflict', message: expect.stringMatching(/not ordered again/) }
      // The request is sent twice, because the refusal must not free the idempotency key.
      for (let times = 0; times < 2; times++) {
        await expect(
          orders.createOnce({ scope: 'me', key: 'new', content: 1 }, make),
        ).rejects.toMatchObject(refused)
        await expect(make('ofthepage00000000000')).rejects.toMatchObject(refused)
      }
      // The refusal stays the same for an unknown model, because the task id is checked first.
      await expect(
        world.tasks.create({ id: bought, modelId: 'no/such', params: {} }),
      ).rejects.toMatchObject(refused)
      expect(submit).not.toHaveBeenCalled()
      const kept = await store.db.select().from(idempotencyKeys).orderBy(idempotencyKeys.key)
      expect(kept.map((row) => [row.key, row.taskId])).toEqual([
        ['again', 'lost'],
        ['new', bought],
        ['old', 'before'],
      ])
      const known = await store.db.select().from(pastOrders)
      expect(new Set(known.map(({ id }) => id))).toEqual(
        new Set([bought, 'lost', 'ofthepage00000000000', 'run']),
      )
      await untilOver(world.tasks, (await make('anew0000000000000000')).id)
      expect(submit).toHaveBeenCalledTimes(1)
      await world.close()
    })

    const elsewhere = path.join(place, 'elsewhere')
    const unknown = await restore({ from, data: elsewhere, replaces: false, trustsBackup: false })
    expect(unknown.areOrdersUnknown).toBe(true)
  })

  it('keeps the spending of keys and all audit events', async () => {
    const from = path.join(place, 'backup')
    const event = { actor: '', address: '', subject: '', count: 1, at: new Date() }
    await inStore(data, async ({ db }) => {
      await db.insert(apiKeys).values([
        { ...key('spends on'), ...spent('2026-11', 1), monthlySpendUsd: 5 },
        { ...key('next month'), ...spent('2026-11', 9) },
        { ...key('put back'), ...spent('2026-11', 4) },
      ])
      await db
        .insert(auditEvents)
        .values({ ...event, id: newId(1), kind: 'key_wrong', lastAt: event.at })
    })
    await backUp(quiet, { data, to: from })
    await inStore(data, async ({ db, executeSql }) => {
      await executeSql(`update api_keys set spent_usd = 4, reserved_usd = 1 where id = 'spends on'`)
      await executeSql(
        `update api_keys set spent_usd = 2, spent_month = '2026-12' where id = 'next month'`,
      )
      await executeSql(`update api_keys set spent_usd = 3 where id = 'put back'`)
      await executeSql('update audit_events set count = 7')
      await db
        .insert(auditEvents)
        .values({ ...event, id: newId(2), kind: 'key_revoked', lastAt: event.at })
    })

    await restore({ from, data, replaces: true, trustsBackup: true })
    await inStore(data, async ({ db }) => {
      const keys = await db.select().from(apiKeys).orderBy(apiKeys.id)
      expect(
        keys.map(({ id, spentMonth, spentUsd, reservedUsd }) => [
          id,
          spentMonth,
          spentUsd + reservedUsd,
        ]),
      ).toEqual([
        ['next month', '2026-12', 2],
        ['put back', '2026-11', 4],
        ['spends on', '2026-11', 5],
      ])
      const events = await db.select().from(auditEvents).orderBy(auditEvents.id)
      expect(events.map(({ kind, count }) => [kind, count])).toEqual([
        ['key_wrong', 7],
        ['key_revoked', 1],
        ['restore', 1],
      ])
      expect(events.at(-1)).toMatchObject({
        actor: 'owner at the terminal',
        subject: expect.stringMatching(/^backup of 20/) as string,
      })
    })
  })

  it('restores no access that was revoked after the backup', async () => {
    const from = path.join(place, 'backup')
    await inStore(data, async ({ db }) => {
      await db.insert(apiKeys).values([key('kept'), key('revoked'), key('forgotten')])
      await db.insert(assets).values([asset('a'), asset('b')])
      await db.insert(shares).values([
        { token: 'kept', assetId: 'a' },
        { token: 'revoked', assetId: 'b' },
      ])
      await db.insert(sessions).values([session(), session()])
      await db.insert(passwords).values(password('old', 1))
      const changedAt = new Date(Date.UTC(2026, 0, 1))
      await db.insert(secondFactors).values({ id: 'owner', enrolment: 'e', lastStep: 5, changedAt })
      await db.insert(recoveryCodes).values([
        { digest: 'kept', enrolment: 'e' },
        { digest: 'used', enrolment: 'e' },
      ])
    })
    await backUp(quiet, { data, to: from })
    await inStore(data, async ({ executeSql }) => {
      await executeSql(`update api_keys set revoked_at = now() where id = 'revoked'`)
      await executeSql(`delete from api_keys where id = 'forgotten'`)
      await executeSql(`delete from shares where token = 'revoked'`)
      await executeSql(`update passwords set hash = 'new', changed_at = '2026-02-02'`)
      await executeSql(`update second_factors set last_step = 9`)
      await executeSql(`delete from recovery_codes where digest = 'used'`)
    })

    const done = await restore({ from, data, replaces: true, trustsBackup: false })
    expect(done).toMatchObject({ keysOff: 2, linksOff: 1, isPasswordNewer: true })
    expect(await waysIn(data)).toEqual({
      keys: ['kept'],
      links: ['kept'],
      sessions: 0,
      password: 'new',
      recoveryCodes: ['kept'],
      lastStep: 9,
    })

    // A trusted backup keeps keys that the old data do not contain, but not revoked keys.
    await rm(data, { recursive: true })
    await rename(done.former!, data)
    await restore({ from, data, replaces: true, trustsBackup: true })
    expect(await waysIn(data)).toMatchObject({
      keys: ['kept', 'forgotten'],
      links: ['kept', 'revoked'],
      password: 'new',
      recoveryCodes: ['kept'],
      lastStep: 9,
    })

    // Without the old data, revoked keys are unknown.
    const elsewhere = path.join(place, 'elsewhere')
    await restore({ from, data: elsewhere, replaces: false, trustsBackup: false })
    expect(await waysIn(elsewhere)).toMatchObject({
      keys: [],
      links: [],
      sessions: 0,
      password: 'old',
      recoveryCodes: [],
    })
  }, 600_000)
})
