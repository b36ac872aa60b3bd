import { describe, expect, it, vi } from 'vitest'
import {
  checkPicture,
  checkPictureFile,
  describeAccepted,
  pictureOfValue,
  toPictureParam,
} from './picture.ts'

const rules = { value: 'token' as const, mimeTypes: ['image/png'], sizeBytesMax: 1000 }
const file = (over: Partial<{ name: string; type: string; size: number }> = {}) => ({
  name: 'bear.png',
  type: 'image/png',
  size: 10,
  ...over,
})

describe('describeAccepted', () => {
  it('lists the kinds without a slow Intl.ListFormat, because the first view contains them', () => {
    const create = vi.spyOn(Intl, 'ListFormat')
    expect(describeAccepted()).toBe('PNG, JPEG, WebP, AVIF, HEIC, TIFF, GIF')
    expect(describeAccepted(rules)).toBe('PNG')
    expect(create).not.toHaveBeenCalled()
    create.mockRestore()
  })
})

describe('checkPictureFile', () => {
  it('accepts a valid file even if the browser does not know its type', () => {
    expect(checkPictureFile(file())).toBeUndefined()
    expect(checkPictureFile(file({ type: '' }))).toBeUndefined()
  })

  it.each([
    [file({ size: 0 }), undefined, 'bear.png is empty.'],
    [
      file({ type: 'image/bmp' }),
      undefined,
      /is not a PNG, JPEG, WebP, AVIF, HEIC, TIFF or GIF picture/,
    ],
    [file({ type: 'image/webp' }), rules, 'bear.png is not a PNG picture.'],
    [file({ size: 30 * 1024 * 1024 }), undefined, /is 30 MB; the limit is 20 MB/],
    [file({ size: 1001 }), rules, /the limit is 0 MB/],
  ])('refuses the file %o', (picture, limits, message) => {
    expect(checkPictureFile(picture, limits)).toMatch(message)
  })
})

describe('checkPicture', () => {
  const picture = { url: '/p', name: 'p', widthPx: 100, heightPx: 300, mimeType: 'image/png' }

  it('checks the limits of the model', () => {
    expect(checkPicture(picture, rules)).toBeUndefined()
    expect(checkPicture(picture, { ...rules, sidePxMin: 128 })).toMatch('at least 128 px')
    expect(checkPicture(picture, { ...rules, sidePxMax: 256 })).toMatch('up to 256 px')
    expect(checkPicture(picture, { ...rules, mimeTypes: ['image/jpeg'] })).toMatch('JPEG')
  })

  it('accepts a picture with unknown size and type', () => {
    expect(checkPicture({ url: '/p', name: 'p' }, { ...rules, sidePxMin: 128 })).toBeUndefined()
  })
})

describe('toPictureParam', () => {
  it('converts a picture to the token or address that the field requires, and back', () => {
    const picture = { id: 'abc', url: '/api/files/abc', name: 'Picture' }
    const token = toPictureParam(picture, { value: 'token' })
    expect(token).toEqual({ file_token: 'abc' })
    expect(pictureOfValue(token, '/api/files/abc')).toEqual(picture)
    const address = toPictureParam(picture, { value: 'address' })
    expect(address).toBe('/api/files/abc')
    expect(pictureOfValue(address, undefined)?.url).toBe('/api/files/abc')
    expect(toPictureParam({ url: 'https://x.test/a.png', name: 'a' }, { value: 'token' })).toEqual({
      url: 'https://x.test/a.png',
    })
    expect(pictureOfValue(4, undefined)).toBeUndefined()
  })
})
