import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { newId } from '#lib/id.ts'
import { openQueue } from '../generation/queue.ts'
import { migrate, sources } from './migrate.ts'
import { storeOn, type Store } from './store.ts'

const folder = path.resolve('node_modules/.cache/bozzetto')

/**
 * An empty store in memory. Making a database and its tables takes seconds, so that is done once for
 * each state of the migrations and kept; every test then begins with a copy.
 */
export async function openTestStore(): Promise<Store> {
  const file = path.join(folder, `empty-store-${keyOf(sources)}.tar`)
  if (!existsSync(file)) await prepare(file)
  const client = await PGlite.create({ loadDataDir: new Blob([await readFile(file)]) })
  return storeOn(client, () => Promise.resolve())
}

async function prepare(file: string): Promise<void> {
  const whole = await PGlite.create('memory://')
  await migrate(whole)
  const store = storeOn(whole, () => Promise.resolve())
  const queue = await openQueue(store, [])
  await queue.close()
  const dump = await whole.dumpDataDir('none')
  await store.close()
  await mkdir(folder, { recursive: true })
  // Several test files may do this at once; whichever comes last replaces the same with the same.
  const part = `${file}.${newId()}`
  await writeFile(part, Buffer.from(await dump.arrayBuffer()))
  await rename(part, file)
}

const keyOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)
