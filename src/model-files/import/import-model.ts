import { askWorker } from '../worker/ask-worker.ts'
import { BrokenModelError } from '../errors.ts'
import { getExtension, isKnown } from './endings.ts'
import type { NamedFile } from './named-file.ts'
import type { Imported, ImportOptions } from './import-files.ts'
import { readGlbHeader } from '../glb/glb-header.ts'
import { emptyReport, type ImportReport } from './import-report.ts'

const filesMaxBytes = 512 * 2 ** 20
const filesMax = 500

const sceneEndings: readonly string[] = ['.usdz', '.usda', '.usdc', '.usd', '.dae', '.3ds']
const cadEndings: readonly string[] = ['.step', '.stp', '.iges', '.igs']

export type ImportedGlb = { glb: Blob; report: ImportReport }

type Options = ImportOptions & { readonly signal?: AbortSignal | undefined }

/**
 * Converts files of another format to GLB in a worker.
 * @throws {BrokenModelError} with a sentence about the defect.
 */
export async function importModel(
  dropped: readonly File[],
  { signal, units, variants }: Options = {},
): Promise<ImportedGlb> {
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
  return openNamed(await unpacked(files, signal), { signal, units, variants })
}

async function openNamed(files: readonly NamedFile[], { signal, units, variants }: Options) {
  const glb = files.find(({ name }) => getExtension(name) === '.glb')
  if (glb && readGlbHeader(glb.bytes).externalUris.length === 0) {
    return { glb: new Blob([glb.bytes], { type: 'model/gltf-binary' }), report: emptyReport() }
  }
  const scene = glb
    ? undefined
    : files.find(({ name }) => sceneEndings.includes(getExtension(name)))
  if (scene) {
    const worker = new Worker(new URL('./scene-worker.ts', import.meta.url), { type: 'module' })
    return made(worker, { question: { main: scene, files, units, variants }, files, signal })
  }
  const cad = files.find(({ name }) => cadEndings.includes(getExtension(name)))
  if (cad) {
    const { readCadFile } = await import('./cad/read-cad-file.ts')
    return toBlob(await readCadFile(cad, signal))
  }
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' })
  return made(worker, { question: { files, units }, files, signal })
}

type Opening = {
  readonly question: unknown
  readonly files: readonly NamedFile[]
  readonly signal: AbortSignal | undefined
}

async function made(worker: Worker, { question, files, signal }: Opening): Promise<ImportedGlb> {
  const transfer = files.map(({ bytes }) => bytes.buffer)
  return toBlob(await askWorker<Imported>(worker, question, { signal, transfer }))
}

const toBlob = ({ glb, report }: Imported): ImportedGlb => ({
  glb: new Blob([glb], { type: 'model/gltf-binary' }),
  report,
})

async function unpacked(files: NamedFile[], signal: AbortSignal | undefined) {
  const [zip] = files
  if (!zip || getExtension(zip.name) !== '.zip') return files
  const worker = new Worker(new URL('./zip/unzip-worker.ts', import.meta.url), { type: 'module' })
  return askWorker<NamedFile[]>(
    worker,
    { bytes: zip.bytes },
    { signal, transfer: [zip.bytes.buffer] },
  )
}
