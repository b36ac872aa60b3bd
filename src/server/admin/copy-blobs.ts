import { copyFile, mkdir, readdir, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { linkFile } from '../disk/copy-tree.ts'
import { isMissing, listFolder } from '../disk/missing.ts'

/**
 * Copies stored files that `to` lacks. Stored files never change, so a file of the same size is a
 * complete copy.
 * @param options.linkTo folder with copies that may be linked instead.
 * @param options.signal stops before the next file.
 * @returns the number of copied and linked files.
 */
export async function copyBlobs(
  from: string,
  to: string,
  { linkTo, signal }: { linkTo?: string | undefined; signal?: AbortSignal | undefined } = {},
): Promise<number> {
  let copied = 0
  for (const shard of await listFolder(from)) {
    // Skips temporary files. Folders of stored files have names of two hex digits.
    if (!/^[0-9a-f]{2}$/.test(shard)) continue
    await mkdir(path.join(to, shard), { recursive: true, mode: 0o700 })
    for (const key of await readdir(path.join(from, shard))) {
      signal?.throwIfAborted()
      const [source, target] = [path.join(from, shard, key), path.join(to, shard, key)]
      const [size, there] = await Promise.all([getSize(source), getSize(target)])
      if (size === undefined || size === there) continue
      const linked = linkTo === undefined ? undefined : path.join(linkTo, shard, key)
      if (linked !== undefined && (await getSize(linked)) === size) {
        await linkFile(linked, `${target}.part`)
      } else await copyFile(source, `${target}.part`)
      await rename(`${target}.part`, target)
      copied++
    }
  }
  return copied
}

const getSize = async (file: string): Promise<number | undefined> => {
  try {
    return (await stat(file)).size
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
