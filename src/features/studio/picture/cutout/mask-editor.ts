import {
  paintSegment,
  paintStroke,
  type Box,
  type Mask,
  type Segment,
  type Stroke,
} from './brush.ts'

/** What a person changed in the mask that was found. */
export type MaskEdit = {
  /** 0 to 1: how sure it must be that a pixel is the object's. 0.5 takes the mask as it was found. */
  threshold: number
  strokes: readonly Stroke[]
}

export const untouched: MaskEdit = { threshold: 0.5, strokes: [] }

/** Beyond this the oldest can no longer be undone one by one, and are not kept. */
export const strokesMax = 500

export type MaskEditor = {
  /** As it stands now; changed in place. */
  readonly mask: Mask
  /** The whole mask anew. */
  apply: (edit: MaskEdit) => void
  /** One piece of a stroke that is being drawn. @returns what may have changed. */
  paint: (segment: Segment) => Box
}

/**
 * @param found the mask as it was found; left as it is.
 * @param ceiling the picture's own coverage: where that is nothing, there is nothing to add.
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
 * What becomes of each coverage: two straight lines that bend where `threshold` is mapped to one half.
 * Nothing stays nothing and all stays all, whatever the threshold.
 */
export function thresholdTable(threshold: number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, value) => {
    const share = value / 255
    const shifted =
      share < threshold
        ? (share / threshold) * 0.5
        : 0.5 + ((share - threshold) / (1 - threshold)) * 0.5
    return Math.round(shifted * 255)
  })
}

/** The smallest box around everything that is more there than not; `undefined` when nothing is. */
export function boxOf({ width, height, data }: Mask): Box | undefined {
  const box: Box = { left: width, top: height, right: 0, bottom: 0 }
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
