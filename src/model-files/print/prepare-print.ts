import type { ManifoldToplevel } from 'manifold-3d/manifold'
import { formatCount } from '#lib/format.ts'
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
import { describeDropped, describeFilled, repair } from './repair.ts'
import { rotateParts } from './rotate-parts.ts'
import { settle } from './settle.ts'
import { joinShells, toSolid } from './solid.ts'
import { dropCrumbs, splitShells } from './split-shells.ts'
import type { Joint, PrepStep, SurfaceSpot } from './steps.ts'

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
  tools: PrintTools,
): Promise<Prepared> {
  try {
    return await applyStep(model, step, tools)
  } catch (error) {
    // WebAssembly throws C++ exceptions as numbers.
    if (typeof error !== 'number') throw error
    throw new UnworkableModelError(
      'This step fails on this surface. Press “Repair” first, or change the lengths a little.',
      { cause: error },
    )
  }
}

async function applyStep(
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
        sentence: 'Centred on the print bed.',
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
        sentence: describeFilled(holes),
      }
    }
    case 'crumbs':
      return crumbsStep(model, step.fraction)
    case 'base':
      return baseStep(model, step.heightMm, { printMmPerMetre, solids: await start() })
    case 'stand':
    case 'ring':
      return addStep(model, step, { printMmPerMetre, solids: await start() })
    case 'hollow':
      return hollowStep(model, step, { printMmPerMetre, solids: await start(), onProgress })
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

function hollowStep(
  model: Parts,
  { wallMm, drainMm = 0, drainSpot }: Extract<PrepStep, { kind: 'hollow' }>,
  tools: SolidTools & Pick<Required<PrintTools>, 'onProgress'>,
): Prepared {
  const { printMmPerMetre, solids, onProgress } = tools
  const wall = wallMm / printMmPerMetre
  const done = hollow(
    model,
    { wall, drain: drainMm / printMmPerMetre, drainSpot },
    { solids, onProgress, mmPerMetre: printMmPerMetre },
  )
  const savedPercent = Math.round(100 * (1 - done.volumeAfter / done.volumeBefore))
  const hollowed = `Hollowed: ${savedPercent}% less material.`
  // Rounded down, so that the stated wall is never thicker than the wall.
  const thinnestMm = Math.floor(done.thinnest * printMmPerMetre * 100) / 100
  const thin =
    done.thinnest < wall
      ? `The thinnest wall is ${formatMm(thinnestMm)} instead of ${formatMm(wallMm)}.`
      : ''
  const doneMm = done.drain * printMmPerMetre
  const narrow =
    doneMm < drainMm * 0.999
      ? `The drain hole is ${formatMm(doneMm)} wide, because a wider one would open a side.`
      : ''
  const lost = done.isRebuilt ? 'The surface was rebuilt; textures and colours were lost.' : ''
  return {
    model: done.model,
    sentence: [hollowed, thin, narrow, lost].filter((one) => one !== '').join(' '),
  }
}

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
    sentence: step.text ? 'Added a pedestal with text.' : 'Added a pedestal.',
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
    sentence:
      colored.materials.length === 1
        ? 'Reduced to 1 colour.'
        : `Reduced to ${formatCount(colored.materials.length)} colours.`,
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
        : down
          ? 'Turned: lies on the chosen side.'
          : 'Turned: lies on its best side.',
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
  return { model: done.model, sentence: describeCut(step.joint, done) }
}

function describeCut(
  joint: Joint,
  { pieces, dowels: { length: dowels } }: ReturnType<typeof cutByPlanes>,
): string {
  switch (joint) {
    case 'none':
      return `Cut into ${pieces} pieces.`
    case 'dovetail':
      return `Cut into ${pieces} pieces with dovetails.`
    case 'dowels':
      return dowels === 1
        ? `Cut into ${pieces} pieces with 1 dowel.`
        : `Cut into ${pieces} pieces with ${dowels} dowels.`
  }
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
  const merged = 'Merged vertices.'
  return {
    model: { ...model, parts },
    sentence: dropped > 0 ? `${merged} ${describeDropped(dropped)}` : merged,
  }
}

function crumbsStep(model: Parts, fraction: number): Prepared {
  const { parts, dropped } = dropCrumbs(model.parts, fraction)
  if (dropped === 0) return { model, sentence: 'No loose parts that small.' }
  return {
    model: { ...model, parts },
    sentence:
      dropped === 1 ? 'Removed 1 loose part.' : `Removed ${formatCount(dropped)} loose parts.`,
  }
}

const formatMm = (value: number): string =>
  `${value.toLocaleString('en', { maximumFractionDigits: 2 })} mm`
