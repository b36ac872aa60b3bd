// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { usePrintScale } from './use-print-scale.ts'

type Shown = {
  subject: string
  size: readonly number[] | undefined
  isToScale?: boolean
  factor?: number
}

const show = (initialProps: Shown) =>
  renderHook(
    ({ subject, size, isToScale = false, factor }: Shown) =>
      usePrintScale(subject, size, { isToScale, factor }),
    { initialProps },
  )

describe('usePrintScale', () => {
  it('suggests a size that fits a printer, and keeps the scale when an edit lowers the model', () => {
    const { result, rerender } = show({ subject: 'a', size: [1, 2, 1] })
    expect(result.current).toMatchObject({ scale: 0.05, sizeMm: [50, 100, 50], isMisfit: false })
    rerender({ subject: 'a', size: [1, 1.8, 1] })
    expect(result.current).toMatchObject({ scale: 0.05, heightMm: 90, isSuggested: true })
  })

  it('uses the height that the user chose until another model is shown', () => {
    const { result, rerender } = show({ subject: 'a', size: [0.1, 0.1, 0.1] })
    act(() => result.current.setHeightMm(300))
    expect(result.current).toMatchObject({ sizeMm: [300, 300, 300], isMisfit: true })
    rerender({ subject: 'b', size: [0.1, 0.1, 0.1] })
    expect(result.current).toMatchObject({ sizeMm: [100, 100, 100], isMisfit: false })
  })

  it('keeps the size of the print when the model is scaled, and when that is undone', () => {
    const { result, rerender } = show({ subject: 'a', size: [1, 1, 1] })
    act(() => result.current.setHeightMm(80))
    rerender({ subject: 'a', size: [0.08, 0.08, 0.08], factor: 0.08 })
    expect(result.current).toMatchObject({ scale: 1, heightMm: 80 })
    rerender({ subject: 'a', size: [1, 1, 1] })
    expect(result.current).toMatchObject({ scale: 0.08, heightMm: 80 })
  })

  it('uses the last known size while an edited model loads', () => {
    const { result, rerender } = show({ subject: 'a', size: [0.2, 0.2, 0.2] })
    rerender({ subject: 'a', size: undefined })
    expect(result.current.heightMm).toBe(200)
    act(() => result.current.setHeightMm(80))
    rerender({ subject: 'a', size: [0.2, 0.2, 0.2] })
    expect(result.current).toMatchObject({ scale: 0.4, heightMm: 80 })
  })

  it('keeps the size of formats with real dimensions', () => {
    const { result } = show({ subject: 'a', size: [1, 2, 1], isToScale: true })
    expect(result.current).toMatchObject({ scale: 1, heightMm: 2000, isMisfit: true })
  })
})
