import { Color, Matrix3, type Texture, Vector2, Vector4 } from 'three'

export const makeUniforms = () => ({
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
export type Uniforms = ReturnType<typeof makeUniforms>

export const white = new Color(1, 1, 1)

/** Takes the shown value from a texture, if there is one, times a colour. */
export function setSource(
  uniforms: Uniforms,
  map: Texture | null | undefined,
  colour: Color,
): void {
  uniforms.source.value = map ?? null
  uniforms.hasSource.value = Boolean(map)
  uniforms.factor.value.set(colour.r, colour.g, colour.b, 1)
  uniforms.usesSecondUv.value = map?.channel === 1
  if (!map) return void uniforms.uvMatrix.value.identity()
  if (map.matrixAutoUpdate) map.updateMatrix()
  uniforms.uvMatrix.value.copy(map.matrix)
}

export function setTexels(uniforms: Uniforms, map: Texture | null | undefined): void {
  const image = map?.source.data as { width?: number; height?: number } | null | undefined
  uniforms.texels.value.set(image?.width || 1, image?.height || 1)
}
