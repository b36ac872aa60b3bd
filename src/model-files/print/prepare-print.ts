import type { ManifoldToplevel } from 'manifold-3d/manifold'
import { formatCount } from '#lib/format.ts'
import { measureExtent, placeParts } from '../mesh/extent.ts'
import type { Parts } from '../mesh/parts.ts'
import { sumTriangles } from '../mesh/parts.ts'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import { rebuild } from '../mesh/rebuild.ts'
import { collectEdges, labelShells } from '../mesh/topology.ts'
import { weld } from '../mesh/weld.ts'
import { arrange } from './arrange.ts'
import { chooseSide, rateSide } from './choose-side.ts'
import { cutByPlanes } from './cut-planes.ts'
import { fillHoles } from './fill-holes.ts'
import { hollow } from './hollow.ts'
import { repair } from './repair.ts'
import { rotateParts } from './rotate-parts.ts'
import { settle } from './settle.ts'
import { cutMaterial, toSolid } from './solid.ts'
import { piecesMax, splitShells } from './split-shells.ts'
import type { PrepStep, SurfaceSpot } from './steps.ts'

type Prepared = {
  model: Parts
  sentence: string
}

const mmPerMetre = 1000

type PrintTools = {
  /** Starts the solid modelling library. Called only if the step needs it. */
  readonly start: () => Promise<ManifoldToplevel>
  readonly onProgress?: (fraction: number) => void
  /** Size of the print relative to the model. */
  readonly scale?: number
}

/**
 * Applies one step to a model.
 * @throws {UnworkableModelError} with a sentence if the step is impossible.
 */
export async function preparePrint(
  model: Parts,
  step: PrepStep,
  { start, onProgress = () => {}, scale = 1 }: PrintTools,
): Promise<Prepared> {
  const printMmPerMetre = mmPerMetre * scale
  const { low, high } = measureExtent(model.parts)
  const height = high[1] - low[1]
  switch (step.kind) {
    case 'height': {
      if (height <= 0) throw new UnworkableModelError('This model is flat: it has no height.')
      const factor = step.heightMm / mmPerMetre / height
      return {
        model: { ...model, parts: placeParts(model.parts, factor, [0, 0, 0]) },
        sentence: `Scaled to ${formatMm(step.heightMm)} high.`,
      }
    }
    case 'plate': {
      const by = [-(low[0] + high[0]) / 2, -low[1], -(low[2] + high[2]) / 2] as const
      return {
        model: { ...model, parts: placeParts(model.parts, 1, by) },
        sentence: 'Centred on the build plate.',
      }
    }
    case 'repair':
      return repair(model, { solids: await start(), onProgress })
    case 'weld':
      return weldStep(model, step.toleranceMm / printMmPerMetre)
    case 'fill': {
      const { lids, holes } = fillHoles(model.parts, model.materials.length)
      if (!lids) return { model, sentence: 'No holes to fill.' }
      return {
        model: {
          parts: [...model.parts, lids],
          materials: [...model.materials, cutMaterial],
        },
        sentence: `Filled ${formatCount(holes)} ${holes === 1 ? 'hole' : 'holes'}.`,
      }
    }
    case 'crumbs':
      return crumbsStep(model, step.fraction)
    case 'base': {
      const solid = toSolid(model, await start())
      onProgress(0.5)
      const body = solid.body.trimByPlane([0, 1, 0], low[1] + step.heightMm / printMmPerMetre)
      if (body.isEmpty()) throw new UnworkableModelError('This would cut away the whole model.')
      return {
        model: settle({ ...solid, body }, () => {
          throw new UnworkableModelError(
            'The cut would not be clean here: cut a little more or less.',
          )
        }).model,
        sentence: `Cut ${formatMm(step.heightMm)} off the bottom.`,
      }
    }
    case 'hollow': {
      const { wallMm, drainMm = 0, drainSpot } = step
      const done = hollow(
        model,
        { wall: wallMm / printMmPerMetre, drain: drainMm / printMmPerMetre, drainSpot },
        { solids: await start(), onProgress, mmPerMetre: printMmPerMetre },
      )
      const saved = Math.round(100 * (1 - done.volumeAfter / done.volumeBefore))
      const lost = done.isRebuilt ? ' The surface was rebuilt; textures and colours were lost.' : ''
      const doneMm = Math.round(done.drain * printMmPerMetre * 100) / 100
      const narrow =
        doneMm < drainMm
          ? ` The drain hole is ${formatMm(doneMm)} wide, because a wider one would open a side.`
          : ''
      return { model: done.model, sentence: `Hollowed: ${saved}% less material.${narrow}${lost}` }
    }
    case 'turn':
      return turnStep(model, { down: step.down, solids: await start() })
    case 'split':
      return splitStep(model, gapMm / printMmPerMetre)
    case 'cut':
      return cutStep(model, { step, printMmPerMetre, solids: await start() })
  }
}

/** Distance between the pieces of a model on the bed, in millimetres of the print. */
const gapMm = 5

type Turn = { down: SurfaceSpot['normal'] | undefined; solids: ManifoldToplevel }

function turnStep(model: Parts, { down, solids }: Turn): Prepared {
  const side = down ? rateSide(model.parts, down) : chooseSide(model.parts, solids)
  if (!down && side.down[1] === -1) {
    return { model, sentence: 'It already lies on its best side.' }
  }
  const turned = rotateParts(model.parts, side.down, [0, -1, 0])
  const before = rateSide(model.parts, [0, -1, 0])
  const { low, high } = measureExtent(turned)
  const by = [-(low[0] + high[0]) / 2, -low[1], -(low[2] + high[2]) / 2] as const
  const change = before.overhang > 0 ? Math.round(100 * (1 - side.overhang / before.overhang)) : 0
  return {
    model: { ...model, parts: placeParts(turned, 1, by) },
    sentence:
      change > 0
        ? `Turned: ${change}% less to support.`
        : `Turned: lies on ${down ? 'the chosen' : 'its best'} side.`,
  }
}

function splitStep(model: Parts, gap: number): Prepared {
  const pieces = splitShells(model.parts)
  if (pieces.length < 2) return { model, sentence: 'This is one piece.' }
  if (pieces.length > piecesMax) {
    throw new UnworkableModelError(
      `This has ${formatCount(pieces.length)} pieces. Remove small parts under Repair first.`,
    )
  }
  const named = pieces.map((piece, at) =>
    piece.map((part) => ({ ...part, name: `Piece ${at + 1}` })),
  )
  return {
    model: { ...model, parts: arrange(named, gap) },
    sentence: `Split into ${formatCount(pieces.length)} pieces.`,
  }
}

type CutTools = {
  step: Extract<PrepStep, { kind: 'cut' }>
  printMmPerMetre: number
  solids: ManifoldToplevel
}

const axisNumbers = { x: 0, y: 1, z: 2 } as const

function cutStep(model: Parts, { step, printMmPerMetre, solids }: CutTools): Prepared {
  const axis = axisNumbers[step.axis]
  const { low } = measureExtent(model.parts)
  const normal = [0, 0, 0] as [number, number, number]
  normal[axis] = 1
  const done = cutByPlanes(
    model,
    {
      normal,
      offsets: step.offsetsMm.map((mm) => low[axis] + mm / printMmPerMetre),
      joint: step.joint,
      clearance: step.clearanceMm / printMmPerMetre,
      gap: gapMm / printMmPerMetre,
    },
    solids,
  )
  const joint =
    step.joint === 'dowels'
      ? ` with ${formatCount(done.dowels.length)} ${done.dowels.length === 1 ? 'dowel' : 'dowels'}`
      : step.joint === 'dovetail'
        ? ' with dovetails'
        : ''
  return { model: done.model, sentence: `Cut into ${done.pieces} pieces${joint}.` }
}

function weldStep(model: Parts, tolerance: number): Prepared {
  const { low, high } = measureExtent(model.parts)
  const size = Math.max(...high.map((value, axis) => value - (low[axis] ?? 0)), 1e-9)
  const welded = weld(model.parts, tolerance / size)
  const parts = rebuild(model.parts, welded)
  if (parts.length === 0) {
    throw new UnworkableModelError('Nothing would be left: use a smaller distance.')
  }
  const dropped = sumTriangles(model) - sumTriangles({ parts })
  return {
    model: { ...model, parts },
    sentence:
      dropped > 0
        ? `Merged vertices; removed ${formatCount(dropped)} ${dropped === 1 ? 'triangle' : 'triangles'}.`
        : 'Merged vertices.',
  }
}

function crumbsStep(model: Parts, fraction: number): Prepared {
  const welded = weld(model.parts)
  const group = labelShells(welded, collectEdges(welded.indices))
  const boxes = new Map<number, { low: number[]; high: number[] }>()
  group.forEach((root, triangle) => {
    const box = boxes.get(root) ?? {
      low: [Infinity, Infinity, Infinity],
      high: [-Infinity, -Infinity, -Infinity],
    }
    boxes.set(root, box)
    for (let corner = triangle * 3; corner < triangle * 3 + 3; corner++) {
      for (let axis = 0; axis < 3; axis++) {
        const value = welded.positions[(welded.indices[corner] ?? 0) * 3 + axis] ?? 0
        box.low[axis] = Math.min(box.low[axis] ?? 0, value)
        box.high[axis] = Math.max(box.high[axis] ?? 0, value)
      }
    }
  })
  const extents = new Map(
    [...boxes].map(([root, { low, high }]) => [
      root,
      Math.hypot(...high.map((value, axis) => value - (low[axis] ?? 0))),
    ]),
  )
  const least = Math.max(...extents.values()) * fraction
  const isCrumb = (root: number) => (extents.get(root) ?? 0) < least
  const dropped = [...extents.keys()].filter(isCrumb).length
  if (dropped === 0) return { model, sentence: 'No loose parts that small.' }
  return {
    model: {
      ...model,
      parts: rebuild(model.parts, welded, (triangle) => !isCrumb(group[triangle] ?? 0)),
    },
    sentence: `Removed ${formatCount(dropped)} loose ${dropped === 1 ? 'part' : 'parts'}.`,
  }
}

const formatMm = (value: number): string =>
  `${value.toLocaleString('en', { maximumFractionDigits: 2 })} mm`
