import { describe, expect, it } from 'vitest'
import {
  fileName,
  sayAbout,
  sayAge,
  sayBytes,
  sayCount,
  sayDuration,
  sayLength,
  sayMakeup,
  sayRoughCount,
} from './format.ts'

describe('sayLength', () => {
  it.each([
    [0.0084, '8.4 mm'],
    [0.35, '35 cm'],
    [1.234, '1.2 m'],
  ])('says %d m as %s', (metres, text) => {
    expect(sayLength(metres)).toBe(text)
  })
})

describe('sayBytes', () => {
  it.each([
    [312, '312 B'],
    [860_000, '840 KB'],
    [1_300_000, '1.2 MB'],
    [10_050_000_000, '9.4 GB'],
  ])('says %d as %s', (bytes, text) => {
    expect(sayBytes(bytes)).toBe(text)
  })
})

describe('sayRoughCount', () => {
  it.each([
    [950, '950'],
    [19_998, '20k'],
    [1_234_567, '1.2M'],
  ])('says %d as %s', (count, text) => {
    expect(sayRoughCount(count)).toBe(text)
  })
})

describe('sayAge', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')

  it.each([
    ['2026-11-21T11:59:30Z', 'now'],
    ['2026-11-21T12:00:05Z', 'now'],
    ['2026-11-21T11:55:00Z', '5 min ago'],
    ['2026-11-21T09:00:00Z', '3 h ago'],
    ['2026-11-20T10:00:00Z', 'yesterday'],
    ['2026-11-18T10:00:00Z', '3 days ago'],
    ['2026-10-04T10:00:00Z', '4 Oct 2026'],
  ])('says %s as %s', (iso, text) => {
    expect(sayAge(iso, now)).toBe(text)
  })
})

describe('sayMakeup', () => {
  const box = { triangles: 12, vertices: 24, extensions: [] }
  it.each([
    [box, '12 triangles'],
    [{ ...box, triangles: 0, extensions: ['KHR_gaussian_splatting'] }, '24 splats'],
    [{ ...box, extensions: ['KHR_gaussian_splatting'] }, '12 triangles'],
    [{ ...box, triangles: 0 }, '0 triangles'],
  ])('says of %j: %s', (counts, words) => expect(sayMakeup(counts, sayCount)).toBe(words))
})

describe('fileName', () => {
  it('leaves out what some system forbids', () => {
    expect(fileName('a/b: "c"\n', 'glb')).toBe('a b c.glb')
    expect(fileName(' / ', 'glb')).toBe('model.glb')
  })
})

describe('words for numbers', () => {
  it.each([
    [sayDuration(840), '0.8 s'],
    [sayDuration(9_960), '10 s'],
    [sayDuration(59_600), '1 min 00 s'],
    [sayDuration(185_000), '3 min 05 s'],
    [sayDuration(-5), '0.0 s'],
    [sayAbout(0.4), 'about 1 s'],
    [sayAbout(49), 'about 49 s'],
    [sayAbout(90), 'about 2 min'],
    [sayLength(0.0084), '8.4 mm'],
    [sayLength(0.352), '35 cm'],
    [sayLength(1.234), '1.2 m'],
    [sayLength(0.9998), '1 m'],
    [sayLength(0.00999), '1 cm'],
    [sayBytes(312), '312 B'],
    [sayBytes(860_000), '840 KB'],
    [sayBytes(1_300_000), '1.2 MB'],
    [fileName('a/b: c?', 'glb'), 'a b c.glb'],
    [fileName('  ', 'glb'), 'model.glb'],
  ])('%s', (said, expected) => {
    expect(said).toBe(expected)
  })
})
