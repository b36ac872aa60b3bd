import type { Object3D } from 'three'
import { collectResources } from './resources.ts'

/**
 * Frees everything that `root` and everything below it holds on the GPU, and the
 * decoded pictures, each exactly once however often it is shared.
 *
 * The tree must be out of the scene: drawn again, three.js would upload it anew and
 * nobody would free that copy. It cannot be shown again, because its pictures are gone.
 */
export function disposeTree(root: Object3D): void {
  const { geometries, materials, textures, skeletons } = collectResources(root)
  for (const geometry of geometries) geometry.dispose()
  for (const material of materials) material.dispose()
  for (const skeleton of skeletons) skeleton.dispose()
  for (const texture of textures) texture.dispose()
  // `texture.dispose` leaves the decoded bitmaps alone, which are as large as the texture.
  const pictures = [...textures].flatMap(({ source, mipmaps }) => [source.data, ...(mipmaps ?? [])])
  for (const picture of new Set(pictures as ({ close?: () => void } | null)[])) picture?.close?.()
}
