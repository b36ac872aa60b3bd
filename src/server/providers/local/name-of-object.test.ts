import { describe, expect, it } from 'vitest'
import { nameOfObject } from './name-of-object.ts'

const name = (...names: string[]) =>
  nameOfObject(
    names.map((one) => ({ name: one })),
    [45.2, 98.1, 60],
  )

describe('nameOfObject', () => {
  it('returns the common beginning of the photos’ file names', () => {
    expect(name('clay-amphora-01.jpg', 'clay-amphora-02.jpg')).toBe('Clay amphora')
    expect(name('clay_amphora IMG_0012.jpg', 'clay_amphora IMG_0013.jpg')).toBe('Clay amphora')
    expect(name('vase (1).heic', 'vase (12).heic')).toBe('Vase')
    expect(name('Über Stuhl_1.png', 'Über Stuhl_2.png')).toBe('Über Stuhl')
  })

  it('ignores numbers and the file names that cameras assign', () => {
    for (const prefix of [
      '',
      'IMG_',
      'DSC0',
      'PXL_20261128_',
      'IMG-20261128-WA',
      'phone-a1b2c3-',
    ]) {
      expect(name(`${prefix}001.jpg`, `${prefix}002.jpg`)).toBe('Scanned object, 98 mm')
    }
    expect(name('front.jpg', 'back.jpg')).toBe('Scanned object, 98 mm')
  })
})
