import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { engineVersion } from '#engine/version.ts'

/**
 * Manages one folder per recent scan with the engine's intermediate results, so that an interrupted
 * scan continues after a restart.
 */
export type ScanFolders = {
  open: (photos: readonly string[]) => Promise<string | undefined>
  /** Deletes old folders, and folders of scans that contain deleted photos. */
  tidy: (areStored: (sha256s: readonly string[]) => Promise<boolean>) => Promise<void>
}

const ageMaxMs = 3 * 24 * 3_600_000
const foldersMax = 8
const photosFile = 'photos'
const namePattern = /^[0-9a-f]{64}$/

export function openScanFolders(dataFolder: string): ScanFolders {
  const folder = join(dataFolder, 'scans')
  const list = async () => {
    const names = await readdir(folder).catch(() => [])
    const found = await Promise.all(
      names
        .filter((name) => namePattern.test(name))
        .map(async (name) => {
          const stats = await stat(join(folder, name)).catch(() => undefined)
          return { path: join(folder, name), usedMs: stats?.mtimeMs ?? 0 }
        }),
    )
    return found.toSorted((a, b) => b.usedMs - a.usedMs)
  }
  const removeOld = async () => {
    for (const [at, { path, usedMs }] of (await list()).entries()) {
      if (at >= foldersMax || Date.now() - usedMs > ageMaxMs) await remove(path)
    }
  }
  return {
    open: async (photos) => {
      const hash = createHash('sha256').update(JSON.stringify([engineVersion, photos]))
      const own = join(folder, hash.digest('hex'))
      try {
        await mkdir(own, { recursive: true, mode: 0o700 })
        await writeFile(join(own, photosFile), photos.join('\n'), { mode: 0o600 })
        // Changed files inside a folder do not update the folder's time, so the time is set here.
        await utimes(own, new Date(), new Date())
        await removeOld()
        return own
      } catch (error) {
        console.warn('The steps of a scan cannot be kept.', error)
        return undefined
      }
    },
    tidy: async (areStored) => {
      await removeOld()
      for (const { path } of await list()) {
        const text = await readFile(join(path, photosFile), 'utf8').catch(() => '')
        if (!(await areStored(text.split('\n')))) await remove(path)
      }
    },
  }
}

const remove = (path: string) => rm(path, { recursive: true, force: true })
