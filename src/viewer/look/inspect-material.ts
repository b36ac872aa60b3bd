import { DoubleSide, type Mesh, type MeshStandardMaterial, ShaderMaterial } from 'three'
import { createInspectFragment, inspectVertex } from './inspect-shader.ts'
import type { InspectMode } from './modes/display-mode.ts'
import { inspectModes, type InspectedMode } from './modes/display-modes.ts'
import { makeUniforms } from './make-uniforms.ts'
import { setSource, white } from './modes/inspect-uniforms.ts'

type Extent = { radius: number }

/**
 * Creates a material that shows any single property of any mesh. Modes differ only in uniforms, so
 * that changing the mode compiles nothing.
 */
export function createInspectMaterial() {
  const { branches, fragmentShader } = createInspectFragment(inspectModes)
  const modes = new Map<InspectedMode, { mode: InspectMode; view: number }>(
    inspectModes.map((mode) => [mode.value, { mode, view: branches.indexOf(mode.glsl) }]),
  )
  const uniforms = makeUniforms()
  const material = new ShaderMaterial({
    uniforms,
    vertexShader: inspectVertex,
    fragmentShader,
    side: DoubleSide,
    toneMapped: false,
    clipping: true,
  })

  /**
   * Sets the uniforms for `mesh` right before the mesh is drawn. `original` is the mesh's own
   * material.
   */
  const showOn = (mesh: Mesh, original: MeshStandardMaterial, name: InspectedMode) => {
    const found = modes.get(name)
    if (!found) return
    uniforms.view.value = found.view
    uniforms.isMissing.value = false
    uniforms.usesTint.value = original.vertexColors
    uniforms.alphaCut.value = original.alphaTest
    uniforms.pick.value.set(0, 0, 0, 0)
    setSource(uniforms, original.map, original.color ?? white)
    uniforms.factor.value.w = original.opacity
    found.mode.prepare?.(uniforms, { mesh, original })
    if (found.mode.usesTint !== true) uniforms.usesTint.value = false
    material.uniformsNeedUpdate = true
  }

  /**
   * Sets the model's size and the range of distances to show.
   * @param distance from the camera to the model's middle, in metres.
   */
  const measureAgainst = ({ radius }: Extent, distance: number) => {
    uniforms.span.value = 2 * radius
    // Shows a smaller range than the bounding sphere, whose near and far ends are mostly empty.
    uniforms.range.value.set(Math.max(0, distance - 0.8 * radius), distance + 0.8 * radius)
  }

  return { material, showOn, measureAgainst }
}
