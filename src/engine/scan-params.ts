import { EngineError } from './errors.ts'

/** Names of the printed mats on which an object is photographed, by number of pages. */
export const matNames = ['one-page', 'two-pages', 'four-pages'] as const
export type MatName = (typeof matNames)[number]

/** Params of a scan that users can choose, named as in the HTTP interface. */
export type ScanParams = {
  mat: MatName | 'auto'
  /**
   * Length in mm that the user measured for the printed bar of 100 mm, to correct the printer's
   * scale.
   */
  bar_mm: number
  face_limit: number
  texture: boolean
  /** Numbers of photos that the user leaves out. The first photo is 1. */
  left_out: readonly number[]
  /** Numbers of photos that are used although their outline disagrees with the other photos. */
  kept: readonly number[]
}

export const defaultScanParams: ScanParams = {
  mat: 'auto',
  bar_mm: 100,
  face_limit: 50_000,
  texture: true,
  left_out: [],
  kept: [],
}

export const scanBounds = { bar_mm: [80, 125], face_limit: [500, 500_000] } as const

export const photosMin = 8
export const photosMax = 120

/**
 * Fills in missing params.
 * @throws {EngineError} `out_of_bounds` for a value that is not allowed.
 */
export function completeScanParams(given: Partial<ScanParams>): ScanParams {
  const params = { ...defaultScanParams, ...given }
  for (const name of ['bar_mm', 'face_limit'] as const) {
    const [low, high] = scanBounds[name]
    if (!(params[name] >= low && params[name] <= high)) {
      throw new EngineError('out_of_bounds', `${name} must be between ${low} and ${high}.`)
    }
  }
  const mats: readonly string[] = ['auto', ...matNames]
  if (!mats.includes(params.mat)) {
    throw new EngineError('out_of_bounds', `mat must be one of ${mats.join(', ')}.`)
  }
  for (const name of ['left_out', 'kept'] as const) {
    const isGood = params[name].every((at) => Number.isInteger(at) && at >= 1 && at <= photosMax)
    if (!isGood || params[name].length > photosMax) {
      throw new EngineError('out_of_bounds', `${name} must list numbers of photos, from 1.`)
    }
  }
  return { ...params, face_limit: Math.floor(params.face_limit) }
}
