/** One thing to do to a model before it is printed. Lengths in millimetres; a metre is 1000. */
export type PrepStep =
  | { kind: 'height'; heightMm: number }
  /** All that makes it closed. */
  | { kind: 'repair' }
  | { kind: 'weld'; toleranceMm: number }
  | { kind: 'fill' }
  /** Drops pieces with less than this share of the largest one's extent. */
  | { kind: 'crumbs'; share: number }
  /** Cuts off so much at the bottom. */
  | { kind: 'base'; heightMm: number }
  | { kind: 'hollow'; wallMm: number; drainMm?: number | undefined }
  | { kind: 'plate' }

/** What a worker is asked to do. */
export type PrepQuestion = { url: string; step: PrepStep }

export type PrepAnswer = {
  glb: Uint8Array<ArrayBuffer>
  /** What was done, in words. */
  sentence: string
  /** How high it is now. */
  heightMm: number
}
