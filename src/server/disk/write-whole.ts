import { randomUUID } from 'node:crypto'
import { link, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { isMissing } from './missing.ts'
import { syncPath } from './synced.ts'

/**
 * Writes a file atomically, readable by its owner only: a full disk or power failure leaves the old
 * or the new content.
 * @param options.replaces whether to replace an existing file. Otherwise an existing file is an
 * error (`EEXIST`).
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
 * Renames a temporary file unless a file with the final name exists. Without hard links on the file
 * system, two processes could succeed at the same time.
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
