import type { Model3d } from '#contract/models.ts'
import { clamp } from '#lib/clamp.ts'
import { asNumber } from '#lib/fields.ts'
import { visibleFields } from '#lib/params/effective-params.ts'
import { getHints, type Params } from '#lib/params/param-schema.ts'
import { readParams } from '#lib/params/read-part.ts'

/** The param for the depth of a model, relative to the longer side of its front. */
export type DepthParam = {
  readonly min: number
  readonly max: number
  /** Returns the params with the given depth, without other params that would change the depth. */
  readonly withDepth: (params: Params, depth: number) => Record<string, unknown>
}

/** @returns `undefined` if the model has no depth param, or ignores it with the given params. */
export function readDepthParam({ paramSchema }: Model3d, params: Params): DepthParam | undefined {
  const meaning = (means: string) =>
    [...readParams(paramSchema)].find(([, { schema }]) => getHints(schema)['means'] === means)
  const found = meaning('depth-ratio')
  if (!found || !visibleFields(paramSchema, params).includes(found[0])) return undefined
  const [name, { schema }] = found
  const min = asNumber(schema['minimum'])
  const max = asNumber(schema['maximum'])
  if (min === undefined || max === undefined) return undefined
  const factor = meaning('depth-factor')?.[0]
  return {
    min,
    max,
    withDepth: (before, depth) => {
      const changed: Record<string, unknown> = { ...before, [name]: clamp(depth, min, max) }
      if (factor !== undefined) delete changed[factor]
      return changed
    },
  }
}

/**
 * Returns the depth relative to the longer side of the front.
 * @param size width, height and depth, in any unit.
 */
export function depthRatio([width, height, depth]: readonly number[]): number | undefined {
  const front = Math.max(width ?? 0, height ?? 0)
  return front > 0 && depth !== undefined ? depth / front : undefined
}
