import {
  paintSegment,
  paintStroke,
  type MaskBox,
  type Mask,
  type StrokeSegment,
  type BrushStroke,
} from './brush.ts'

export type MaskEdit = {
  /**
   * A pixel belongs to the object if its probability (0 to 1) is above this threshold. 0.5 keeps
   * the detected mask.
   */
  threshold: number
  strokes: readonly BrushStroke[]
}

export const untouched: MaskEdit = { threshold: 0.5, strokes: [] }

/** Maximum number of strokes that can be undone. */
export const strokesMax = 500

export type MaskEditor = {
  readonly mask: Mask
  apply: (edit: MaskEdit) => void
  /**
   * Draws one segment of the current stroke.
   * @returns the area that may have changed.
   */
  paint: (segment: StrokeSegment) => MaskBox
}

/**
 * @param found the detected mask, which is not modified.
 * @param ceiling the picture's alpha, which limits what strokes can add.
 */
export function createMaskEditor(found: Mask, ceiling?: Uint8Array): MaskEditor {
  const { width, height } = found
  const mask: Mask = { width, height, data: new Uint8Array(found.data.length) }
  return {
    mask,
    apply: ({ threshold, strokes }) => {
      const shifted = thresholdTable(threshold)
      for (let i = 0; i < mask.data.length; i++) {
        mask.data[i] = Math.min(shifted[found.data[i] ?? 0] ?? 0, ceiling?.[i] ?? 255)
      }
      for (const stroke of strokes) paintStroke(mask, stroke, ceiling)
    },
    paint: (segment) => paintSegment(mask, segment, ceiling),
  }
}

/**
 * Returns a table with a new value for each coverage from 0 to 255. The table maps `threshold` to
 * one half, keeps 0 and 255, and is linear in between.
 */
export function thresholdTable(threshold: number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, value) => {
    const fraction = value / 255
    const shifted =
      fraction < threshold
        ? (fraction / threshold) * 0.5
        : 0.5 + ((fraction - threshold) / (1 - threshold)) * 0.5
    return Math.round(shifted * 255)
  })
}

/** Returns the bounding box of all pixels above one half, or `undefined` without such pixels. */
export function getMaskBox({ width, height, data }: Mask): MaskBox | undefined {
  const box: MaskBox = { left: width, top: height, right: 0, bottom: 0 }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((data[y * width + x] ?? 0) <= 127) continue
      if (x < box.left) box.left = x
      if (x >= box.right) box.right = x + 1
      if (y < box.top) box.top = y
      box.bottom = y + 1
    }
  }
  return box.right === 0 ? undefined : box
}
