import {
  DataTexture,
  HalfFloatType,
  LinearFilter,
  type Material,
  Mesh,
  MeshMatcapMaterial,
  MeshStandardMaterial,
  type Object3D,
  type Quaternion,
  Source,
  type Texture,
  Vector3,
} from 'three'
import type { Triple } from '#lib/geometry/triple.ts'
import { paintPaperBall } from '../plain/light-formula.ts'
import { toHalfFloats } from '../light/studio-light.ts'

const targetSide = 32
const pictureSideMax = 512

export type PreviewMaterials = {
  apply: () => void
  /**
   * Computes the light for one camera orientation, which is slightly wrong for other orientations.
   */
  lightFor: (camera: Quaternion) => void
  restore: () => void
  dispose: () => void
  isDisposed: () => boolean
}

/**
 * Creates fast materials for a model, with its colours and the default light, but without gloss. A
 * weak GPU takes a tenth of the time of the model's own materials.
 */
export function createPreviewMaterials(root: Object3D): PreviewMaterials {
  const pixels = new Uint16Array(targetSide * targetSide * 4)
  const light = new DataTexture(pixels, targetSide, targetSide, undefined, HalfFloatType)
  light.minFilter = LinearFilter
  light.magFilter = LinearFilter
  const simplified = new Map<Material, MeshMatcapMaterial>()
  const own = new Map<Mesh, Material | Material[]>()
  const pictures = new Map<Texture, Texture>()
  const getPicture = (texture: Texture | null) => {
    if (!texture) return null
    const made = pictures.get(texture) ?? smaller(texture)
    pictures.set(texture, made)
    return made
  }

  const plain = (material: Material): Material => {
    // Unlit materials stay, because they are as fast as preview materials.
    if (!(material instanceof MeshStandardMaterial)) return material
    const made = simplified.get(material) ?? simplify(material, light, getPicture(material.map))
    simplified.set(material, made)
    return made
  }
  let isDisposed = false
  const restore = () => {
    for (const [mesh, material] of own) mesh.material = material
    own.clear()
  }
  return {
    apply: () =>
      root.traverse((mesh) => {
        if (!(mesh instanceof Mesh) || own.has(mesh)) return
        const material: Material | Material[] = mesh.material
        own.set(mesh, material)
        mesh.material = Array.isArray(material) ? material.map(plain) : plain(material)
      }),
    lightFor: (camera) => {
      pixels.set(paperBall(camera))
      light.needsUpdate = true
    },
    restore,
    isDisposed: () => isDisposed,
    dispose: () => {
      isDisposed = true
      restore()
      for (const material of simplified.values()) material.dispose()
      simplified.clear()
      for (const [texture, made] of pictures) if (made !== texture) made.dispose()
      pictures.clear()
      light.dispose()
    },
  }
}

/**
 * Returns a texture that uses only the first mipmap of at most `pictureSideMax`, or the given
 * texture without such a mipmap.
 */
function smaller(texture: Texture): Texture {
  const [largest, ...levels]: readonly unknown[] = texture.mipmaps ?? []
  const level = levels.find(
    (one) => one instanceof ImageBitmap && Math.max(one.width, one.height) <= pictureSideMax,
  )
  if (!(largest instanceof ImageBitmap) || !level || largest.width <= pictureSideMax) {
    return texture
  }
  const made = texture.clone()
  made.source = new Source(level)
  made.mipmaps = []
  made.generateMipmaps = false
  made.minFilter = LinearFilter
  made.needsUpdate = true
  return made
}

function simplify(
  own: MeshStandardMaterial,
  matcap: DataTexture,
  map: Texture | null,
): MeshMatcapMaterial {
  return new MeshMatcapMaterial({
    matcap,
    map,
    color: own.color,
    side: own.side,
    alphaTest: own.alphaTest,
    opacity: own.opacity,
    transparent: own.transparent,
    depthWrite: own.depthWrite,
    vertexColors: own.vertexColors,
    flatShading: own.flatShading,
  })
}

function paperBall(camera: Quaternion): Uint16Array {
  const axis = (x: number, y: number, z: number): Triple =>
    new Vector3(x, y, z).applyQuaternion(camera).toArray()
  const axes = { right: axis(1, 0, 0), up: axis(0, 1, 0), back: axis(0, 0, 1) }
  return toHalfFloats(paintPaperBall(targetSide, axes))
}
