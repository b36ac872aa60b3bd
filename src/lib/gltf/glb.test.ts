import { describe, expect, it } from 'vitest'
import { countTriangles, GlbError, readGlbChunks, readGlbLength, writeGlb } from './glb.ts'

const getFault = (bytes: Uint8Array): string | undefined => {
  try {
    readGlbChunks(bytes)
    return undefined
  } catch (error) {
    return error instanceof GlbError ? error.fault : String(error)
  }
}

const whole = writeGlb({ asset: { version: '2.0' } }, Uint8Array.of(1, 2, 3), Uint8Array.of(4))

describe('GLB container', () => {
  it('reads back what was written, with chunk lengths that are multiples of four bytes', () => {
    const { json, binary, binaryBytes, lengthBytes } = readGlbChunks(whole)
    expect(json).toEqual({ asset: { version: '2.0' } })
    expect([...binary]).toEqual([1, 2, 3, 0, 4, 0, 0, 0])
    expect({ binaryBytes, lengthBytes }).toEqual({ binaryBytes: 8, lengthBytes: whole.length })
  })

  it('reads a file without a binary chunk if only its start is available', () => {
    expect(readGlbChunks(writeGlb('{"a":"é"}'))).toMatchObject({ json: { a: 'é' }, binaryBytes: 0 })
    expect(readGlbChunks(whole.subarray(0, -6)).binaryBytes).toBe(8)
    expect(readGlbLength(whole.subarray(0, 12))).toBe(whole.length)
  })

  it('reads a file from a view into a larger buffer', () => {
    const around = new Uint8Array(whole.length + 7)
    around.set(whole, 5)
    expect(readGlbChunks(around.subarray(5, 5 + whole.length)).binaryBytes).toBe(8)
  })

  it('accepts a model whose name has an invalid encoding', () => {
    const odd = writeGlb({ name: 'abcd' })
    odd.set([0xff], 20 + '{"name":"'.length)
    expect(readGlbChunks(odd).json['name']).toBe('\ufffdbcd')
  })

  it.each([
    ['nothing', new Uint8Array(), 'not_glb'],
    ['text', new TextEncoder().encode('<!doctype html>'), 'not_glb'],
    ['four bytes', whole.subarray(0, 4), 'incomplete'],
    ['a header', whole.subarray(0, 12), 'incomplete'],
    ['half a document', whole.subarray(0, 30), 'incomplete'],
    ['version 1', whole.with(4, 1), 'version'],
    ['data in front', whole.with(16, 0), 'no_json'],
    ['no JSON', writeGlb('{'), 'bad_json'],
    ['a list', writeGlb([]), 'empty_json'],
  ])('throws an error for %s', (_name, bytes, fault) => {
    expect(getFault(bytes)).toBe(fault)
  })
})

it.each([
  [4, 11, 3],
  [5, 11, 9],
  [6, 2, 0],
  [5, 1, 0],
  [0, 9, 0],
  ['4', 9, 0],
])(
  'countTriangles returns the number of triangles for mode %s with %i corners: %i',
  (mode, corners, triangles) => {
    expect(countTriangles(mode, corners)).toBe(triangles)
  },
)
