export const scanStages = ['look', 'cameras', 'compare', 'hull', 'mesh', 'texture', 'glb'] as const

export type ScanStage = (typeof scanStages)[number]

/** Usual fraction of each stage in the total time for 36 photos. The sum is 1. */
const fractions: Record<ScanStage, number> = {
  look: 0.15,
  cameras: 0.03,
  compare: 0.2,
  hull: 0.45,
  mesh: 0.06,
  texture: 0.1,
  glb: 0.01,
}

/** Returns the overall progress, 0 to 1, at `fraction` (0 to 1) of `stage`. */
export function overallScanProgress(stage: ScanStage, fraction: number): number {
  let done = 0
  for (const earlier of scanStages) {
    if (earlier === stage) break
    done += fractions[earlier]
  }
  return Math.min(1, done + fractions[stage] * fraction)
}
