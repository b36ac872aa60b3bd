import { describe, expect, it } from 'vitest'
import { fitMat } from './mat-fit.ts'

describe('fitMat', () => {
  it('shows the mat in true size on a large screen', () => {
    expect(fitMat({ width: 1200, height: 1600 }, 5)).toEqual({
      widthPx: 950,
      heightPx: 1340,
      barMm: 100,
      isLargeEnough: true,
    })
  })

  it('shrinks the mat to a smaller screen, and returns the length of the shrunk bar', () => {
    // The screen of a tablet: 159 × 228 mm with 6 pixels per millimetre.
    const fit = fitMat({ width: 159 * 6, height: 228 * 6 }, 6)
    expect(fit.barMm).toBe(83.7)
    expect(fit.widthPx).toBeLessThanOrEqual(159 * 6)
    expect(fit.isLargeEnough).toBe(true)
  })

  it('says that a phone is too small', () => {
    expect(fitMat({ width: 70 * 6, height: 150 * 6 }, 6).isLargeEnough).toBe(false)
  })
})
