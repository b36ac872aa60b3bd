import type { ThreeElement } from '@react-three/fiber'
import {
  CompressedCubeTexture,
  type DataTexture,
  HalfFloatType,
  LinearFilter,
  LinearMipmapLinearFilter,
} from 'three'
import { drawStudioLight, type LightFaces, lightSide } from './studio-light.ts'

/**
 * The light of an environment, in the format of three.js' `PMREMGenerator`:
 * `<lightTexture attach="environment" args={[faces]} />`.
 */
export class LightTexture extends CompressedCubeTexture {
  /** A sharp picture of the environment, to show behind the model. */
  panorama: DataTexture | undefined

  constructor(faces: LightFaces = noFaces) {
    // three.js supports custom mipmaps of cube maps only with this class.
    super(toImages(faces), undefined, HalfFloatType)
    this.minFilter = LinearMipmapLinearFilter
    this.magFilter = LinearFilter
    this.isPMREMTexture = true
    this.needsUpdate = true
  }
}

/** The light of a photo studio, which is not drawn at first, because previews do not use it. */
export class StudioLight extends LightTexture {
  #isDrawn = false

  draw(): void {
    if (this.#isDrawn) return
    this.#isDrawn = true
    this.image = toImages(drawStudioLight())
    this.needsUpdate = true
  }
}

const noFaces: LightFaces = Array.from({ length: 6 }, () => [])

function toImages(faces: LightFaces) {
  return faces.map((levels) => ({
    width: lightSide,
    height: lightSide,
    mipmaps: levels.map((data) => {
      const side = Math.sqrt(data.length / 4)
      return { width: side, height: side, data }
    }),
  }))
}

declare module '@react-three/fiber' {
  interface ThreeElements {
    lightTexture: ThreeElement<typeof LightTexture>
    studioLight: ThreeElement<typeof StudioLight>
  }
}
