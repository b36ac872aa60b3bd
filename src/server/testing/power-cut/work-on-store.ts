import { createHash } from 'node:crypto'
import path from 'node:path'
import { newId } from '#lib/id.ts'
import { openFolderBlobs } from '../../files/blobs/folder-blobs.ts'
import type { Random } from '../fuzz/json-from-schema.ts'
import { conversations } from '../../store/schema.ts'
import type { EmbeddedStore, Store } from '../../store/store.ts'

/**
 * A confirmed operation of the store or the stored files, or an operation that is about to start.
 */
export type Acknowledgement =
  | { done: 'table' | 'row' | 'deleting' | 'deleted' | 'pair'; id: string }
  | { done: 'counted'; id: string; count: number }
  | { done: 'blob'; id: string }

export const blobsIn = (folder: string): string => path.join(folder, 'blobs')

const makeTables = `
  create table if not exists power_cut_rows (id text primary key, filler text);
  create table if not exists power_cut_left (id text primary key);
  create table if not exists power_cut_right (id text primary key);
  create table if not exists power_cut_counts (id text primary key, count int not null);`

/**
 * Writes to a store from several concurrent loops, in all ways that the server does.
 * @param options.rounds number of writes per loop.
 * @param options.answer called when an operation is confirmed.
 */
export async function workOnStore(
  store: EmbeddedStore,
  options: {
    folder: string
    rounds: number
    random: Random
    answer: (answer: Acknowledgement) => void
  },
): Promise<void> {
  const { folder, rounds, random, answer } = options
  const blobs = await openFolderBlobs(blobsIn(folder))
  await store.executeSql(makeTables)
  answer({ done: 'table', id: 'power_cut_rows' })
  const filler = () => Array.from({ length: 1 + random() * 40 }, () => random().toString(36)).join()

  const steps = {
    row: async () => {
      const id = newId()
      const values = [id, filler()]
      await store.executeSql('insert into power_cut_rows values ($1, $2)', values)
      answer({ done: 'row', id })
      if (random() < 0.7) return
      answer({ done: 'deleting', id })
      await store.executeSql('delete from power_cut_rows where id = $1', [id])
      answer({ done: 'deleted', id })
    },
    pair: async () => {
      const id = newId()
      await store.transaction(async ({ db, executeSql }) => {
        await executeSql('insert into power_cut_left values ($1)', [id])
        await db.insert(conversations).values({ id, title: filler() })
        await executeSql('insert into power_cut_right values ($1)', [id])
      })
      answer({ done: 'pair', id })
    },
    count: async () => {
      const { rows } = await store.executeSql(
        `insert into power_cut_counts values ($1, 1)
         on conflict (id) do update set count = power_cut_counts.count + 1 returning count`,
        ['only'],
      )
      answer({ done: 'counted', id: 'only', count: (rows as { count: number }[])[0]?.count ?? 0 })
    },
    blob: async () => {
      answer({ done: 'blob', id: await blobs.put(Buffer.from(filler())) })
    },
    upkeep: async () => {
      if (random() < 0.3) await store.embedded.whileQuiet(() => Promise.resolve())
      else if (random() < 0.5) await store.executeSql('vacuum analyze power_cut_rows')
      else await store.executeSql('create table passing as select 1 as one; drop table passing')
    },
  }
  // Maintenance is rare, because it syncs everything and would hide a missing sync.
  const upkeep = async () => (random() < 0.1 ? steps.upkeep() : steps.count())
  const sides = [steps.row, steps.row, steps.pair, steps.count, steps.blob, upkeep]
  await Promise.all(
    sides.map(async (step) => {
      for (let round = 0; round < rounds; round++) await step()
    }),
  )
}

/** @returns a line for each confirmed operation that is missing or incomplete. */
export async function missingIn(
  store: Store,
  folder: string,
  answers: Acknowledgement[],
): Promise<string[]> {
  const lost: string[] = []
  const ids = async (table: string) => {
    const { rows } = await store.executeSql(`select to_regclass('${table}') as found`)
    if ((rows as { found: unknown }[])[0]?.found === null) return new Set<string>()
    const read = async () => (await store.executeSql(`select id from ${table} order by id`)).rows
    const byTable = (await read()) as { id: string }[]
    await store.executeSql('set enable_seqscan = off')
    const byIndex = await read()
    await store.executeSql('set enable_seqscan = on')
    if (JSON.stringify(byIndex) !== JSON.stringify(byTable)) lost.push(`the index of ${table}`)
    return new Set(byTable.map(({ id }) => id))
  }
  const [rows, left, right] = [
    await ids('power_cut_rows'),
    await ids('power_cut_left'),
    await ids('power_cut_right'),
  ]
  const chats = await ids('conversations')
  const blobs = await openFolderBlobs(blobsIn(folder))
  const counts = await counted(store)
  const deleting = new Set(answers.filter(({ done }) => done === 'deleting').map(({ id }) => id))
  for (const answer of answers) {
    const { done, id } = answer
    if (done === 'row' && !deleting.has(id) && !rows.has(id)) lost.push(`row ${id}`)
    if (done === 'deleted' && rows.has(id)) lost.push(`the deletion of ${id}`)
    if (done === 'pair' && !left.has(id)) lost.push(`pair ${id}`)
    if (done === 'counted' && counts < answer.count) lost.push(`count ${answer.count}`)
    if (done === 'blob') {
      const bytes = await blobs.read(id).catch(() => Buffer.alloc(0))
      if (createHash('sha256').update(bytes).digest('hex') !== id) lost.push(`blob ${id}`)
    }
  }
  for (const id of new Set([...left, ...right])) {
    if (!left.has(id) || !right.has(id) || !chats.has(id)) lost.push(`half of the pair ${id}`)
  }
  return lost
}

async function counted(store: Store): Promise<number> {
  const { rows } = await store.executeSql("select to_regclass('power_cut_counts') as found")
  if ((rows as { found: unknown }[])[0]?.found === null) return 0
  const read = await store.executeSql('select count from power_cut_counts')
  return (read.rows as { count: number }[])[0]?.count ?? 0
}
