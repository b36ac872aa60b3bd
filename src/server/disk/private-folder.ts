import { chmod, lstat, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { FolderUnusableError } from './folder-error.ts'

/** The bits of a mode that let in the group and everybody else. */
const others = 0o077
/** Windows has no modes: a folder has the rights of the one that it lies in. */
const hasModes = process.platform !== 'win32'

/**
 * Makes a data folder, and all in it that others may read or write, its owner's only. The folder
 * itself comes first: from then on nobody else gets in. What lies deeper is looked at where the folder
 * around it is open, so that a start need not look at every file.
 *
 * On a file system without modes (FAT, some network disks) it says so and goes on.
 *
 * @throws {FolderUnusableError} when this user may not change that, as it belongs to another.
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
    // What a link leads to lies elsewhere, and is somebody's own.
    if (!found.isSymbolicLink() && isOpen(found)) await closeTree(place)
  }
}

/** Makes a file, or a folder with all that is in it, its owner's only; a folder after what is in it. */
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

async function close(place: string): Promise<void> {
  const { mode } = await stat(place)
  try {
    await chmod(place, mode & 0o7777 & ~others)
  } catch (cause) {
    throw new FolderUnusableError(
      `other users of this machine have access to ${place}, and this user may not change that. Ask its owner to run chmod -R go-rwx on it, or set BOZZETTO_DATA to a new folder.`,
      { cause },
    )
  }
}
