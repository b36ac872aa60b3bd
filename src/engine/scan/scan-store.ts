import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'

/**
 * Stores the results of the steps of a scan, so that a restarted scan skips completed steps. Any
 * entry may be missing.
 */
export type ScanStore = {
  read: (name: string) => Promise<Uint8Array | undefined>
  write: (name: string, bytes: Uint8Array) => Promise<void>
}

/** A store that is always empty. */
export const noScanStore: ScanStore = {
  read: () => Promise.resolve(undefined),
  write: () => Promise.resolve(),
}

const inflate = promisify(inflateRaw)
const deflate = promisify(deflateRaw)
const sumBytes = 16
const entryBytesMax = 64 * 1024 * 1024

/**
 * Opens a store in a folder, which is created when needed. Reading a damaged entry returns
 * undefined, and write errors are only logged.
 */
export function openScanStore(folder: string): ScanStore {
  return {
    read: async (name) => {
      try {
        const bytes = await readFile(join(folder, name))
        const packed = bytes.subarray(sumBytes)
        if (!toSum(packed).equals(bytes.subarray(0, sumBytes))) return undefined
        const entry = await inflate(packed, { maxOutputLength: entryBytesMax })
        // `slice` of a Buffer does not copy, unlike `slice` of a Uint8Array.
        return new Uint8Array(entry.buffer, entry.byteOffset, entry.length)
      } catch {
        return undefined
      }
    },
    write: async (name, bytes) => {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        const packed = await deflate(bytes, { level: 1 })
        const part = join(folder, `${name}.part`)
        await writeFile(part, Buffer.concat([toSum(packed), packed]), { mode: 0o600 })
        await rename(part, join(folder, name))
      } catch (error) {
        // The scan continues without the entry, for example on a full disk.
        console.warn('A step of a scan could not be kept.', error)
      }
    },
  }
}

const toSum = (bytes: Uint8Array): Buffer =>
  createHash('sha256').update(bytes).digest().subarray(0, sumBytes)

/**
 * Reads an entry as JSON without validation, because the same version of the engine wrote the
 * entry.
 */
export async function readJsonEntry<Value>(
  store: ScanStore,
  name: string,
): Promise<Value | undefined> {
  const bytes = await store.read(name)
  return bytes && JSON.parse(Buffer.from(bytes).toString('utf8'))
}

export const writeJsonEntry = (store: ScanStore, name: string, value: unknown): Promise<void> =>
  store.write(name, Buffer.from(JSON.stringify(value)))
