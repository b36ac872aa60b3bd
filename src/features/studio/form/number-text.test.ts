import { describe, expect, it } from 'vitest'
import { readNumber, stepNumber, writeNumber } from './number-text.ts'
import { positionMax, sliderScale, usualStep } from './slider-scale.ts'

describe('readNumber', () => {
  it.each([
    ['20000', 20_000],
    [' 20 000 ', 20_000],
    ['20,000', 20_000],
    ['1,234,567.5', 1_234_567.5],
    ['0,5', 0.5],
    ['.5', 0.5],
    ['2e4', 20_000],
    ['-3', -3],
    ['5.', 5],
  ])('reads %j', (text, value) => {
    expect(readNumber(text)).toBe(value)
  })

  it('takes nothing for nothing', () => {
    expect(readNumber('  ')).toBeUndefined()
  })

  it.each(['-', '1e', 'abc', '1..2', '1,2,3', '0x10', '1e999'])('gives %j back', (text) => {
    expect(readNumber(text)).toBe(text)
  })
})

describe('writeNumber', () => {
  it('gives back what readNumber gave', () => {
    expect(writeNumber(20_000)).toBe('20000')
    expect(writeNumber('1e')).toBe('1e')
    expect(writeNumber(undefined)).toBe('')
    expect(writeNumber(null)).toBe('')
  })
})

describe('stepNumber', () => {
  it('lands on multiples and stays within the range', () => {
    expect(stepNumber(0.2, 1, { step: 0.1 })).toBe(0.3)
    expect(stepNumber(0.25, -1, { step: 0.1 })).toBe(0.2)
    expect(stepNumber(2, 1, { step: 0.5, max: 2 })).toBe(2)
    expect(stepNumber(100, -1, { step: 1, min: 100 })).toBe(100)
  })
})

describe('sliderScale', () => {
  const faces = sliderScale({ min: 100, max: 200_000, step: 1, scale: 'log' })

  it('has the ends exactly', () => {
    expect(faces.fromPosition(0)).toBe(100)
    expect(faces.fromPosition(positionMax)).toBe(200_000)
    expect(faces.toPosition(100)).toBe(0)
    expect(faces.toPosition(200_000)).toBe(positionMax)
  })

  it('gives each doubling the same way', () => {
    const way = faces.toPosition(400) - faces.toPosition(200)
    expect(faces.toPosition(40_000) - faces.toPosition(20_000)).toBeCloseTo(way)
  })

  it('gives numbers that a person would choose', () => {
    for (let position = 1; position < positionMax; position += 7) {
      const value = faces.fromPosition(position)
      expect(Number(value.toPrecision(2))).toBe(value)
    }
  })

  it('moves by steps on a plain range, without binary dust', () => {
    const thickness = sliderScale({ min: 0.2, max: 2, step: 0.1, scale: 'linear' })
    expect(thickness.fromPosition(positionMax / 3)).toBe(0.8)
    expect(thickness.fromPosition(thickness.toPosition(0.3))).toBe(0.3)
  })

  it('puts what lies outside at the nearer end', () => {
    expect(faces.toPosition(5)).toBe(0)
    expect(sliderScale({ min: 3, max: 3, step: 1, scale: 'linear' }).toPosition(3)).toBe(0)
  })
})

describe('usualStep', () => {
  it('is whole for whole numbers and fine for short ranges', () => {
    expect(usualStep('integer', 0, 10_000)).toBe(1)
    expect(usualStep('number', 0.2, 2)).toBeCloseTo(0.01)
    expect(usualStep('number', 0, 2.5)).toBeCloseTo(0.01)
    expect(usualStep('number', -Infinity, 5)).toBe(0.1)
  })
})
