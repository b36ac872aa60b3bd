import { chmod, copyFile, cp, link, mkdir, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { isMissing } from './missing.ts'

/**
 * Maximum number of files that are copied at the same time. Node's thread pool for file operations
 * has four threads.
 */
const atOnceMax = 4

/**
 * Copies a folder with its content in half the time of `cp`, replacing existing files.
 * @param options.fileMode mode of the copied files. Default: the mode of the original.
 */
export async function copyTree(
  from: string,
  to: string,
  { fileMode }: { fileMode?: number } = {},
): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true })
  const getTarget = (place: string) => path.join(to, path.relative(from, place))
  await mkdir(to, { recursive: true, mode: 0o700 })
  const files: string[] = []
  for (const entry of entries) {
    const place = path.join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await mkdir(getTarget(place), { recursive: true, mode: 0o700 })
    else if (entry.isFile()) files.push(place)
    else await cp(place, getTarget(place), { verbatimSymlinks: true })
  }
  const work = async () => {
    for (let place = files.pop(); place !== undefined; place = files.pop()) {
      const target = getTarget(place)
      await copyFile(place, target)
      if (fileMode !== undefined) await chmod(target, fileMode)
    }
  }
  await Promise.all(Array.from({ length: atOnceMax }, work))
}

/** Errors of file systems without hard links, and of files that have too many links. */
const noLinkCodes = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK', 'EXDEV', 'EACCES'])

/**
 * Links the files of a folder into another folder, and copies files that cannot be linked. The
 * files must never change, because both folders share them.
 * @returns the number of files, 0 for a missing folder.
 */
export async function linkTree(from: string, to: string): Promise<number> {
  let count = 0
  for (const entry of await listTree(from)) {
    const source = path.join(entry.parentPath, entry.name)
    const target = path.join(to, path.relative(from, source))
    if (entry.isDirectory()) await mkdir(target, { recursive: true, mode: 0o700 })
    if (!entry.isFile()) continue
    await linkFile(source, target)
    count++
  }
  return count
}

/** Links a file, or copies the file if its disk has no links. */
export async function linkFile(source: string, target: string): Promise<void> {
  await link(source, target).catch(async (error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!noLinkCodes.has(code)) throw error
    await copyFile(source, target)
  })
}

/** Returns the size of all files in a folder in bytes, 0 for a missing folder. */
export async function measureTree(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await listTree(folder)) {
    if (entry.isFile()) bytes += (await stat(path.join(entry.parentPath, entry.name))).size
  }
  return bytes
}

async function listTree(folder: string) {
  try {
    return await readdir(folder, { recursive: true, withFileTypes: true })
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
