import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  statSync,
  writeSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { tryLock } from 'fs-native-extensions'
import { isMissing } from '../../disk/missing.ts'

/** Another process has this data folder open. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

/** How often the folder may be replaced by another one while it is being locked. */
const replacementsMax = 10

/**
 * Locks `folder` for this process: the embedded database breaks when two processes open it. The kernel
 * holds the lock on the open file, and releases it when the process ends, however it ends. The file
 * itself stays and only says who opened it last; it is never deleted, or two processes could each lock
 * a file of their own.
 *
 * @returns a function that releases it.
 * @throws {FolderInUseError} naming the folder and the other process.
 * @throws what the file system says when it cannot be written to, or knows no locks.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = path.join(folder, 'lock')
  for (let replacements = 0; replacements < replacementsMax; replacements++) {
    // A plain descriptor: a `FileHandle` that nobody refers to any more would be closed.
    const fd = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600)
    try {
      if (!tryLock(fd)) throw await inUse(folder, file)
      if (isStillAt(fd, file)) {
        ftruncateSync(fd)
        writeSync(fd, String(process.pid))
        return releaseOnce(fd)
      }
    } catch (error) {
      closeSync(fd)
      throw error
    }
    // A restore has put another folder in its place meanwhile.
    closeSync(fd)
  }
  throw new FolderInUseError(`The data folder ${folder} is being replaced. Try again in a moment.`)
}

const releaseOnce = (fd: number): (() => Promise<void>) => {
  let isHeld = true
  return () => {
    if (isHeld) closeSync(fd)
    isHeld = false
    return Promise.resolve()
  }
}

async function inUse(folder: string, file: string): Promise<FolderInUseError> {
  // Windows lets nobody read what is locked.
  const pid = await readFile(file, 'utf8').catch(() => '')
  const who = /^\d+$/.test(pid) ? ` (process ${pid})` : ''
  return new FolderInUseError(
    `The data folder ${folder} is in use by another Bozzetto${who}. Stop it, or set BOZZETTO_DATA to another folder.`,
  )
}

function isStillAt(fd: number, file: string): boolean {
  try {
    const [locked, there] = [fstatSync(fd, { bigint: true }), statSync(file, { bigint: true })]
    return locked.ino === there.ino && locked.dev === there.dev
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}
