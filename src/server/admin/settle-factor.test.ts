import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { stepAt } from '../access/second-factor/totp.ts'
import { auditEvents, recoveryCodes, secondFactors, sessions } from '../store/schema.ts'
import { openTestStore } from '../store/store.fixture.ts'
import type { Store } from '../store/store.ts'
import { readFormerFactors, settleFactors, type FormerFactor } from './settle-factor.ts'
import { describeFactorOff, turnOffFactor } from './turn-off-factor.ts'

let store: Store
beforeAll(async () => {
  store = await openTestStore()
})
afterAll(() => store.close())
beforeEach(async () => {
  for (const table of [secondFactors, recoveryCodes, sessions]) await store.db.delete(table)
})

const onDay = (day: number) => new Date(Date.UTC(2026, 0, day))
const on = (enrolment: string, day: number, lastStep = 5): FormerFactor['row'] => ({
  id: 'owner',
  enrolment,
  sealedKey: `key of ${enrolment}`,
  lastStep,
  since: onDay(day),
  changedAt: onDay(day),
})
const off = (day: number): FormerFactor['row'] => ({
  ...on('', day),
  enrolment: null,
  sealedKey: null,
  since: null,
})
const codes = (enrolment: string, ...digests: string[]) =>
  digests.map((digest) => ({ digest, enrolment }))

async function settle(
  backup: FormerFactor | undefined,
  former: FormerFactor | undefined,
  trustsBackup = false,
) {
  if (backup) {
    await store.db.insert(secondFactors).values(backup.row)
    if (backup.codes.length > 0) await store.db.insert(recoveryCodes).values(backup.codes)
  }
  const said = await settleFactors(store.db, {
    former: former ? [former] : [],
    trustsBackup,
  })
  return { ...said, now: (await readFormerFactors(store.db.$client))[0] }
}

describe('settleFactors', () => {
  const backup = { row: on('a', 1), codes: codes('a', 'x', 'y') }

  it('does not accept codes that were used before', async () => {
    const former = { row: on('a', 1, 9), codes: codes('a', 'y') }
    const { now, ...said } = await settle(backup, former)
    expect(now).toEqual(former)
    expect(said).toEqual({ isFactorNewer: false, areRecoveryCodesOff: false })
  })

  it('keeps a second factor that was set up after the backup', async () => {
    const former = { row: on('b', 2), codes: codes('b', 'z') }
    for (const before of [backup, { row: off(1), codes: [] }, undefined]) {
      await store.db.delete(secondFactors)
      await store.db.delete(recoveryCodes)
      const { now, isFactorNewer } = await settle(before, former, true)
      expect(now).toEqual(former)
      expect(isFactorNewer).toBe(true)
    }
  })

  it('does not restore a second factor that was turned off', async () => {
    const { now, isFactorNewer } = await settle(backup, { row: off(2), codes: [] })
    expect(now).toEqual({ row: off(2), codes: [] })
    expect(isFactorNewer).toBe(true)
  })

  it.each([
    ['of which nobody knows anything', undefined],
    ['that is newer than what it replaces', { row: off(0), codes: [] }],
  ])(
    'a backup %s keeps its second factor after a restore but loses codes that may have been used since',
    async (_name, former) => {
      const before = stepAt(Date.now())
      const { now, ...said } = await settle(backup, former)
      expect(now?.row).toMatchObject({ enrolment: 'a', sealedKey: 'key of a' })
      // The code of the current time step counts as used, too.
      expect(now?.row.lastStep).toBeGreaterThan(before)
      expect(now?.codes).toEqual([])
      expect(said).toEqual({ isFactorNewer: false, areRecoveryCodesOff: true })
    },
  )

  it('keeps recovery codes of a trusted backup', async () => {
    expect((await settle(backup, undefined, true)).now?.codes).toEqual(backup.codes)
  })

  it('leaves a backup without a second factor unchanged', async () => {
    expect(await settle(undefined, undefined)).toMatchObject({ areRecoveryCodesOff: false })
    expect(await store.db.select().from(secondFactors)).toEqual([])
  })
})

it('readFormerFactors returns nothing for tables of an earlier version', async () => {
  const asked: string[] = []
  const earlier = {
    query: (text: string) => {
      asked.push(text)
      return Promise.resolve({ rows: [] })
    },
  } as unknown as Parameters<typeof readFormerFactors>[0]
  expect(await readFormerFactors(earlier)).toEqual([])
  expect(asked).toHaveLength(1)
})

it('turnOffFactor ends all sessions and is recorded in the audit log', async () => {
  expect(await turnOffFactor(store)).toBe(false)
  await store.db.insert(secondFactors).values(on('a', 1))
  await store.db.insert(recoveryCodes).values(codes('a', 'x'))
  const now = new Date()
  const session = { digest: 's', address: '', userAgent: '', createdAt: now, lastSeenAt: now }
  await store.db.insert(sessions).values({ id: 's', ...session })
  expect(describeFactorOff(await turnOffFactor(store))).toContain('is off')
  const [row] = await store.db.select().from(secondFactors)
  expect(row).toMatchObject({ enrolment: null, sealedKey: null })
  expect(row!.changedAt.getTime()).toBeGreaterThanOrEqual(now.getTime())
  expect(await store.db.select().from(recoveryCodes)).toEqual([])
  expect(await store.db.select().from(sessions)).toEqual([])
  const events = await store.db.select().from(auditEvents)
  expect(events).toMatchObject([{ kind: 'second_factor_removed', actor: 'owner at the terminal' }])
})
