import { chmod, lstat, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { FolderUnusableError } from './folder-error.ts'

/** Mode bits of the group and all other users. */
const others = 0o077
/** Windows has no file modes. A folder inherits the rights of its parent. */
const hasModes = process.platform !== 'win32'

/**
 * Makes a data folder and its content accessible to its owner only, the folder itself first.
 * Private subfolders are skipped, so that a start does not check every file. Warns on a file system
 * without modes (FAT, some network disks).
 * @throws {FolderUnusableError} if the folder belongs to another user.
 * @throws the file system's error `EROFS` if the disk is read-only.
 */
export async function keepPrivate(folder: string): Promise<void> {
  if (!hasModes) return
  if (isOpen(await stat(folder))) {
    await close(folder)
    if (isOpen(await stat(folder))) {
      console.warn(
        `The disk of ${folder} does not support file permissions: anyone who can read that disk can read the data.`,
      )
      return
    }
  }
  for (const name of await readdir(folder)) {
    const place = path.join(folder, name)
    const found = await lstat(place)
    // Links are skipped, so that files outside the folder are not changed.
    if (!found.isSymbolicLink() && isOpen(found)) await closeTree(place)
  }
}

/** Makes a file, or a folder and its content, accessible to its owner only. */
export async function closeTree(place: string): Promise<void> {
  if (!hasModes) return
  const found = await lstat(place)
  if (found.isSymbolicLink()) return
  if (found.isDirectory()) {
    for (const name of await readdir(place)) await closeTree(path.join(place, name))
  }
  if (isOpen(found)) await close(place)
}

const isOpen = ({ mode }: { mode: number }): boolean => (mode & others) !== 0

const isReadOnly = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EROFS'

async function close(place: string): Promise<void> {
  const { mode } = await stat(place)
  try {
    await chmod(place, mode & 0o7777 & ~others)
  } catch (cause) {
    if (isReadOnly(cause)) throw cause
    throw new FolderUnusableError(
      `other users of this machine have access to ${place}, and this user may not change that. Ask its owner to run chmod -R go-rwx on it, or set BOZZETTO_DATA to a new folder.`,
      { cause },
    )
  }
}
