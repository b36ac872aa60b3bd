import fs from 'node:fs'
import { mkdir, open, readdir } from 'node:fs/promises'
import path from 'node:path'
import { isMissing } from './missing.ts'

/** Syncs under way at once: enough to let the kernel merge its flushes, and to leave threads to others. */
const atOnceMax = 4

/** Resolves when the content of a file, or the names in a folder, would survive a power cut. */
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

/** The same, blocking. */
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

/** Windows keeps the names in a folder by itself, and opens no folder. */
const hasFolderSync = process.platform !== 'win32'

/** Syncs several places, a few at a time. Those that are gone by then are left out. */
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

/** Syncs a folder with all that is in it. Its own name is in the folder above, which is not synced. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const places = entries
    .filter((entry) => entry.isFile() || entry.isDirectory())
    .map((entry) => path.join(entry.parentPath, entry.name))
  await syncPaths([...places, folder])
}

/** Makes a folder and those above it, for their owner only; their names survive a power cut. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  const stop = path.dirname(path.resolve(first))
  for (let above = path.dirname(path.resolve(folder)); ; above = path.dirname(above)) {
    await syncPath(above)
    if (above === stop) return
  }
}
