import type { ModelAlias } from '#contract/model-aliases.ts'

/**
 * Returns the first cycle of aliases from `alias`, such as `a → b → a`, or `undefined`.
 * @param find returns the stored alias for a model id.
 */
export function findCycle(
  alias: ModelAlias,
  find: (modelId: string) => ModelAlias | undefined,
): string[] | undefined {
  const follow = (one: ModelAlias, path: readonly string[]): string[] | undefined => {
    if (path.includes(one.name)) return [...path, one.name]
    for (const id of one.targets) {
      const found = find(id)
      const isOwn = id === alias.name || id === `alias/${alias.name}`
      const next = isOwn ? alias : found?.name === alias.name ? alias : found
      const circle = next && follow(next, [...path, one.name])
      if (circle) return circle
    }
    return undefined
  }
  return follow(alias, [])
}
