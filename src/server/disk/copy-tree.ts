import { chmod, copyFile, cp, mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'

/** Upper bound of concurrent copies: Node's thread pool for file operations has four threads. */
const atOnceMax = 4

/**
 * Copies a folder with its content, replacing existing files. Takes half the time of `cp`, because
 * `cp` stats each file several times.
 * @param options.fileMode mode of the copied files. By default, each copy has the mode of its
 * original.
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
  // `readdir` returns folders before their content.
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
