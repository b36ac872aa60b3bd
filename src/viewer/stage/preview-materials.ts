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
import { paintPaperBall } from '../first-look/light-formula.ts'
import { halvesOf } from '../light/studio-light.ts'

const targetSide = 32
/** Side of a picture in preview materials, in pixels, where there are smaller copies of it. */
const pictureSideMax = 512

/** Cheap materials that a model is drawn with until its own are ready. */
export type PreviewMaterials = {
  apply: () => void
  /** Lights it for a camera that is turned like this; others see it lit a little wrong. */
  lightFor: (camera: Quaternion) => void
  /** Gives the model its own materials back. */
  restore: () => void
  /** Restores, and frees what the preview itself was drawn with. */
  dispose: () => void
  isDisposed: () => boolean
}

/**
 * A first look at a model: its shapes, colours and light from the studio, without gloss.
 *
 * The programs of its own materials take a weak GPU a second to make and half of one to draw
 * with for the first time; this one's take a tenth of that. The pictures are those of the model;
 * where the processor draws, smaller ones, which are there already, take a sixteenth of the time.
 */
export function createPreviewMaterials(root: Object3D): PreviewMaterials {
  const pixels = new Uint16Array(targetSide * targetSide * 4)
  const light = new DataTexture(pixels, targetSide, targetSide, undefined, HalfFloatType)
  light.minFilter = LinearFilter
  light.magFilter = LinearFilter
  const simplified = new Map<Material, MeshMatcapMaterial>()
  const own = new Map<Mesh, Material | Material[]>()
  const pictures = new Map<Texture, Texture>()
  const pictureOf = (texture: Texture | null) => {
    if (!texture) return null
    const made = pictures.get(texture) ?? smaller(texture)
    pictures.set(texture, made)
    return made
  }

  const plain = (material: Material): Material => {
    // What has no light of its own costs no more than a preview.
    if (!(material instanceof MeshStandardMaterial)) return material
    const made = simplified.get(material) ?? simplify(material, light, pictureOf(material.map))
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
        const { material } = mesh as Mesh
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

/** The texture with one of its smaller copies alone, if it has any that is small enough. */
function smaller(texture: Texture): Texture {
  const [largest, ...levels] = (texture.mipmaps ?? []) as unknown[]
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

/** As the light's texture shows it: a ball of paper, as a camera that is turned like this sees it. */
function paperBall(camera: Quaternion): Uint16Array {
  const axis = (x: number, y: number, z: number): Triple =>
    new Vector3(x, y, z).applyQuaternion(camera).toArray()
  const axes = { right: axis(1, 0, 0), up: axis(0, 1, 0), back: axis(0, 0, 1) }
  return halvesOf(paintPaperBall(targetSide, axes))
}
