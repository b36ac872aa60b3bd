import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { kindOfResult } from './result-kind.ts'

const zip = zipSync({ a: strToU8('a') })

describe('kindOfResult', () => {
  it.each([
    ['a.bin', strToU8('glTF and more'), 'glb'],
    ['a.glb', strToU8('ply\nformat'), 'ply'],
    ['a.zip', zip, 'zip'],
    ['a.usdz', zip, 'usdz'],
    ['a.sog', zip, 'sog'],
    ['a', strToU8('<?xml version="1.0"?><COLLADA xmlns="a">'), 'dae'],
    ['a.dae', strToU8('<c:COLLADA xmlns:c="a">'), 'dae'],
    ['a', strToU8('<amf unit="inch">'), 'amf'],
    ['a', strToU8('ISO-10303-21;\nHEADER;'), 'step'],
    ['a', strToU8('VOX \x96\0\0\0'), 'vox'],
    ['a.3ds', strToU8('MM'), '3ds'],
    ['a.ksplat', new Uint8Array(32), 'ksplat'],
  ])('detects the file type %s', (path, bytes, extension) => {
    expect(kindOfResult(bytes, `/${path}`)).toMatchObject({ extension })
  })

  it.each([
    ['a.dae', '<!doctype html><p>Not found</p>'],
    ['a.sog', '{"error":"gone"}'],
    ['a.obj', '<html>'],
    ['a.html', 'hello'],
  ])('refuses a web page or an error message at the path %s', (path, text) => {
    expect(kindOfResult(strToU8(text), `/${path}`)).toBeUndefined()
  })
})
