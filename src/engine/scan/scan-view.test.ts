import { describe, expect, it } from 'vitest'
import { boundOutline } from './scan-view.ts'

const place = { left: 100, top: 50, width: 80, height: 60 }

describe('boundOutline', () => {
  it('returns the surroundings of the outline within the photo', () => {
    const outline = new Uint8Array(place.width * place.height)
    for (const [x, y] of [
      [19, 8],
      [30, 40],
    ]) {
      outline[y * place.width + x] = 1
    }
    const view = { ...place, outline }
    expect(boundOutline(view, 4)).toEqual({ left: 115, top: 54, width: 19, height: 40 })
    expect(boundOutline(view, 4, 2)).toEqual({ left: 114, top: 54, width: 20, height: 40 })
    expect(boundOutline(view, 1000)).toEqual(place)
  })

  it('returns undefined for an empty outline', () => {
    const view = { ...place, outline: new Uint8Array(place.width * place.height) }
    expect(boundOutline(view, 4)).toBeUndefined()
  })
})
