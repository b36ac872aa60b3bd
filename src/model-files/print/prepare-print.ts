import type { ManifoldToplevel } from 'manifold-3d/manifold'
import { formatCount, formatPlural } from '#lib/format.ts'
import type { DecodePicture } from '../export/vertex-colors.ts'
import { measureExtent, placeParts } from '../mesh/extent.ts'
import { cutMaterial, type MeshPart, type Parts, sumTriangles } from '../mesh/parts.ts'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import { rebuild } from '../mesh/rebuild.ts'
import { weld } from '../mesh/weld.ts'
import { addPlate } from './add/add-plate.ts'
import { addRing } from './add/add-ring.ts'
import { arrange } from './arrange.ts'
import { applyFilaments, reduceColors, toColorWish } from './colors/reduce-colors.ts'
import { chooseSide, rateSide } from './choose-side.ts'
import { cutByPlanes } from './cut-planes.ts'
import { fillHoles } from './fill-holes.ts'
import { hollow } from './hollow.ts'
import { namePieces } from './name-pieces.ts'
import { repair } from './repair.ts'
import { rotateParts } from './rotate-parts.ts'
import { settle } from './settle.ts'
import { joinShells, toSolid } from './solid.ts'
import { dropCrumbs, splitShells } from './split-shells.ts'
import type { PrepStep, SurfaceSpot } from './steps.ts'

type Prepared = {
  model: Parts
  sentence: string
}

const mmPerMetre = 1000

type PrintTools = {
  readonly start: () => Promise<ManifoldToplevel>
  readonly decode?: DecodePicture
  readonly onProgress?: (fraction: number) => void
  readonly scale?: number
}

/**
 * Applies one step to a model.
 * @throws {UnworkableModelError} with a sentence if the step is impossible.
 */
export async function preparePrint(
  model: Parts,
  step: PrepStep,
  { start, decode = refusePicture, onProgress = () => {}, scale = 1 }: PrintTools,
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
      return {
        model: { ...model, parts: centreOnPlate(model.parts) },
        sentence: 'Centred on the build plate.',
      }
    }
    case 'repair':
      return repair(model, { solids: await start(), onProgress, printMmPerMetre })
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
        sentence: `Filled ${formatPlural(holes, 'hole')}.`,
      }
    }
    case 'crumbs':
      return crumbsStep(model, step.fraction)
    case 'base':
      return baseStep(model, step.heightMm, { printMmPerMetre, solids: await start() })
    case 'stand':
    case 'ring':
      return addStep(model, step, { printMmPerMetre, solids: await start() })
    case 'hollow': {
      const { wallMm, drainMm = 0, drainSpot } = step
      const done = hollow(
        model,
        { wall: wallMm / printMmPerMetre, drain: drainMm / printMmPerMetre, drainSpot },
        { solids: await start(), onProgress, mmPerMetre: printMmPerMetre },
      )
      const saved = Math.round(100 * (1 - done.volumeAfter / done.volumeBefore))
      const lost = done.isRebuilt ? ' The surface was rebuilt; textures and colours were lost.' : ''
      const doneMm = done.drain * printMmPerMetre
      const narrow =
        doneMm < drainMm * 0.999
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
    case 'colors':
      return colorStep(model, step, { printMmPerMetre, decode, onProgress })
  }
}

function centreOnPlate(parts: readonly MeshPart[]): MeshPart[] {
  const { low, high } = measureExtent(parts)
  return placeParts(parts, 1, [-(low[0] + high[0]) / 2, -low[1], -(low[2] + high[2]) / 2])
}

type SolidTools = { printMmPerMetre: number; solids: ManifoldToplevel }

function baseStep(
  model: Parts,
  heightMm: number,
  { printMmPerMetre, solids }: SolidTools,
): Prepared {
  const solid = joinShells(toSolid(model, solids), solids)
  const { low } = measureExtent(model.parts)
  const body = solid.body.trimByPlane([0, 1, 0], low[1] + heightMm / printMmPerMetre)
  if (body.isEmpty()) throw new UnworkableModelError('This would cut away the whole model.')
  return {
    model: settle({ ...solid, body }, () => {
      throw new UnworkableModelError('The cut would not be clean here: cut a little more or less.')
    }).model,
    sentence: `Cut ${formatMm(heightMm)} off the bottom.`,
  }
}

function addStep(
  model: Parts,
  step: Extract<PrepStep, { kind: 'stand' | 'ring' }>,
  { printMmPerMetre, solids }: SolidTools,
): Prepared {
  const toMetres = (mm: number) => mm / printMmPerMetre
  if (step.kind === 'ring') {
    const ring = {
      hole: toMetres(step.holeMm),
      band: toMetres(step.bandMm),
      thickness: toMetres(step.thicknessMm),
      spot: step.spot,
    }
    return { model: addRing(model, ring, solids), sentence: 'Added a ring.' }
  }
  const plate = {
    shape: step.shape,
    thickness: toMetres(step.thicknessMm),
    margin: toMetres(step.marginMm),
    text: step.text && {
      mask: step.text.mask,
      letterHeight: toMetres(step.text.letterMm),
      raise: toMetres(step.text.raiseMm),
    },
  }
  return {
    model: addPlate(model, plate, solids),
    sentence: step.text ? 'Added a base plate with text.' : 'Added a base plate.',
  }
}

type ColorStepTools = {
  printMmPerMetre: number
  decode: DecodePicture
  onProgress: (fraction: number) => void
}

async function colorStep(
  model: Parts,
  step: Extract<PrepStep, { kind: 'colors' }>,
  { printMmPerMetre, decode, onProgress }: ColorStepTools,
): Promise<Prepared> {
  const wish = toColorWish(step, printMmPerMetre)
  const reduced = await reduceColors(model, wish, { decode, onProgress })
  const colored = applyFilaments(model, reduced, step.colors)
  return {
    model: colored,
    sentence: `Reduced to ${formatPlural(colored.materials.length, 'colour')}.`,
  }
}

const refusePicture: DecodePicture = () => {
  throw new UnworkableModelError('The textures of this model cannot be read here.')
}

const gapMm = 5

type Turn = { down: SurfaceSpot['normal'] | undefined; solids: ManifoldToplevel }

function turnStep(model: Parts, { down, solids }: Turn): Prepared {
  const side = down ? rateSide(model.parts, down) : chooseSide(model.parts, solids)
  if (!down && side.down[1] === -1) {
    return { model, sentence: 'It already lies on its best side.' }
  }
  const turned = rotateParts(model.parts, side.down, [0, -1, 0])
  const before = rateSide(model.parts, [0, -1, 0])
  const change = before.overhang > 0 ? Math.round(100 * (1 - side.overhang / before.overhang)) : 0
  return {
    model: { ...model, parts: centreOnPlate(turned) },
    sentence:
      change > 0
        ? `Turned: ${change}% less to support.`
        : `Turned: lies on ${down ? 'the chosen' : 'its best'} side.`,
  }
}

function splitStep(model: Parts, gap: number): Prepared {
  const pieces = splitShells(model.parts)
  if (pieces.length < 2) return { model, sentence: 'This is one piece.' }
  return {
    model: { ...model, parts: arrange(namePieces(pieces), gap) },
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
  const normal: [number, number, number] = [0, 0, 0]
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
      ? ` with ${formatPlural(done.dowels.length, 'dowel')}`
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
        ? `Merged vertices; removed ${formatPlural(dropped, 'triangle')}.`
        : 'Merged vertices.',
  }
}

function crumbsStep(model: Parts, fraction: number): Prepared {
  const { parts, dropped } = dropCrumbs(model.parts, fraction)
  if (dropped === 0) return { model, sentence: 'No loose parts that small.' }
  return {
    model: { ...model, parts },
    sentence: `Removed ${formatPlural(dropped, 'loose part')}.`,
  }
}

const formatMm = (value: number): string =>
  `${value.toLocaleString('en', { maximumFractionDigits: 2 })} mm`
