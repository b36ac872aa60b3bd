import fs from 'node:fs'
import { mkdir, open, readdir } from 'node:fs/promises'
import path from 'node:path'
import { isMissing } from './missing.ts'

/** Maximum number of syncs at the same time, so that threads of Node's pool stay free. */
const atOnceMax = 4

/** Resolves once the content of a file, or the names in a folder, would survive a power failure. */
export async function syncPath(place: string): Promise<void> {
  const isFolder = fs.statSync(place).isDirectory()
  if (isFolder && !hasFolderSync) return
  const handle = await open(place, isFolder ? 'r' : 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export function syncPathNow(place: string): void {
  const isFolder = fs.statSync(place).isDirectory()
  if (isFolder && !hasFolderSync) return
  const descriptor = fs.openSync(place, isFolder ? 'r' : 'r+')
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}

/** Windows syncs directory entries itself, and cannot open folders. */
const hasFolderSync = process.platform !== 'win32'

/** Syncs several paths, a few at a time. Missing paths are skipped. */
export async function syncPaths(places: Iterable<string>): Promise<void> {
  const rest = [...places]
  const work = async () => {
    for (let place = rest.pop(); place !== undefined; place = rest.pop()) {
      await syncPath(place).catch((error: unknown) => {
        if (!isMissing(error)) throw error
      })
    }
  }
  await Promise.all(Array.from({ length: atOnceMax }, work))
}

/** Syncs a folder and its content, but not its name in the parent folder. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const places = entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => path.join(entry.parentPath, entry.name))
  await syncPaths([...places, folder])
}

/**
 * Creates a folder and all missing parent folders, with access only for the owner. Syncs the parent
 * folders, so that a power failure cannot remove the new folders.
 */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  const stop = path.dirname(path.resolve(first))
  for (let above = path.dirname(path.resolve(folder)); ; above = path.dirname(above)) {
    await syncPath(above)
    if (above === stop) return
  }
}
