import { Color } from 'three'
import { clamp } from '#lib/clamp.ts'
import type { PrintMeasures } from '#model-files/print/checks/check-print.ts'
import type { PrintSetup } from './print-setup.ts'

export type HeatMap = 'walls' | 'overhangs'

/** Colours from good to bad, which `heatMap` assigns to values from 0 to 1. */
export const heatColors = ['#c9c2ba', '#e9b44c', '#e8743b', '#c8322f'] as const

const stops = heatColors.map((color) => new Color(color))

/**
 * Returns the colour of each small triangle.
 * @param scale size of the print relative to the model.
 */
export function getHeat(
  measures: PrintMeasures,
  map: HeatMap,
  { setup, scale }: { setup: PrintSetup; scale: number },
): Float32Array {
  const colors = new Float32Array(measures.walls.length * 3)
  const color = new Color()
  for (let at = 0; at < measures.walls.length; at++) {
    const heat =
      map === 'walls'
        ? getWallHeat((measures.walls[at] ?? Infinity) * scale * 1000, setup)
        : getSteepHeat(measures.steepness[at] ?? 0, setup)
    const place = heat * (stops.length - 1)
    const from = Math.min(stops.length - 2, Math.floor(place))
    color.copy(stops[from] ?? color).lerp(stops[from + 1] ?? color, place - from)
    color.toArray(colors, at * 3)
  }
  return colors
}

/** Walls of four nozzle diameters are good. Walls below one nozzle diameter are not printed. */
const getWallHeat = (mm: number, { nozzleMm }: PrintSetup): number =>
  clamp((4 - mm / nozzleMm) / 3, 0, 1)

/** Colouring starts at the angle from which a surface needs support. */
const getSteepHeat = (degrees: number, { limitDegrees }: PrintSetup): number =>
  degrees <= limitDegrees
    ? 0
    : clamp(0.35 + (0.65 * (degrees - limitDegrees)) / (90 - limitDegrees), 0, 1)
