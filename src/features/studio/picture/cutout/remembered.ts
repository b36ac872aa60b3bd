import type { MaskEdit } from './mask-editor.ts'

/** Everything that a person set in the editor. */
export type CutoutSettings = {
  edit: MaskEdit
  /** How much of the square the object fills, 0 to 1; `undefined` keeps the picture's own frame. */
  share: number | undefined
}

const countMax = 12
const byFile = new Map<string, CutoutSettings>()

/** Keeps how a cut-out was made, so that it opens as it was left. Lasts as long as the page. */
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
