import type { ModelPose } from '../mesh/pose/model-pose.ts'

/** One step of print preparation. Lengths are in millimetres; one metre of the model is 1000 mm. */
export type PrepStep =
  | { kind: 'height'; heightMm: number }
  | { kind: 'repair' }
  | { kind: 'weld'; toleranceMm: number }
  | { kind: 'fill' }
  /** Drops shells whose extent is smaller than this fraction of the largest shell's extent. */
  | { kind: 'crumbs'; fraction: number }
  | { kind: 'base'; heightMm: number }
  | { kind: 'hollow'; wallMm: number; drainMm?: number | undefined }
  | { kind: 'plate' }

export type PrepQuestion = { url: string; step: PrepStep; pose?: ModelPose }

export type PrepAnswer = {
  glb: Uint8Array<ArrayBuffer>
  sentence: string
  heightMm: number
}
