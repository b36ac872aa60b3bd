import { readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

const compressible = /\.(js|css|html|svg|json|wasm|txt)$/
/**
 * Minimum size in bytes of a compressed file. A smaller file fits into one network packet, so
 * compression saves no time.
 */
const sizeBytesMin = 1024
/**
 * Maximum size in bytes of a compressed file. Larger files are ONNX models, whose compression would
 * add ten seconds to every build.
 */
const sizeBytesMax = 16 * 1024 * 1024
/**
 * Brotli qualities of files that each first visit loads, and of other files. The highest quality
 * saves 7 % more, but takes 5 seconds per megabyte.
 */
const [firstQuality, quality] = [11, 9]
/**
 * Number of files that are compressed at once. Compressing all files at once would need 1.4 GB of
 * memory.
 */
const lanes = 2

/**
 * Writes a Brotli file and a gzip file beside each built text file, so that the server need not
 * compress the file for each request.
 */
export function compressAssets(): Plugin {
  return {
    name: 'bozzetto-compress',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async writeBundle({ dir }, bundle) {
      if (!dir) return
      const first = listFirstFiles(bundle)
      const entries = await readdir(dir, { recursive: true, withFileTypes: true })
      const files = entries
        .filter((entry) => entry.isFile() && compressible.test(entry.name))
        .map((entry) => path.join(entry.parentPath, entry.name))
        .values()
      const lane = async () => {
        for (const file of files) {
          await compressFile(file, first.has(path.relative(dir, file)) ? firstQuality : quality)
        }
      }
      await Promise.all(Array.from({ length: lanes }, lane))
    },
  }
}

/** Returns the pages, and the scripts and styles that the pages name. */
function listFirstFiles(bundle: Rolldown.OutputBundle): ReadonlySet<string> {
  const pages = Object.values(bundle).filter(({ fileName }) => fileName.endsWith('.html'))
  const named = pages.flatMap((page) =>
    page.type === 'asset' ? [...String(page.source).matchAll(/(?:src|href)="\/([^"]+)"/g)] : [],
  )
  return new Set([...pages.map(({ fileName }) => fileName), ...named.map(([, file = '']) => file)])
}

async function compressFile(file: string, brotliQuality: number): Promise<void> {
  const bytes = await readFile(file)
  if (bytes.byteLength < sizeBytesMin || bytes.byteLength > sizeBytesMax) return
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
      },
    }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
}
