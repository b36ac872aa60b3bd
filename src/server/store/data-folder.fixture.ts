import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { newId } from '#lib/id.ts'
import { copyTree } from '../disk/copy-tree.ts'
import { openStore, postgresFolder } from './store.ts'

const cache = path.resolve('node_modules/.cache/bozzetto')
const sources: Record<string, string> = import.meta.glob(
  ['./migrations/**/*.sql', './*.{ts,sql}'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
)

/**
 * Creates an empty database in `folder`, as the first start of a server would. A database is
 * created once per state of the sources and then copied.
 */
export async function makeDataFolder(folder: string): Promise<void> {
  const made = path.join(cache, `empty-folder-${getKey(sources)}`)
  if (!existsSync(made)) await prepare(made)
  await copyTree(made, path.join(folder, postgresFolder))
}

async function prepare(made: string): Promise<void> {
  const part = `${made}.${newId()}`
  await mkdir(part, { recursive: true })
  await (await openStore(part)).close()
  await rename(path.join(part, postgresFolder), made).catch((error: unknown) => {
    if (!existsSync(made)) throw error
  })
  await rm(part, { recursive: true })
}

const getKey = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)
