import {
  type Camera,
  OrthographicCamera,
  PerspectiveCamera,
  type Vector4,
  type WebGLRenderer,
} from 'three'
import { describe, expect, it, vi } from 'vitest'
import { onFrameRequested } from '../rendering/redraws.ts'
import { splatsARow } from '#model-files/splats/pack-splats.ts'
import { SplatCloud } from './splat-cloud.ts'

const cloud = (depths: readonly number[]) =>
  new SplatCloud({
    positions: Float32Array.from(depths.flatMap((z) => [0, 0, z])),
    opacities: new Float32Array(depths.length).fill(1),
    scales: new Float32Array(depths.length * 3).fill(1),
    packed: new Uint32Array(splatsARow * 8),
  })
const renderer = {
  getCurrentViewport: (into: Vector4) => into.set(0, 0, 100, 100),
  toneMappingExposure: 1,
} as unknown as WebGLRenderer

describe('SplatCloud', () => {
  it('draws every splat in the first frame, and requests another frame with sorted splats', () => {
    const asked = vi.fn<() => void>()
    const stop = onFrameRequested(asked)
    const splats = cloud([3, 1, 2])
    const order = () => Array.from(splats.geometry.getAttribute('order').array)
    expect(order()).toEqual([0, 1, 2])
    const camera = new PerspectiveCamera()
    splats.onBeforeRender(renderer, undefined, camera)
    expect(order()).toEqual([1, 2, 0])
    expect(asked).toHaveBeenCalledOnce()
    splats.onBeforeRender(renderer, undefined, camera)
    expect(asked).toHaveBeenCalledOnce()
    stop()
  })
  it('computes view-dependent colours from the eye’s position, or from one direction in orthographic projection', () => {
    const splats = cloud([0])
    // After the rotation, the splats' x axis points towards the model's −z.
    splats.rotateY(Math.PI / 2)
    splats.updateMatrixWorld()
    const getEye = (camera: Camera): number[] => {
      camera.position.set(2, 3, 5)
      camera.lookAt(2, 3, 0)
      camera.updateMatrixWorld()
      splats.onBeforeRender(renderer, undefined, camera)
      const eye: Vector4 = splats.material.uniforms['eye']!.value
      return eye.toArray().map((value) => Number(value.toFixed(9)) + 0)
    }
    expect(getEye(new PerspectiveCamera())).toEqual([-5, 3, 2, 1])
    // In orthographic projection, the direction towards the eye is the same everywhere.
    expect(getEye(new OrthographicCamera())).toEqual([-1, 0, 0, 0])
  })
})
