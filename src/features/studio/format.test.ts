import { describe, expect, it } from 'vitest'
import { fileName, sayAbout, sayBytes, sayDuration, sayLength } from './format.ts'

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
