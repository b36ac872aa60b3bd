import { describe, expect, it } from 'vitest'
import type { PictureFile } from '#contract/files.ts'
import type { EngineWorkers } from '../engine/engine-workers.ts'
import { BlobMissingError } from '../files/blobs/blob-store.ts'
import { createCutoutService } from './cutout-service.ts'

const file = { id: 'f' } as PictureFile
const found = {
  type: 'masked',
  png: new Uint8Array([1, 2]),
  source: 'network',
  confidence: 0.7,
  missing: [],
  widthPx: 600,
  heightPx: 512,
} as const

function open(mask: EngineWorkers['mask'], read = () => Promise.resolve(new Uint8Array([9]))) {
  return createCutoutService({
    files: {
      find: (id) => Promise.resolve(id === 'none' ? undefined : { file, blobKey: `blob of ${id}` }),
    },
    blobs: { read },
    engine: { mask },
    weightsPath: 'weights.onnx',
  })
}

describe('createCutoutService', () => {
  it('computes a mask once per picture for concurrent requests', async () => {
    let asked = 0
    const service = open((request) => {
      asked++
      expect(request).toEqual({
        type: 'mask',
        picture: new Uint8Array([9]),
        weightsPath: 'weights.onnx',
      })
      return Promise.resolve(found)
    })
    const [first, png] = await Promise.all([service.describe('a'), service.maskOf('a')])
    expect(first).toEqual({
      source: 'network',
      confidence: 0.7,
      missing: [],
      widthPx: 600,
      heightPx: 512,
      maskUrl: '/api/pictures/a/mask',
    })
    expect(png).toEqual(found.png)
    await service.maskOf('a')
    expect(asked).toBe(1)
    await service.maskOf('b')
    expect(asked).toBe(2)
  })

  it('tries again after a failure', async () => {
    let asked = 0
    const service = open(() => {
      asked++
      return asked === 1 ? Promise.reject(new Error('broken')) : Promise.resolve(found)
    })
    await expect(service.maskOf('a')).rejects.toThrow('broken')
    expect(await service.maskOf('a')).toEqual(found.png)
  })

  it('reports the id of a missing picture', async () => {
    const service = open(() => Promise.resolve(found))
    await expect(service.describe('none')).rejects.toMatchObject({ code: 'not_found' })
    const gone = open(
      () => Promise.resolve(found),
      () => Promise.reject(new BlobMissingError('gone')),
    )
    await expect(gone.describe('a')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('refuses a request when too many requests wait', async () => {
    const release: (() => void)[] = []
    const service = open(() => new Promise((resolve) => release.push(() => resolve(found))))
    const all = Array.from({ length: 18 }, (_, at) => service.maskOf(`p${at}`))
    await expect(Promise.race(all)).rejects.toMatchObject({ code: 'rate_limited' })
    const rest = Promise.allSettled(all)
    for (let at = 0; at < 17; at++) {
      await expect.poll(() => release.length).toBe(at + 1)
      release[at]!()
    }
    expect((await rest).filter(({ status }) => status === 'fulfilled')).toHaveLength(17)
  })
})
