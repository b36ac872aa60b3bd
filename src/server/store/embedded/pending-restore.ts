import { access, rename, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { isMissing, listFolder } from '../../disk/missing.ts'
import { syncPath } from '../../disk/synced.ts'
import { writeWhole } from '../../disk/write-whole.ts'

const readyName = 'ready-to-restore'

export const getRestoringFolder = (data: string): string => `${path.resolve(data)}.restoring`

/**
 * Marks the restored folder as complete, so that the next start uses this folder if the data folder
 * is missing.
 */
export const markReady = (data: string): Promise<void> =>
  writeWhole(path.join(getRestoringFolder(data), readyName), '', { replaces: true })

/**
 * Finishes a restore that was interrupted after the old data folder had been renamed. Must run at
 * every start before the data folder is created.
 * @returns true if a restore was finished.
 */
export async function finishRestore(data: string): Promise<boolean> {
  const coming = getRestoringFolder(data)
  if (!(await exists(path.join(coming, readyName))) || (await listFolder(data)).length > 0)
    return false
  try {
    await rmdir(data).catch(unlessMissing)
    await rename(coming, data)
  } catch (error) {
    // Another process may have finished the restore at the same time.
    if (!isMissing(error) || !(await exists(data))) throw error
  }
  await syncPath(path.dirname(path.resolve(data)))
  await rm(path.join(data, readyName), { force: true })
  return true
}

/**
 * Deletes a restore that was interrupted before the data folder changed. The caller must hold the
 * lock of the folder.
 */
export async function forgetRestore(data: string): Promise<void> {
  await rm(path.join(getRestoringFolder(data), readyName), { force: true })
  await rm(path.join(data, readyName), { force: true })
}

const exists = (place: string): Promise<boolean> =>
  access(place).then(
    () => true,
    (error: unknown) => {
      unlessMissing(error)
      return false
    },
  )

function unlessMissing(error: unknown): void {
  if (!isMissing(error)) throw error
}
