import type { CrossSection, Manifold, ManifoldToplevel } from 'manifold-3d/manifold'
import { measureExtent } from '../../mesh/extent.ts'
import type { Parts } from '../../mesh/parts.ts'
import { UnworkableModelError } from '../../unworkable-model-error.ts'
import type { PlateShape, TextMask } from '../steps.ts'
import { addBodies, type Addition, createPlain } from './add-body.ts'
import { traceMask } from './trace-mask.ts'

const circleSegments = 128
/** Depth to which the model sinks into the plate, as a fraction of the plate's thickness. */
const sinkRatio = 0.4
/** Depth to which the letters sink into the plate, as a fraction of the plate's thickness. */
const letterDepthRatio = 0.2
const outlineTolerancePx = 0.35

export type Plate = {
  shape: PlateShape
  thickness: number
  margin: number
  text?: { mask: TextMask; letterHeight: number; raise: number } | undefined
}

/**
 * Adds a plate under the model, with raised letters in front of the model.
 *    @throws {UnworkableModelError} if the model is not closed.
 */
export function addPlate(model: Parts, plate: Plate, solids: ManifoldToplevel): Parts {
  const { low, high } = measureExtent(model.parts)
  const { thickness, text } = plate
  return addBodies(model, solids, () => {
    const lettering = text && createLettering(text, solids)
    const foot: Foot = {
      centre: [(low[0] + high[0]) / 2, (low[2] + high[2]) / 2],
      half: [(high[0] - low[0]) / 2, (high[2] - low[2]) / 2],
    }
    const { section, textAt } = createOutline(foot, { plate, lettering, solids })
    const top = low[1] + thickness * sinkRatio
    const additions: Addition[] = [
      {
        body: stand(solids.Manifold.extrude(section, thickness), top - thickness),
        material: createPlain('Base', [0.22, 0.22, 0.24]),
      },
    ]
    if (text && lettering) {
      const depth = thickness * letterDepthRatio
      const letters = solids.Manifold.extrude(
        lettering.section.translate(textAt),
        depth + text.raise,
      )
      additions.push({
        body: stand(letters, top - depth),
        material: createPlain('Text', [0.9, 0.9, 0.88]),
      })
    }
    return additions
  })
}

/** Rotates an extruded outline so that y is up, and the outline's y axis points to the back. */
const stand = (body: Manifold, bottom: number): Manifold =>
  body.rotate([-90, 0, 0]).translate([0, bottom, 0])

type Lettering = { section: CrossSection; width: number; height: number }

function createLettering(
  { mask, letterHeight }: NonNullable<Plate['text']>,
  { CrossSection }: ManifoldToplevel,
): Lettering {
  const scale = letterHeight / mask.letterPx
  const outlines = CrossSection.ofPolygons(traceMask(mask), 'Positive').simplify(outlineTolerancePx)
  if (outlines.isEmpty()) {
    throw new UnworkableModelError('The text has no visible letters.')
  }
  const { min, max } = outlines.bounds()
  const section = outlines
    .translate([-(min[0] + max[0]) / 2, -(min[1] + max[1]) / 2])
    .scale([scale, scale])
  return { section, width: (max[0] - min[0]) * scale, height: (max[1] - min[1]) * scale }
}

type Foot = { centre: readonly [number, number]; half: readonly [number, number] }

type OutlineTools = {
  plate: Plate
  lettering: Lettering | undefined
  solids: ManifoldToplevel
}

function createOutline(
  { centre, half }: Foot,
  { plate: { shape, margin }, lettering, solids: { CrossSection } }: OutlineTools,
): { section: CrossSection; textAt: [number, number] } {
  const [x, y] = [centre[0], -centre[1]]
  const strip = lettering ? lettering.height + margin : 0
  const textY = y - half[1] - margin - (lettering?.height ?? 0) / 2
  if (shape === 'square') {
    const width = Math.max(half[0] * 2, lettering?.width ?? 0) + margin * 2
    const depth = half[1] * 2 + margin * 2 + strip
    const section = CrossSection.square([width, depth], true).translate([x, y - strip / 2])
    return { section, textAt: [x, textY] }
  }
  // A round plate contains the model and the corners of the text.
  const front = half[1] + margin + (lettering?.height ?? 0)
  const radius =
    Math.max(Math.hypot(half[0], half[1]), lettering ? Math.hypot(lettering.width / 2, front) : 0) +
    margin
  const section = CrossSection.circle(radius, circleSegments).translate([x, y])
  return { section, textAt: [x, textY] }
}
