import type { MaskEdit } from './mask-editor.ts'

export type CutoutSettings = {
  edit: MaskEdit
  /** Fraction of the square that the object fills, 0 to 1. Undefined keeps the picture's frame. */
  fraction: number | undefined
}

const countMax = 12
const byFile = new Map<string, CutoutSettings>()

export function rememberCutout(fileId: string, settings: CutoutSettings): void {
  byFile.delete(fileId)
  byFile.set(fileId, settings)
  for (const oldest of byFile.keys()) {
    if (byFile.size <= countMax) break
    byFile.delete(oldest)
  }
}

export const rememberedCutout = (fileId: string | undefined): CutoutSettings | undefined =>
  fileId === undefined ? undefined : byFile.get(fileId)
