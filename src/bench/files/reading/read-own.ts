import type { Document } from '@gltf-transform/core'
import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { readGlbDocument, readParts } from '../../../model-files/mesh/read-glb-parts.ts'
import { applyPose } from '../../../model-files/mesh/pose/apply-pose.ts'
import type { Parts } from '../../../model-files/mesh/parts.ts'
import {
  isSameBox,
  joinBoxes,
  type ModelMeasure,
  measureParts,
  toUnitBox,
} from './measure-parts.ts'
import type { UfbxReading } from './read-with-ufbx.ts'

const companions = /\.(?:mtl|bin|png|jpe?g|webp|bmp|gif|tga)$/i
/** File types whose bounding box can be compared. Files of `unitlessKinds` state no unit. */
const placedKinds = ['.fbx', '.glb', '.obj', '.stl', '.ply', '.vox']
const unitlessKinds = ['.obj', '.stl', '.ply']
/** Kinds of files for which assimp returns the same number of materials as the file contains. */
const countedKinds = ['.fbx', '.glb']

type Reader = {
  importFiles: (
    files: readonly { name: string; bytes: Uint8Array<ArrayBuffer> }[],
    options: { units: Readonly<Record<string, string>> },
  ) => Promise<{ glb: Uint8Array<ArrayBuffer> }>
}

const loadReader = async (): Promise<Reader> =>
  (await import(
    String(new URL('../../../model-files/import/import-files.ts', import.meta.url))
  )) as Reader

type OwnReading = {
  /**
   * Measurements of the model as the app shows it, and without skeletons and morph targets, which
   * assimp ignores.
   */
  readonly measures: readonly ModelMeasure[]
  readonly document: Document
}

export async function readOwn(path: string): Promise<OwnReading> {
  const names = [
    basename(path),
    ...(await readdir(dirname(path))).filter((one) => companions.test(one)),
  ]
  const files = await Promise.all(
    names.map(async (name) => ({
      name,
      bytes: new Uint8Array(await readFile(join(dirname(path), name))),
    })),
  )
  const kind = extname(path).toLowerCase()
  const units = { obj: 'm', ply: 'm', stl: 'm' } as const
  const { importFiles } = await loadReader()
  const glb = kind === '.glb' ? files[0]?.bytes : (await importFiles(files, { units })).glb
  if (!glb) throw new Error('No model')
  const document = await readGlbDocument(glb)
  const measure = (parts: Parts) => measureAs(parts, kind)
  const shown = measure(readParts(document))
  const still = await readGlbDocument(glb)
  for (const node of still.getRoot().listNodes()) node.setSkin(null).setWeights([])
  for (const mesh of still.getRoot().listMeshes()) mesh.setWeights([])
  const measures = [shown, measure(readParts(still))]
  return { measures: measures.filter((one) => one !== undefined), document }
}

function measureAs({ parts, materials }: Parts, kind: string): ModelMeasure | undefined {
  const measure = measureParts(parts)
  if (!measure) return undefined
  const used = new Set(parts.filter(({ indices }) => indices.length > 0).map((one) => one.material))
  const box = unitlessKinds.includes(kind) ? toUnitBox(measure.box) : measure.box
  const stated = [...used].filter((at) => materials[at]?.name !== 'unpainted')
  return {
    ...measure,
    box: placedKinds.includes(kind) ? box : undefined,
    materials: countedKinds.includes(kind) ? stated.length : undefined,
  }
}

/**
 * Poses the document at several times of its first animation, and compares its bounding boxes with
 * those of ufbx.
 * @returns true if all boxes agree, `undefined` if the boxes of ufbx do not change over time.
 */
export function compareMotion(document: Document, fbx: UfbxReading): boolean | undefined {
  const [first] = fbx.boxes
  const last = fbx.boxes.length - 1
  if (!first || !fbx.box || fbx.boxes.every((box) => isSameBox(box, first))) return undefined
  const path = fbx.boxes.reduce(joinBoxes)
  return fbx.boxes.every((box, at) => {
    applyPose(document, { clip: 0, seconds: (fbx.seconds * at) / last })
    const own = measureParts(readParts(document).parts)
    return own?.box !== undefined && isSameBox(own.box, box, path)
  })
}
