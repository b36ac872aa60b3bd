import { Matrix3, Vector2, Vector4 } from 'three'
import { noTexture } from '../light/no-texture.ts'

export const makeUniforms = () => ({
  view: { value: 0 },
  source: noTexture(),
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
