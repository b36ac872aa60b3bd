import { randomUUID } from 'node:crypto'
import { link, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { isMissing } from './missing.ts'
import { syncPath } from './synced.ts'

/**
 * Writes a file atomically, readable by its owner only: a full disk or power failure leaves the old
 * or the new content. Writes and syncs a temporary file, then renames it.
 * @param options.replaces whether an existing file is replaced. Otherwise it is an error
 * (`EEXIST`).
 */
export async function writeWhole(
  file: string,
  content: string | Uint8Array,
  { replaces }: { replaces: boolean },
): Promise<void> {
  const folder = path.dirname(file)
  const draft = path.join(folder, `.${path.basename(file)}-${randomUUID()}`)
  try {
    await writeSynced(draft, content)
    if (replaces) await rename(draft, file)
    else await nameNew(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
  await syncPath(folder)
}

/**
 * Writes a new file. Its content survives a power failure, but not necessarily its name in the
 * folder.
 */
export async function writeSynced(file: string, content: string | Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Gives a temporary file its final name, unless that exists. Atomic only if the file system has
 * hard links. Otherwise two processes could succeed at the same time.
 */
async function nameNew(draft: string, file: string): Promise<void> {
  try {
    await link(draft, file)
  } catch (error) {
    const isTaken = await stat(file).then(
      () => true,
      (reason: unknown) => !isMissing(reason),
    )
    if (isTaken) throw error
    await rename(draft, file)
  }
}
