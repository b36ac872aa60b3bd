import { readFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { type BufferGeometry, LoadingManager, Mesh, type Object3D, Vector3 } from 'three'
import { measureParts, type ModelMeasure } from './measure-parts.ts'

type ImportReport = { losses: string[]; missing: string[] }
type SceneReader = (
  bytes: Uint8Array,
  manager: LoadingManager,
  report: ImportReport,
) => { root: Object3D }
type CadReader = (
  file: { name: string; bytes: Uint8Array },
  report: ImportReport,
) => Promise<{ parts: Parameters<typeof measureParts>[0] }>

/** Loads a reader by its path, because some readers need the types of a browser. */
const load = async (path: string): Promise<Record<string, unknown>> =>
  (await import(String(new URL(`../../../model-files/import/${path}`, import.meta.url)))) as Record<
    string,
    unknown
  >

/** Measures DAE, 3DS, STEP and IGES files, whose readers do not return a GLB in Node. */
export async function measureOwnScene(path: string): Promise<ModelMeasure | undefined> {
  const bytes = new Uint8Array(await readFile(path))
  const report: ImportReport = { losses: [], missing: [] }
  const kind = extname(path).toLowerCase()
  if (kind !== '.dae' && kind !== '.3ds') {
    const { readCad } = await load('cad/read-cad.ts')
    const { parts } = await (readCad as CadReader)({ name: basename(path), bytes }, report)
    const measure = measureParts(parts)
    return measure && { ...measure, triangles: undefined }
  }
  const reader = kind === '.dae' ? 'collada/read-collada.ts' : '3ds/read-3ds.ts'
  const read = (await load(reader))[kind === '.dae' ? 'readCollada' : 'read3ds'] as SceneReader
  // Loaders read the size of the window and create pictures, whose content is not measured.
  const picture = { addEventListener: () => {}, removeEventListener: () => {} }
  Reflect.set(globalThis, 'window', { innerWidth: 16, innerHeight: 9 })
  Reflect.set(globalThis, 'document', { createElementNS: () => picture })
  try {
    const { root } = read(bytes, new LoadingManager(), report)
    const measure = measureParts(toSurfaces(root))
    return measure && { ...measure, box: undefined }
  } finally {
    Reflect.deleteProperty(globalThis, 'window')
    Reflect.deleteProperty(globalThis, 'document')
  }
}

function toSurfaces(root: Object3D): Parameters<typeof measureParts>[0] {
  root.updateMatrixWorld(true)
  const surfaces: { positions: number[]; indices: number[] }[] = []
  const point = new Vector3()
  root.traverse((object) => {
    if (!(object instanceof Mesh)) return
    const geometry: BufferGeometry = object.geometry
    const list = geometry.getAttribute('position')
    const positions = Array.from({ length: list.count }, (_, at) =>
      point.fromBufferAttribute(list, at).applyMatrix4(object.matrixWorld).toArray(),
    ).flat()
    const indices = Array.from(
      geometry.getIndex()?.array ?? { length: list.count },
      (value, at) => value ?? at,
    )
    surfaces.push({ positions, indices })
  })
  return surfaces
}
