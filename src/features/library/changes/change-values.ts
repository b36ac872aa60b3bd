import type { Asset } from '#contract/assets.ts'
import { savedFormats, type ChangeStep } from '#contract/change-model.ts'
import { exportFormats } from '#lib/export-formats.ts'
import { printHeight } from '#model-files/export/print-height.ts'
import type { ModelChange } from './changes.ts'

export type ChangeValues = {
  triangles: number | undefined
  texturePx: number | undefined
  heightMm: number | undefined
  wallMm: number | undefined
  drainMm: number | undefined
  format: (typeof savedFormats)[number]
}

export const textureSizes = [512, 1024, 2048, 4096] as const

/**
 * Formats in which a changed model can be saved. GLB is missing, because the model already is a
 * GLB.
 */
export const formats = exportFormats.filter(({ value }) => savedFormats.includes(value))

export function suggestedValues({ stats }: Asset): ChangeValues {
  const sides = stats?.boundsMax.map((max, axis) => max - (stats.boundsMin[axis] ?? 0))
  const { naturalMm, fittedMm } = printHeight(sides ?? [0.1, 0.1, 0.1], false)
  return {
    triangles: stats && Math.max(4, Math.round(stats.triangles / 2)),
    texturePx: 1024,
    heightMm: fittedMm ?? naturalMm,
    wallMm: 2,
    drainMm: undefined,
    format: '3mf',
  }
}

export function toChangeSteps(
  kind: ModelChange['kind'],
  values: ChangeValues,
): ChangeStep[] | undefined {
  const { triangles, texturePx, heightMm, wallMm, drainMm, format } = values
  switch (kind) {
    case 'repair':
      return [{ kind }]
    case 'height':
      return heightMm === undefined ? undefined : [{ kind, heightMm }]
    case 'convert':
      return [{ kind, format }]
    case 'lighten':
      if (triangles === undefined && texturePx === undefined) return undefined
      return [
        {
          kind,
          ...(triangles !== undefined && { triangles }),
          ...(texturePx !== undefined && { texturePx }),
        },
      ]
    case 'hollow':
      if (wallMm === undefined || heightMm === undefined) return undefined
      return [
        { kind: 'height', heightMm },
        { kind, wallMm, ...(drainMm !== undefined && { drainMm }) },
      ]
  }
}
