import {
  Color,
  DoubleSide,
  Matrix3,
  type Mesh,
  type MeshPhysicalMaterial,
  type MeshStandardMaterial,
  ShaderMaterial,
  type Texture,
  Vector2,
  Vector4,
} from 'three'
import { inspectFragment, inspectVertex, inspectViews } from './inspect-shader.ts'
import type { DisplayMode, ExtensionChannel } from './look.ts'

/** Modes drawn with the shared inspection material; the others are lit. */
export type InspectedMode = Exclude<DisplayMode, 'shaded' | 'clay' | 'wireframe'>

/** Size of the model, for distances in the shader. In metres. */
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
  normalTexture: inspectViews.raw,
  clearcoat: inspectViews.data,
  clearcoatRoughness: inspectViews.data,
  sheenColor: inspectViews.color,
  sheenRoughness: inspectViews.data,
  transmission: inspectViews.data,
  iridescence: inspectViews.data,
  anisotropy: inspectViews.data,
  specular: inspectViews.data,
  specularColor: inspectViews.color,
}

type Channel = {
  map: keyof MeshPhysicalMaterial
  /** Factor of the texture. */
  factor: keyof MeshPhysicalMaterial
  /** Texture channel; undefined for a colour. */
  part?: 'x' | 'y' | 'z' | 'w'
  /** Property that is zero without the extension. */
  strength: keyof MeshPhysicalMaterial
}

/** Sources of each channel, by the specifications of the extensions (`KHR_materials_*`). */
const channels: Record<ExtensionChannel, Channel> = {
  clearcoat: { map: 'clearcoatMap', factor: 'clearcoat', part: 'x', strength: 'clearcoat' },
  clearcoatRoughness: {
    map: 'clearcoatRoughnessMap',
    factor: 'clearcoatRoughness',
    part: 'y',
    strength: 'clearcoat',
  },
  sheenColor: { map: 'sheenColorMap', factor: 'sheenColor', strength: 'sheen' },
  sheenRoughness: {
    map: 'sheenRoughnessMap',
    factor: 'sheenRoughness',
    part: 'w',
    strength: 'sheen',
  },
  transmission: {
    map: 'transmissionMap',
    factor: 'transmission',
    part: 'x',
    strength: 'transmission',
  },
  iridescence: { map: 'iridescenceMap', factor: 'iridescence', part: 'x', strength: 'iridescence' },
  anisotropy: { map: 'anisotropyMap', factor: 'anisotropy', part: 'z', strength: 'anisotropy' },
  specular: {
    map: 'specularIntensityMap',
    factor: 'specularIntensity',
    part: 'w',
    strength: 'specularIntensity',
  },
  specularColor: {
    map: 'specularColorMap',
    factor: 'specularColor',
    strength: 'specularIntensity',
  },
}

const makeUniforms = () => ({
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
})
type Uniforms = ReturnType<typeof makeUniforms>

/**
 * Creates a shared material that shows any single property of any mesh. Meshes and modes differ in
 * uniforms only, so that a switch compiles and allocates nothing.
 * The owner calls `material.dispose`.
 */
export function createInspectMaterial() {
  const uniforms = makeUniforms()
  const material = new ShaderMaterial({
    uniforms,
    vertexShader: inspectVertex,
    fragmentShader: inspectFragment,
    side: DoubleSide,
    toneMapped: false,
    clipping: true,
  })

  /**
   * Sets the uniforms for `mesh` with its `original` material. Call it right before the mesh is
   * drawn.
   */
  const showOn = (mesh: Mesh, original: MeshStandardMaterial, mode: InspectedMode) => {
    uniforms.view.value = viewOf[mode]
    uniforms.isMissing.value = false
    uniforms.usesTint.value = original.vertexColors
    uniforms.alphaCut.value = original.alphaTest
    uniforms.pick.value.set(0, 0, 0, 0)
    setSource(uniforms, original.map, original.color ?? white)
    uniforms.factor.value.w = original.opacity
    setMode(uniforms, mode, { mesh, original })
    // Vertex colours scale only the base colour.
    if (mode !== 'baseColor' && mode !== 'vertexColor' && mode !== 'alpha') {
      uniforms.usesTint.value = false
    }
    material.uniformsNeedUpdate = true
  }

  /** @param distance from the camera to the model's centre, in metres. */
  const measureAgainst = ({ radius }: Extent, distance: number) => {
    uniforms.span.value = 2 * radius
    // Slightly smaller than the bounding sphere, whose ends are mostly empty.
    uniforms.range.value.set(Math.max(0, distance - 0.8 * radius), distance + 0.8 * radius)
  }

  return { material, showOn, measureAgainst }
}

const white = new Color(1, 1, 1)

/** Shows a texture, if there is one, times a colour. */
function setSource(uniforms: Uniforms, map: Texture | null | undefined, colour: Color): void {
  uniforms.source.value = map ?? null
  uniforms.hasSource.value = Boolean(map)
  uniforms.factor.value.set(colour.r, colour.g, colour.b, 1)
  uniforms.usesSecondUv.value = map?.channel === 1
  if (!map) return void uniforms.uvMatrix.value.identity()
  if (map.matrixAutoUpdate) map.updateMatrix()
  uniforms.uvMatrix.value.copy(map.matrix)
}

type Shown = { mesh: Mesh; original: MeshStandardMaterial }

/** Overrides the uniforms for modes other than the base colour. */
function setMode(uniforms: Uniforms, mode: InspectedMode, { mesh, original }: Shown): void {
  const { geometry } = mesh
  // Unlit materials have none of the maps below.
  const { roughnessMap, metalnessMap, aoMap, emissiveMap } = original
  switch (mode) {
    case 'roughness':
      uniforms.pick.value.y = original.roughness ?? 1
      return setSource(uniforms, roughnessMap, white)
    case 'metalness':
      uniforms.pick.value.z = original.metalness ?? 0
      return setSource(uniforms, metalnessMap, white)
    case 'occlusion':
      uniforms.pick.value.x = 1
      uniforms.isMissing.value = !aoMap
      return setSource(uniforms, aoMap, white)
    case 'emissive':
      setSource(uniforms, emissiveMap, original.emissive ?? white)
      uniforms.factor.value.multiplyScalar(original.emissiveIntensity ?? 0)
      return
    case 'alpha':
      uniforms.pick.value.w = 1
      uniforms.alphaCut.value = 0
      return
    case 'vertexColor':
      uniforms.usesTint.value = true
      uniforms.isMissing.value = !geometry.hasAttribute('color')
      return setSource(uniforms, null, white)
    case 'uv':
    case 'texelDensity':
      uniforms.isMissing.value =
        !geometry.hasAttribute('uv') || (mode === 'texelDensity' && !original.map)
      return sizeOf(original.map, uniforms.texels.value)
    case 'normalTexture':
      uniforms.isMissing.value = !original.normalMap
      return setSource(uniforms, original.normalMap, white)
    case 'baseColor':
    case 'normals':
    case 'orientation':
    case 'depth':
    case 'matcap':
      return
    case 'clearcoat':
    case 'clearcoatRoughness':
    case 'sheenColor':
    case 'sheenRoughness':
    case 'transmission':
    case 'iridescence':
    case 'anisotropy':
    case 'specular':
    case 'specularColor':
      setChannel(uniforms, channels[mode], original)
  }
}

/** Sets an extension's channel. A material without the extension has undefined values. */
function setChannel(
  uniforms: Uniforms,
  { map, factor, part, strength }: Channel,
  original: MeshStandardMaterial,
): void {
  const material = original as Partial<MeshPhysicalMaterial>
  const value = material[factor]
  uniforms.isMissing.value = !material[strength]
  uniforms.alphaCut.value = 0
  setSource(uniforms, material[map] as Texture | null, value instanceof Color ? value : white)
  if (part) uniforms.pick.value[part] = typeof value === 'number' ? value : 0
}

function sizeOf(map: Texture | null | undefined, into: Vector2): void {
  const image = map?.source.data as { width?: number; height?: number } | null | undefined
  into.set(image?.width || 1, image?.height || 1)
}
