import type { Asset } from '#contract/assets.ts'

/** Whether every word of `text` stands somewhere in the asset's name, its model or its recipe. */
export function matchesText(asset: Asset, modelName: string, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const { modelId, params, seed } = asset.recipe
  const haystack = [asset.name, modelName, modelId, seed, JSON.stringify(params)]
    .join(' ')
    .toLowerCase()
  return words.every((word) => haystack.includes(word))
}
