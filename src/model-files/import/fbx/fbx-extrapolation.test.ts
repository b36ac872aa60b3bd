import { describe, expect, it } from 'vitest'
import { evaluateCurve, readFbxCurve } from './fbx-curve.ts'
import { createNode } from './fbx-node.ts'

const second = 46_186_158_000
const linear = 0x4

/** Returns a curve that rises from 0 to 10 between 1 s and 2 s. */
function createCurve(letter: string | number, repetitions: number) {
  const after = createNode(
    'Post-Extrapolation',
    [],
    [createNode('Type', [letter]), createNode('Repetition', [repetitions])],
  )
  const curve = readFbxCurve(
    createNode(
      'AnimationCurve',
      [],
      [
        createNode('KeyTime', [Float64Array.of(second, 2 * second)]),
        createNode('KeyValueFloat', [Float64Array.of(0, 10)]),
        createNode('KeyAttrFlags', [Int32Array.of(linear)]),
        createNode('KeyAttrRefCount', [Int32Array.of(2)]),
        after,
      ],
    ),
  )
  if (!curve) throw new Error('The curve has no keys.')
  return curve
}

describe('evaluateCurve outside of the keys', () => {
  it.each([
    ['stays', 'C', -1, [10, 10]],
    ['follows the last slope', 'K', -1, [12.5, 25]],
    ['repeats', 'R', -1, [2.5, 5]],
    ['repeats a limited number of times', 'R', 1, [2.5, 10]],
    ['repeats from where it ends', 'A', -1, [12.5, 25]],
    ['goes back and forth', 'M', -1, [7.5, 5]],
    ['reads the letter as a number, as in binary files', 'R'.charCodeAt(0), -1, [2.5, 5]],
  ])('returns %s', (_, letter, repetitions, expected) => {
    const curve = createCurve(letter, repetitions)
    const values = [2.25, 3.5].map((time) => evaluateCurve(curve, time))
    expect(values).toEqual(expected.map((value) => expect.closeTo(value, 5)))
  })
})
