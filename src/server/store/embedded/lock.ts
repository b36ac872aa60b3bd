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

export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
}

/**
 * Maximum number of attempts to lock a folder. An attempt fails if a restore replaces the folder in
 * the meantime.
 */
const replacementsMax = 10

/**
 * Locks `folder` for this process, because two processes would corrupt the embedded database. The
 * kernel releases the lock when the process ends in any way. The lock file is never deleted,
 * because two processes could then lock different files.
 * @returns a function that releases the lock.
 * @throws {FolderInUseError} with the folder and the other process.
 * @throws the file system's error if the file cannot be written to or locks are not supported.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = path.join(folder, 'lock')
  for (let replacements = 0; replacements < replacementsMax; replacements++) {
    // A plain descriptor, because the garbage collector would close an unreferenced `FileHandle`.
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
    // The lock is on a file of the old folder, because a restore has replaced the folder.
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
  // Windows forbids reading a locked file.
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
