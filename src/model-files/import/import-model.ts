import { askWorker } from '../worker/ask-worker.ts'
import { BrokenModelError } from '../errors.ts'
import { endingOf, isKnown } from './endings.ts'
import type { NamedFile } from './import-files.ts'

const filesMaxBytes = 512 * 2 ** 20
const filesMax = 500

/**
 * Makes a GLB of dropped files of another kind, in a worker.
 *
 * @throws {BrokenModelError} with a sentence that says what is wrong.
 */
export async function importModel(dropped: readonly File[], signal?: AbortSignal): Promise<Blob> {
  const files: NamedFile[] = []
  let left = filesMaxBytes
  for (const file of dropped.filter(({ name }) => isKnown(name)).slice(0, filesMax)) {
    left -= file.size
    if (left < 0) {
      throw new BrokenModelError(
        'These files are larger than 512 MB in total, which is too large to open.',
      )
    }
    const name = file.webkitRelativePath || file.name
    files.push({ name, bytes: new Uint8Array(await file.arrayBuffer()) })
  }
  return openNamed(await unpacked(files, signal), signal)
}

async function openNamed(files: readonly NamedFile[], signal: AbortSignal | undefined) {
  const glb = files.find(({ name }) => endingOf(name) === '.glb')
  if (glb) return new Blob([glb.bytes], { type: 'model/gltf-binary' })
  const scene = files.find(({ name }) => ['.fbx', '.usdz'].includes(endingOf(name)))
  if (scene) {
    const worker = new Worker(new URL('./scene-worker.ts', import.meta.url), { type: 'module' })
    return made(worker, { question: { main: scene, files }, files, signal })
  }
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' })
  return made(worker, { question: { files }, files, signal })
}

type Opening = {
  /** For the worker. */
  readonly question: unknown
  /** Are handed over. */
  readonly files: readonly NamedFile[]
  readonly signal: AbortSignal | undefined
}

async function made(worker: Worker, { question, files, signal }: Opening): Promise<Blob> {
  const transfer = files.map(({ bytes }) => bytes.buffer)
  const packed = await askWorker<Uint8Array<ArrayBuffer>>(worker, question, { signal, transfer })
  return new Blob([packed], { type: 'model/gltf-binary' })
}

/** A zip's contents in its place. */
async function unpacked(files: NamedFile[], signal: AbortSignal | undefined) {
  const [zip] = files
  if (!zip || endingOf(zip.name) !== '.zip') return files
  const worker = new Worker(new URL('./unzip-worker.ts', import.meta.url), { type: 'module' })
  return askWorker<NamedFile[]>(
    worker,
    { bytes: zip.bytes },
    { signal, transfer: [zip.bytes.buffer] },
  )
}
