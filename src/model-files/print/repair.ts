import type { ManifoldToplevel } from 'manifold-3d/manifold'
import { formatCount } from '#lib/format.ts'
import { cutMaterial, type Parts, sumTriangles } from '../mesh/parts.ts'
import { rebuild } from '../mesh/rebuild.ts'
import { isClosedWhenSaved } from '../mesh/saved-closed.ts'
import { measureExtent } from '../mesh/extent.ts'
import { analyzeTopology } from '../mesh/topology.ts'
import { weld } from '../mesh/weld.ts'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import { measureDistances, smallestCell } from './distance-field.ts'
import { fillHoles } from './fill-holes.ts'
import { orientFaces } from './orient-faces.ts'
import { remeshed } from './remesh.ts'
import { settle } from './settle.ts'
import { isFlat, joinShells, toSolid } from './solid.ts'

const mmPerMetre = 1000

/**
 * Number of grid cells along the longest side of a new surface. On a print of 60 mm, a cell is half
 * a millimetre.
 */
const cellsAcross = 120

/** Smallest overlap of shells that is not a rounding error, as a fraction of the volume. */
const overlapMin = 1e-6

type RepairTools = {
  readonly solids: ManifoldToplevel
  readonly onProgress?: (fraction: number) => void
  readonly cells?: number
  readonly printMmPerMetre?: number
}

/**
 * Makes a model closed: merges points, orients faces, fills holes and unites overlapping shells. If
 * that fails, the model gets a new surface without textures.
 * @throws {UnworkableModelError} if the model has no surface.
 */
export function repair(
  model: Parts,
  { solids, onProgress = () => {}, cells = cellsAcross, printMmPerMetre = mmPerMetre }: RepairTools,
): { model: Parts; sentence: string } {
  if (isClosedWhenSaved(model.parts) && isSound(model, solids)) {
    return { model, sentence: 'Nothing to repair: the model is watertight.' }
  }
  const mended = mend(model)
  onProgress(0.2)
  const joined = getJoined(mended.model, solids)
  if (joined) return { model: joined, sentence: mended.done.join(' ') }
  const { parts } = mended.model
  const { low, high } = measureExtent(parts)
  const longest = Math.max(...high.map((value, axis) => value - (low[axis] ?? 0)))
  if (!(longest > 0)) throw new UnworkableModelError('This model has no surface to repair.')
  const cell = Math.max(longest / cells, smallestCell(parts))
  const field = measureDistances(parts, cell, (fraction) => onProgress(0.2 + fraction * 0.5))
  onProgress(0.7)
  const first = remeshed(parts, { solids, field })
  const { model: made } = settle(
    { ...first, body: first.body.simplify(cell / 100) },
    (attempt) => ({
      solid: attempt === 0 ? first : remeshed(parts, { solids, field, attempt }),
      cell,
    }),
    'Even a new surface of this model would have holes. Remove small parts, then repair it again.',
  )
  const looks = model.materials[0]
  const detailMm = Number((cell * printMmPerMetre).toPrecision(2))
  return {
    model: { parts: made.parts, materials: [{ ...cutMaterial, ...(looks && plain(looks)) }] },
    sentence: `Rebuilt as a solid with details down to ${detailMm} mm. Textures and colours were lost.`,
  }
}

const plain = ({ name, color, metalness, roughness }: Parts['materials'][number]) => ({
  name,
  color,
  metalness,
  roughness,
})

function isSound(model: Parts, solids: ManifoldToplevel): boolean {
  const { shells, ...size } = analyzeTopology(model.parts)
  const isInsideOut = shells.some(
    ({ isClosed, volume, isCavity }) => isClosed && volume < 0 && !isCavity,
  )
  return !isInsideOut && !isFlat(size) && !hasOverlap(model, solids)
}

function hasOverlap(model: Parts, solids: ManifoldToplevel): boolean {
  try {
    const solid = toSolid(model, solids)
    const joined = joinShells(solid, solids)
    return joined.body.volume() < solid.body.volume() * (1 - overlapMin)
  } catch (error) {
    if (error instanceof UnworkableModelError) return false
    throw error
  }
}

function mend(model: Parts): { model: Parts; done: string[] } {
  const { welded, turned } = orientFaces(weld(model.parts))
  let parts = rebuild(model.parts, welded)
  const dropped = sumTriangles(model) - sumTriangles({ parts })
  const { lids, holes } = fillHoles(parts, model.materials.length)
  const materials = lids ? [...model.materials, cutMaterial] : model.materials
  if (lids) parts = [...parts, lids]
  const done = ['Repaired and merged vertices.']
  if (dropped > 0) done.push(describeDropped(dropped))
  if (turned > 0) {
    done.push(turned === 1 ? 'Turned 1 face.' : `Turned ${formatCount(turned)} faces.`)
  }
  if (holes > 0) done.push(describeFilled(holes))
  return { model: { parts, materials }, done }
}

export const describeDropped = (triangles: number): string =>
  triangles === 1 ? 'Removed 1 triangle.' : `Removed ${formatCount(triangles)} triangles.`

export const describeFilled = (holes: number): string =>
  holes === 1 ? 'Filled 1 hole.' : `Filled ${formatCount(holes)} holes.`

/** Unites overlapping shells. Returns `undefined` if the result is not closed after saving. */
function getJoined(model: Parts, solids: ManifoldToplevel): Parts | undefined {
  if (model.parts.length === 0) return
  try {
    const solid = joinShells(toSolid(model, solids), solids)
    const settled = settle(solid, () => {
      throw new UnworkableModelError('It needs a new surface.')
    })
    return settled.model
  } catch (error) {
    if (error instanceof UnworkableModelError) return
    throw error
  }
}
