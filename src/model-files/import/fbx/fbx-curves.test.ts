import { strFromU8, strToU8 } from 'fflate'
import { expect, it } from 'vitest'
import { withoutCurves } from './fbx-curves.ts'

it('hides the curves of a binary and of a text FBX, and nothing else', () => {
  const seen = withoutCurves(
    strToU8('\u000EAnimationCurve \u0012AnimationCurveNode AnimationCurve: 7'),
  )
  expect(strFromU8(seen!)).toBe('\u000EXnimationCurve \u0012AnimationCurveNode XnimationCurve: 7')
  expect(withoutCurves(strToU8('Animation'))).toBeUndefined()
})
