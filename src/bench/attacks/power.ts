import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { runPowerCuts } from '#server/testing/power-cut/power-cuts.ts'
import { openStore, type ExecuteSql } from '#server/store/store.ts'

/** Number of runs, each with a new data folder and a different mix of requests. */
const runs = 10
const cutsEach = 20
const rounds = 120
const commits = 400
const sides = 16

/**
 * Simulates 200 power cuts, and counts the lost data. Also measures how many rows of 1 KB per
 * second can be synced to the disk.
 */
export async function attackPower(say: (line: string) => void): Promise<Record<string, number>> {
  let lost = 0
  let opened = 0
  let acknowledged = 0
  for (let seed = 1; seed <= runs; seed++) {
    const figures = await runPowerCuts({ cuts: cutsEach, rounds, seed })
    lost += figures.lost
    opened += figures.opened
    acknowledged += figures.acknowledged
    say(`${opened} cuts, ${acknowledged} things acknowledged before them, ${lost} lost`)
  }
  return {
    power_cuts: opened,
    power_cuts_acknowledged: acknowledged,
    power_cuts_lost_rows: lost,
    ...(await costOfSyncing()),
  }
}

async function costOfSyncing(): Promise<Record<string, number>> {
  const base = await mkdtemp(path.join(tmpdir(), 'bozzetto-commits-'))
  try {
    const plain = await PGlite.create(path.join(base, 'plain'))
    const before = await rowsPerSecond((text, values) => plain.query(text, values))
    await plain.close()

    const folder = path.join(base, 'synced')
    await mkdir(folder)
    const store = await openStore(folder)
    const after = await rowsPerSecond(store.executeSql)
    const times: number[] = []
    for (let commit = 0; commit < commits; commit++) {
      const start = performance.now()
      await insert(store.executeSql)
      times.push(performance.now() - start)
    }
    await store.close()
    const p50 = times.toSorted((a, b) => a - b)[commits / 2] ?? 0
    return {
      commit_synced_p50_ms: Math.round(p50 * 10) / 10,
      rows_per_s_before: before,
      rows_per_s_after: after,
    }
  } finally {
    await rm(base, { recursive: true, force: true })
  }
}

const filler = 'x'.repeat(1_000)
const insert = (executeSql: ExecuteSql) =>
  executeSql('insert into commits (filler) values ($1)', [filler])

async function rowsPerSecond(executeSql: ExecuteSql): Promise<number> {
  await executeSql('create table commits (id serial primary key, filler text)', [])
  const start = performance.now()
  const side = async () => {
    for (let commit = 0; commit < commits / sides; commit++) await insert(executeSql)
  }
  await Promise.all(Array.from({ length: sides }, side))
  return Math.round(commits / ((performance.now() - start) / 1_000))
}
