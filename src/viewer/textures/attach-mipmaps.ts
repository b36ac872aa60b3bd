import { LinearMipmapLinearFilter, type Object3D, SRGBColorSpace, type Texture } from 'three'
import { collectResources } from '../gpu/resources.ts'
import { getMipmaps } from './ready-pictures.ts'

export function attachMipmaps(root: Object3D): void {
  for (const texture of collectResources(root).textures) {
    const picture: unknown = texture.source.data
    const levels = picture instanceof ImageBitmap ? getMipmaps(picture) : undefined
    if (!levels || !needsMipmaps(texture)) continue
    // three.js accepts pictures here, but its types do not.
    texture.mipmaps = levels as unknown as HTMLCanvasElement[]
    texture.generateMipmaps = false
  }
}

const needsMipmaps = ({ colorSpace, generateMipmaps, minFilter, mipmaps }: Texture): boolean =>
  colorSpace === SRGBColorSpace &&
  generateMipmaps &&
  minFilter === LinearMipmapLinearFilter &&
  !mipmaps?.length
