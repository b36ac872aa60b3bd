import { access, cp, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { namesIn } from '../files/missing.ts'
import { lockFolder } from '../store/lock.ts'
import { openStore } from '../store/store.ts'
import { AdminError } from './admin-error.ts'
import { noteName } from './back-up.ts'

const noteSchema = z.object({ madeAt: z.iso.datetime(), blobs: z.number().int() })

/**
 * Makes a data folder of a backup. What was there is never lost: it is moved aside.
 *
 * @param replaces whether a data folder that has something in it may be moved aside.
 * @returns when the backup was made, and where the former data is now.
 * @throws {AdminError} when `from` is no whole backup, or there is data that may not be moved.
 * @throws {FolderInUseError} while a server runs on the data folder.
 * @throws {NewerDataError} when a newer version made the backup.
 */
export async function restore(options: {
  from: string
  data: string
  replaces: boolean
}): Promise<{ madeAt: string; former: string | undefined }> {
  const { from, data, replaces } = options
  const { madeAt } = await readNote(from)
  const isThere = (await namesIn(data)).length > 0
  if (isThere && !replaces) {
    throw new AdminError(
      `There is data in ${data}. Add --replace: it is moved aside, not deleted. Or set BOZZETTO_DATA to another folder.`,
    )
  }
  const unlock = isThere ? await lockFolder(data) : undefined
  const coming = `${data}.restoring`
  try {
    await rm(coming, { recursive: true, force: true })
    await cp(from, coming, { recursive: true })
    await rm(path.join(coming, noteName))
    // It must open before anything else is touched.
    await (await openStore(coming)).close()
  } catch (error) {
    await rm(coming, { recursive: true, force: true })
    await unlock?.()
    throw error
  }
  const former = isThere ? await asideOf(data) : undefined
  await unlock?.()
  if (former !== undefined) await rename(data, former)
  else await rm(data, { recursive: true, force: true })
  await rename(coming, data)
  return { madeAt, former }
}

async function readNote(from: string): Promise<z.infer<typeof noteSchema>> {
  try {
    return noteSchema.parse(JSON.parse(await readFile(path.join(from, noteName), 'utf8')))
  } catch (cause) {
    throw new AdminError(`${from} is no backup, or one that was not finished.`, { cause })
  }
}

/** A name beside `data` that nothing has yet. */
async function asideOf(data: string): Promise<string> {
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-')
  const name = `${data}.before-${stamp}`
  const isTaken = await access(name).then(
    () => true,
    () => false,
  )
  if (isTaken) throw new AdminError(`${name} exists already. Try again in a moment.`)
  return name
}
