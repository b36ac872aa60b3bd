import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { NodeIO, type Document } from '@gltf-transform/core'
import { ALL_EXTENSIONS } from '@gltf-transform/extensions'
import createDracoDecoder from 'draco3dgltf/draco_decoder_gltf_nodejs.js'
import { applySkins } from './apply-skins.ts'
import type { Listed, ModelSource } from './list.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../..', import.meta.url))
export const cacheFolder = join(root, 'node_modules/.cache/bench-models')
const fetchTimeoutMs = 600_000
const fileBytesMax = 64 * 1024 * 1024

/**
 * Returns the GLB files of the listed models from a cache, or clones their repositories.
 * `BOZZETTO_BENCH_CLONES` is a folder with existing clones named `owner+name`.
 * @throws {Error} if a repository cannot be cloned or a file differs from the list.
 */
export async function fetchModels(models: readonly Listed[]): Promise<Map<string, Uint8Array>> {
  await mkdir(cacheFolder, { recursive: true })
  const found = new Map<string, Uint8Array>()
  for (const model of models) {
    const path = join(cacheFolder, `${model.name}-${model.blob.slice(0, 8)}.glb`)
    if (!existsSync(path)) {
      await writeFile(`${path}.part`, await readPlain(model))
      await rename(`${path}.part`, path)
    }
    found.set(model.name, await readFile(path))
  }
  return found
}

export async function readPlain({ source, path, blob }: Listed): Promise<Uint8Array> {
  const clone = await findClone(source)
  const read = async (file: string) => {
    const options = {
      encoding: 'buffer',
      maxBuffer: fileBytesMax,
      timeout: fetchTimeoutMs,
    } as const
    const { stdout } = await run('git', ['-C', clone, 'show', `${source.commit}:${file}`], options)
    return stdout
  }
  const bytes = await read(path)
  if (gitHash(bytes) !== blob) throw new Error(`${path} is not the file that is listed.`)
  const io = new NodeIO()
    .registerExtensions(ALL_EXTENSIONS)
    .registerDependencies({ 'draco3d.decoder': await createDracoDecoder() })
  const document = path.endsWith('.glb')
    ? await io.readBinary(bytes)
    : await io.readJSON(await withResources(bytes, (file) => read(posix.join(dirname(path), file))))
  applySkins(document)
  dropCompression(document)
  return io.writeBinary(document)
}

async function withResources(bytes: Uint8Array, read: (file: string) => Promise<Uint8Array>) {
  type Named = { uri?: string }
  const json = JSON.parse(Buffer.from(bytes).toString('utf8'))
  const named: Named[] = [...(json.buffers ?? []), ...(json.images ?? [])]
  const resources: Record<string, Uint8Array<ArrayBuffer>> = {}
  for (const { uri } of named) {
    if (!uri) continue
    resources[uri] = uri.startsWith('data:')
      ? Uint8Array.from(Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64'))
      : Uint8Array.from(await read(decodeURIComponent(uri)))
  }
  return { json, resources }
}

function dropCompression(document: Document): void {
  for (const extension of document.getRoot().listExtensionsUsed()) {
    if (extension.extensionName === 'KHR_draco_mesh_compression') extension.dispose()
  }
}

const gitHash = (bytes: Uint8Array) =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')

export async function findClone({ repository, commit }: ModelSource): Promise<string> {
  const name = repository.replace('/', '+')
  const given = process.env['BOZZETTO_BENCH_CLONES']
  const own = join(cacheFolder, 'clones', name)
  const known = given
    ? [join(given, name), join(given, name, 'repo'), join(given, name, 'repo/.git')]
    : []
  const clone = [...known, own].find((folder) => existsSync(join(folder, 'HEAD')))
  if (clone) return clone
  // The folder gets its name after the clone is complete, so that an incomplete clone is never
  // used.
  const part = `${own}.part`
  await rm(part, { recursive: true, force: true })
  await run('git', ['init', '--bare', '--quiet', part])
  const address = `https://github.com/${repository}`
  const fetching = ['-C', part, 'fetch', '--quiet', '--depth=1', address, commit]
  await run('git', fetching, { timeout: fetchTimeoutMs }).catch((cause: unknown) => {
    throw new Error(
      `${address} cannot be fetched. BOZZETTO_BENCH_CLONES may name a folder with clones, such as ${name}.`,
      { cause },
    )
  })
  await rename(part, own)
  return own
}
