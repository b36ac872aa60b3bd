import { access, rename, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { isMissing, namesIn } from '../../disk/missing.ts'
import { syncPath } from '../../disk/synced.ts'
import { writeWhole } from '../../disk/write-whole.ts'

/** In a folder that is whole and waits to become the data folder. */
const readyName = 'ready-to-restore'

/** Where a restore puts together what becomes the data folder. */
export const restoringFolder = (data: string): string => `${path.resolve(data)}.restoring`

/** Says that all is there: from now on it takes the place of a data folder that is gone. */
export const markReady = (data: string): Promise<void> =>
  writeWhole(path.join(restoringFolder(data), readyName), '', { replaces: true })

/**
 * Puts a restored folder in place when the data folder has been moved aside for it: a crash between the
 * two would otherwise leave an empty server without a password. Called at every start, before the data
 * folder is made.
 *
 * @returns whether there was one.
 */
export async function finishRestore(data: string): Promise<boolean> {
  const coming = restoringFolder(data)
  if (!(await exists(path.join(coming, readyName))) || (await namesIn(data)).length > 0)
    return false
  try {
    await rmdir(data).catch(unlessMissing)
    await rename(coming, data)
  } catch (error) {
    // Two may start at once, and the other one has done it.
    if (!isMissing(error) || !(await exists(data))) throw error
  }
  await syncPath(path.dirname(path.resolve(data)))
  await rm(path.join(data, readyName), { force: true })
  return true
}

/** Forgets one that broke off before the data folder was touched. Only for who has the folder locked. */
export async function forgetRestore(data: string): Promise<void> {
  await rm(path.join(restoringFolder(data), readyName), { force: true })
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
