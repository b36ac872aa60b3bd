import { strFromU8, strToU8 } from 'fflate'
import { expect, it } from 'vitest'
import { withoutCurves } from './fbx-curves.ts'

it('withoutCurves hides only the animation curves of a binary and of a text FBX', () => {
  const seen = withoutCurves(
    strToU8('\u000EAnimationCurve \u0012AnimationCurveNode AnimationCurve: 7'),
  )
  expect(strFromU8(seen!)).toBe('\u000EXnimationCurve \u0012AnimationCurveNode XnimationCurve: 7')
  expect(withoutCurves(strToU8('Animation'))).toBeUndefined()
})
