import { listOwnKeys } from '#lib/own-value.ts'
import { useThree } from '@react-three/fiber'
import { useLayoutEffect } from 'react'
import {
  type Material,
  MeshBasicMaterial,
  MeshStandardMaterial,
  SRGBColorSpace,
  Texture,
} from 'three'
import type { MaterialChange, ReplaceableUse } from '#model-files/edit/edit-steps.ts'
import { useStage } from '#viewer/stage/stage-context.ts'
import { listMaterials } from '../parts/list-materials.ts'

/** A decoded picture, or `none` to show the material without a picture. */
export type PreviewPictures = Partial<Record<ReplaceableUse, ImageBitmap | 'none'>>

type MaterialPreviewProps = {
  place: number
  change: Omit<MaterialChange, 'pictures'>
  pictures: PreviewPictures
}

/** Shows a changed material in the viewer, and restores the original on unmount. */
export function MaterialPreview({ place, change, pictures }: MaterialPreviewProps) {
  const { scene } = useStage().model
  const invalidate = useThree((state) => state.invalidate)
  useLayoutEffect(() => {
    const restores = listMaterials(scene)
      .filter((material) => material.userData['place'] === place)
      .map((material) => applyPreview(material, change, pictures))
    invalidate()
    return () => {
      for (const restore of restores) restore()
      invalidate()
    }
  }, [scene, place, change, pictures, invalidate])
  return null
}

const isPicture = (picture: ImageBitmap | 'none' | undefined): picture is ImageBitmap =>
  picture !== undefined && picture !== 'none'

/** Changes a material of the viewer. Returns a function that restores the material. */
export function applyPreview(
  material: Material,
  change: MaterialPreviewProps['change'],
  pictures: PreviewPictures,
): () => void {
  if (!(material instanceof MeshStandardMaterial || material instanceof MeshBasicMaterial)) {
    return () => {}
  }
  const before = material.clone()
  const made: Texture[] = []
  if (change.color !== undefined) material.color.set(change.color)
  if (change.opacity !== undefined) {
    material.opacity = change.opacity
    if (material.alphaTest === 0) material.transparent = change.opacity < 1 || before.transparent
  }
  if (material instanceof MeshStandardMaterial) {
    material.metalness = change.metalness ?? material.metalness
    material.roughness = change.roughness ?? material.roughness
    if (change.emissive !== undefined) material.emissive.set(change.emissive)
    material.emissiveIntensity = change.emissiveStrength ?? material.emissiveIntensity
    // The file gets white, too, because glTF multiplies an emissive texture by the factor.
    if (isPicture(pictures.emissive) && material.emissive.getHex() === 0) {
      material.emissive.set('#ffffff')
    }
  }
  for (const use of listOwnKeys(pictures)) {
    const texture = toTexture(pictures[use], use, material.map)
    if (texture) made.push(texture)
    for (const slot of textureSlots[use]) {
      if (slot in material) (material as MeshStandardMaterial)[slot] = texture
    }
  }
  material.needsUpdate = true
  return () => {
    material.copy(before)
    material.needsUpdate = true
    before.dispose()
    for (const texture of made) texture.dispose()
  }
}

const textureSlots = {
  color: ['map'],
  normal: ['normalMap'],
  surface: ['roughnessMap', 'metalnessMap'],
  emissive: ['emissiveMap'],
} as const satisfies Record<ReplaceableUse, readonly (keyof MeshStandardMaterial)[]>

function toTexture(
  picture: ImageBitmap | 'none' | undefined,
  use: ReplaceableUse,
  like: Texture | null,
): Texture | null {
  if (!isPicture(picture)) return null
  const texture = new Texture(picture)
  texture.flipY = false
  if (like) {
    texture.wrapS = like.wrapS
    texture.wrapT = like.wrapT
  }
  if (use === 'color' || use === 'emissive') texture.colorSpace = SRGBColorSpace
  texture.needsUpdate = true
  return texture
}
