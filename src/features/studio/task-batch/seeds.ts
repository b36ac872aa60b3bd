import type { Model3d } from '#contract/models.ts'
import { otherSeed } from '../state/recipe.ts'

export const takesSeed = (model: Model3d): boolean => otherSeed(model, {}) !== undefined

/**
 * Returns copies of the params with different seeds, or a single copy for a model without a seed.
 */
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
