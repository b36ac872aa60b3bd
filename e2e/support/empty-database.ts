import { createHash } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { cp, mkdtemp, readFile, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const serverFolder = fileURLToPath(new URL('../../dist/server', import.meta.url))
const cache = fileURLToPath(new URL('../../node_modules/.cache/bozzetto', import.meta.url))

const kept = new Set(['postgres', 'master-key'])

/**
 * Copies an empty database into `folder`. The database is created once per build, because creating
 * it takes seconds.
 * @param makeIn starts a server on an empty folder and stops it.
 */
export async function copyEmptyDatabase(
  folder: string,
  makeIn: (folder: string) => Promise<void>,
): Promise<void> {
  const made = path.join(cache, `first-folder-${await keyOfBuild()}`)
  if (!existsSync(made)) {
    mkdirSync(cache, { recursive: true })
    const part = await mkdtemp(`${made}.`)
    await makeIn(part)
    for (const name of await readdir(part)) {
      if (!kept.has(name)) await rm(path.join(part, name), { recursive: true, force: true })
    }
    // Another worker may have created the same database at the same time.
    await rename(part, made).catch((error: unknown) => {
      if (!existsSync(made)) throw error
    })
    await rm(part, { recursive: true, force: true })
  }
  await cp(made, folder, { recursive: true })
}

async function keyOfBuild(): Promise<string> {
  const hash = createHash('sha256')
  for (const name of (await readdir(serverFolder)).toSorted()) {
    if (name.endsWith('.js')) hash.update(await readFile(path.join(serverFolder, name)))
  }
  return hash.digest('hex').slice(0, 16)
}
