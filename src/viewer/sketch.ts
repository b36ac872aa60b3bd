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
} from 'three'
import { drawFace, lightAt } from './studio-light.ts'

const SIDE = 32

/** Cheap materials that a model wears until its own are ready to be drawn with. */
export type Sketch = {
  putOn: () => void
  /** Lights it for a camera that is turned like this; others see it lit a little wrong. */
  lightFor: (camera: Quaternion) => void
  /** Gives the model its own materials back. */
  takeOff: () => void
  /** Takes off, and frees what the sketch itself was drawn with. */
  dispose: () => void
}

/**
 * A first look at a model: its shapes, colours and light from the studio, without gloss.
 *
 * The programs of its own materials take a weak GPU a second to make and half of one to draw
 * with for the first time; this one's take a tenth of that. The pictures are those of the model,
 * so they go to the GPU once.
 */
export function sketchOf(root: Object3D): Sketch {
  const pixels = new Uint16Array(SIDE * SIDE * 4)
  const light = new DataTexture(pixels, SIDE, SIDE, undefined, HalfFloatType)
  light.minFilter = LinearFilter
  light.magFilter = LinearFilter
  const sketched = new Map<Material, MeshMatcapMaterial>()
  const own = new Map<Mesh, Material | Material[]>()

  const plain = (material: Material): Material => {
    // What has no light of its own costs no more than a sketch.
    if (!(material instanceof MeshStandardMaterial)) return material
    const made = sketched.get(material) ?? simplify(material, light)
    sketched.set(material, made)
    return made
  }
  const takeOff = () => {
    for (const [mesh, material] of own) mesh.material = material
    own.clear()
  }
  return {
    putOn: () =>
      root.traverse((mesh) => {
        if (!(mesh instanceof Mesh) || own.has(mesh)) return
        const { material } = mesh as Mesh
        own.set(mesh, material)
        mesh.material = Array.isArray(material) ? material.map(plain) : plain(material)
      }),
    lightFor: (camera) => {
      pixels.set(drawPaperBall(camera))
      light.needsUpdate = true
    },
    takeOff,
    dispose: () => {
      takeOff()
      for (const material of sketched.values()) material.dispose()
      sketched.clear()
      light.dispose()
    },
  }
}

function simplify(own: MeshStandardMaterial, matcap: DataTexture): MeshMatcapMaterial {
  return new MeshMatcapMaterial({
    matcap,
    map: own.map,
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

/** A ball of white paper in the studio's light, as the camera sees it. */
const drawPaperBall = (camera: Quaternion): Uint16Array =>
  drawFace(SIDE, lightAt(1), (x, y, into) =>
    into.set(x, y, Math.sqrt(Math.max(0, 1 - x * x - y * y))).applyQuaternion(camera),
  )
