import type { Model3d } from '#contract/models.ts'
import { otherSeed } from '../state/recipe.ts'

/** Whether another seed makes another model. */
export const takesSeed = (model: Model3d): boolean => otherSeed(model, {}) !== undefined

/** The params as they are, then the same with other seeds; just the ones for a model that takes none. */
export function withSeeds(
  model: Model3d,
  params: Record<string, unknown>,
  count: number,
): Record<string, unknown>[] {
  if (!takesSeed(model)) return [params]
  return Array.from({ length: count }, (_, at) =>
    at === 0 ? params : (otherSeed(model, params) ?? params),
  )
}
