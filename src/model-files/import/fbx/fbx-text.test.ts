import { strFromU8, strToU8 } from 'fflate'
import { expect, it } from 'vitest'
import { fbxVersion, withIndents } from './fbx-text.ts'

it('withIndents indents a text FBX by its braces, and keeps continued lists unindented', () => {
  const text = '; FBX 7.3\nUV: {\n\tPoints: *4 {\n\t\t\ta: 1,2\n,3,4\n\t\t\t\t}\n  }\nB: 1\n'
  expect(strFromU8(withIndents(strToU8(text)))).toBe(
    '; FBX 7.3\nUV: {\n\tPoints: *4 {\n\t\ta: 1,2\n,3,4\n\t}\n}\nB: 1\n',
  )
  const binary = strToU8('Kaydara FBX Binary  {\n}')
  expect(withIndents(binary)).toBe(binary)
})

it('fbxVersion returns the version that an FBX states', () => {
  expect(fbxVersion(strToU8('FBXHeaderExtension:  {\n\tFBXVersion: 6100\n'))).toBe(6100)
  const binary = new Uint8Array(30)
  binary.set(strToU8('Kaydara FBX Binary  \0\x1a\0'))
  new DataView(binary.buffer).setUint32(23, 7500, true)
  expect(fbxVersion(binary)).toBe(7500)
  expect(fbxVersion(strToU8('hello'))).toBeUndefined()
})
