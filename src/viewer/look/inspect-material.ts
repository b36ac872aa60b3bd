import {
  Color,
  DoubleSide,
  Matrix3,
  type Mesh,
  type MeshStandardMaterial,
  ShaderMaterial,
  type Texture,
  Vector2,
  Vector4,
} from 'three'
import { inspectFragment, inspectVertex, inspectViews } from './inspect-shader.ts'
import type { DisplayMode } from './look.ts'

/** The modes that one shared material draws; the others are light on a surface. */
export type InspectedMode = Exclude<DisplayMode, 'shaded' | 'clay' | 'wireframe'>

/** How large the model is, for what is measured against it. In metres. */
export type Extent = { radius: number }

const viewOf: Record<InspectedMode, number> = {
  normals: inspectViews.normals,
  orientation: inspectViews.orientation,
  depth: inspectViews.depth,
  uv: inspectViews.uv,
  texelDensity: inspectViews.texelDensity,
  matcap: inspectViews.matcap,
  baseColor: inspectViews.color,
  emissive: inspectViews.color,
  vertexColor: inspectViews.color,
  roughness: inspectViews.data,
  metalness: inspectViews.data,
  occlusion: inspectViews.data,
  alpha: inspectViews.data,
}

/**
 * One material that shows any single property of any mesh. What differs between meshes and
 * modes are uniforms, so that a switch compiles nothing and allocates nothing.
 *
 * Whoever has it calls `material.dispose`.
 */
export function createInspectMaterial() {
  const uniforms = {
    view: { value: 0 },
    source: { value: null as Texture | null },
    hasSource: { value: false },
    factor: { value: new Vector4(1, 1, 1, 1) },
    pick: { value: new Vector4() },
    usesTint: { value: false },
    usesSecondUv: { value: false },
    uvMatrix: { value: new Matrix3() },
    isMissing: { value: false },
    alphaCut: { value: 0 },
    texels: { value: new Vector2(1, 1) },
    span: { value: 1 },
    range: { value: new Vector2(0, 1) },
  }
  const material = new ShaderMaterial({
    uniforms,
    vertexShader: inspectVertex,
    fragmentShader: inspectFragment,
    side: DoubleSide,
    toneMapped: false,
    clipping: true,
  })
  const white = new Color(1, 1, 1)

  const take = (map: Texture | null | undefined, colour: Color, alpha: number) => {
    uniforms.source.value = map ?? null
    uniforms.hasSource.value = Boolean(map)
    uniforms.factor.value.set(colour.r, colour.g, colour.b, alpha)
    uniforms.usesSecondUv.value = map?.channel === 1
    if (!map) return void uniforms.uvMatrix.value.identity()
    if (map.matrixAutoUpdate) map.updateMatrix()
    uniforms.uvMatrix.value.copy(map.matrix)
  }

  /** Sets the uniforms for `mesh`, which usually wears `original`. To be called right before it is drawn. */
  const showOn = (mesh: Mesh, original: MeshStandardMaterial, mode: InspectedMode) => {
    const { geometry } = mesh
    // Materials without light have none of the maps that light needs.
    const { roughnessMap, metalnessMap, aoMap, emissiveMap } = original
    uniforms.view.value = viewOf[mode]
    uniforms.isMissing.value = false
    uniforms.usesTint.value = original.vertexColors
    uniforms.alphaCut.value = original.alphaTest
    uniforms.pick.value.set(0, 0, 0, 0)
    take(original.map, original.color ?? white, original.opacity)
    switch (mode) {
      case 'roughness':
        uniforms.pick.value.y = original.roughness ?? 1
        take(roughnessMap, white, 1)
        break
      case 'metalness':
        uniforms.pick.value.z = original.metalness ?? 0
        take(metalnessMap, white, 1)
        break
      case 'occlusion':
        uniforms.pick.value.x = 1
        take(aoMap, white, 1)
        uniforms.isMissing.value = !aoMap
        break
      case 'emissive':
        take(emissiveMap, original.emissive ?? white, 1)
        uniforms.factor.value.multiplyScalar(original.emissiveIntensity ?? 0)
        break
      case 'alpha':
        uniforms.pick.value.w = 1
        uniforms.alphaCut.value = 0
        break
      case 'vertexColor':
        take(null, white, 1)
        uniforms.usesTint.value = true
        uniforms.isMissing.value = !geometry.hasAttribute('color')
        break
      case 'uv':
      case 'texelDensity':
        uniforms.isMissing.value =
          !geometry.hasAttribute('uv') || (mode === 'texelDensity' && !original.map)
        sizeOf(original.map, uniforms.texels.value)
        break
      case 'baseColor':
      case 'normals':
      case 'orientation':
      case 'depth':
      case 'matcap':
        break
    }
    // Only the two colours above are scaled by vertex colours.
    if (mode !== 'baseColor' && mode !== 'vertexColor' && mode !== 'alpha') {
      uniforms.usesTint.value = false
    }
    material.uniformsNeedUpdate = true
  }

  /** @param distance from the camera to the model's middle, in metres. */
  const measureAgainst = ({ radius }: Extent, distance: number) => {
    uniforms.span.value = 2 * radius
    // A little less than the sphere around it, whose ends are mostly empty.
    uniforms.range.value.set(Math.max(0, distance - 0.8 * radius), distance + 0.8 * radius)
  }

  return { material, showOn, measureAgainst }
}

function sizeOf(map: Texture | null | undefined, into: Vector2): void {
  const image = map?.source.data as { width?: number; height?: number } | null | undefined
  into.set(image?.width || 1, image?.height || 1)
}
