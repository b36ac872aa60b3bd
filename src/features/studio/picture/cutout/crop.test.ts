import { describe, expect, it } from 'vitest'
import { cropAround, wholePicture } from './crop.ts'

const limits = { sidePxMin: 128, sidePxMax: 2048 }

describe('cropAround', () => {
  it('centres a square on the object, which fills the requested fraction of it', () => {
    const crop = cropAround({ left: 100, top: 200, right: 500, bottom: 300 }, 0.8, limits)
    expect(crop).toEqual({
      left: 50,
      top: 0,
      width: 500,
      height: 500,
      outWidth: 500,
      outHeight: 500,
    })
  })

  it('extends beyond the picture if the object would be cut', () => {
    const { left, top } = cropAround({ left: 0, top: 0, right: 400, bottom: 10 }, 0.5, limits)
    expect([left, top]).toEqual([-200, -395])
  })

  it('scales up to the model’s minimum and down to its maximum', () => {
    const small = cropAround({ left: 0, top: 0, right: 32, bottom: 16 }, 1, limits)
    expect([small.width, small.outWidth, small.outHeight]).toEqual([32, 128, 128])
    const large = cropAround({ left: 0, top: 0, right: 2000, bottom: 16 }, 0.5, limits)
    expect([large.width, large.outWidth]).toEqual([4000, 2048])
  })
})

describe('wholePicture', () => {
  it('keeps frame and proportions of the picture', () => {
    expect(wholePicture(4096, 1024, limits)).toMatchObject({ outWidth: 2048, outHeight: 512 })
    expect(wholePicture(300, 200, limits)).toMatchObject({ outWidth: 300, outHeight: 200 })
  })
})
