import type { Object3D } from 'three'
import { collectResources } from './resources.ts'

/**
 * Frees the GPU resources and decoded pictures of `root` and its descendants. Remove the tree from
 * the scene first, because another drawing would upload a copy that is never freed.
 */
export function disposeTree(root: Object3D): void {
  const { geometries, materials, textures, skeletons } = collectResources(root)
  for (const geometry of geometries) geometry.dispose()
  for (const material of materials) material.dispose()
  for (const skeleton of skeletons) skeleton.dispose()
  for (const texture of textures) texture.dispose()
  // `texture.dispose` does not free the decoded pictures.
  const pictures = [...textures].flatMap(({ source, mipmaps }) => [source.data, ...(mipmaps ?? [])])
  for (const picture of new Set(pictures as ({ close?: () => void } | null)[])) picture?.close?.()
}
