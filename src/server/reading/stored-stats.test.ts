import { describe, expect, it } from 'vitest'
import { modelStatsSchema } from '#contract/assets.ts'
import { noStats } from '../generation/tasks.fixture.ts'
import { readStats } from './stored-stats.ts'

const texture = { name: 'a', widthPx: 1, heightPx: 2, mimeType: 'image/png', sizeBytes: 3 }

describe('readStats', () => {
  it('does not change valid statistics', () => {
    const sound = { ...noStats, triangles: 12, textures: [texture], extensions: ['KHR_x'] }
    expect(readStats(sound)).toEqual(sound)
  })

  it.each([
    ['a count below nothing', { triangles: -5 }],
    ['a count that is none', { vertices: '7', meshes: null, materials: 1.5 }],
    ['bounds without an end', { boundsMin: [null, 0, 0], boundsMax: [Infinity, 1, 1] }],
    ['bounds the wrong way round', { boundsMin: [1, 1, 1], boundsMax: [0, 0, 0] }],
    ['names that are none', { textures: [{ ...texture, name: 5 }, 7], extensions: [42, 'EXT'] }],
    ['no lists', { textures: 5, extensions: {} }],
    ['parts that are missing', { textures: undefined, boundsMin: undefined }],
    ['endless lists', { extensions: Array.from({ length: 100_000 }, (_, k) => `EXT_${k}`) }],
    ['an endless name', { extensions: ['x'.repeat(1_000_000)] }],
  ])('repairs stored statistics with %s', (_case, odd) => {
    const stats = readStats({ ...noStats, ...odd })
    expect(modelStatsSchema.parse(stats)).toEqual(stats)
    expect(JSON.stringify(stats).length).toBeLessThan(100_000)
  })

  it('returns undefined for values that are not statistics', () => {
    for (const value of [undefined, null, 5, 'a', []]) expect(readStats(value)).toBeUndefined()
  })
})
