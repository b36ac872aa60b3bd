import type { Model3d } from '#contract/models.ts'
import type { UsualTime } from '#contract/tasks.ts'
import { ownValue } from '#lib/own-value.ts'

export type Job = {
  modelId: string
  params?: Record<string, unknown>
  picture?:
    | {
        widthPx?: number | undefined
        heightPx?: number | undefined
        hasAlpha?: boolean | undefined
      }
    | undefined
}

/** Estimated durations in milliseconds. An unknown duration is `undefined`. */
export type DurationEstimates = {
  /** Duration of a whole task: measured on similar tasks, else from the model's schema. */
  totalMs: (job: Job) => number | undefined
  /**
   * Usual shortest and longest duration of a whole task. Both are the same if only the model's
   * schema has an estimate.
   */
  rangeMs: (job: Job) => readonly [number, number] | undefined
  /** Time from the start of a stage to the end of the task, measured on similar tasks. */
  leftMs: (job: Job, stage: string | undefined) => number | undefined
  /** Names of the stages of the most similar task, or else of any task of the model, in order. */
  stageNames: (job: Job) => readonly string[]
}

type Run = UsualTime['runs'][number]

/** Number of similar tasks for an estimate, which is the median of their durations. */
const nearestCount = 5
/**
 * When settings are compared, numbers that differ by a factor of 4 count as much as two different
 * choices.
 */
const numberScale = Math.log(4)

export function createDurationEstimates(
  times: readonly UsualTime[],
  models: readonly Model3d[],
): DurationEstimates {
  const measured = new Map(times.map(({ modelId, runs }) => [modelId, runs]))
  const runsLike = (job: Job) => nearestRuns(measured.get(job.modelId) ?? [], job)
  const totalsMs = (job: Job): readonly number[] => {
    const known = runsLike(job).map(({ totalMs }) => totalMs)
    const said = models.find(({ id }) => id === job.modelId)?.expectedSeconds
    return known.length > 0 || said === undefined ? known : [said * 1000]
  }
  return {
    totalMs: (job) => median(totalsMs(job)),
    rangeMs: (job) => middleRange(totalsMs(job)),
    leftMs: (job, stage) =>
      median(
        runsLike(job).flatMap(({ stages }) =>
          stages.flatMap((one) => (one.stage === stage ? [one.leftMs] : [])),
        ),
      ),
    stageNames: (job) =>
      runsLike(job)[0]
        ?.stages.toSorted((a, b) => b.leftMs - a.leftMs)
        .map(({ stage }) => stage) ??
      models.find(({ id }) => id === job.modelId)?.stages ??
      [],
  }
}

const nearestRuns = (runs: readonly Run[], job: Job): Run[] =>
  runs
    .map((run) => ({ run, distance: getDistance(run, job) }))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, nearestCount)
    .map(({ run }) => run)

/** Returns how different two tasks of a model are, 0 for the same settings and picture size. */
function getDistance(run: Run, { params, picture }: Job): number {
  const { widthPx, heightPx, hasAlpha } = picture ?? {}
  const pixels = widthPx !== undefined && heightPx !== undefined ? widthPx * heightPx : undefined
  let distance = pixels === undefined || run.pixels === undefined ? 0 : unlike(run.pixels, pixels)
  // A picture with transparency needs no mask, which saves time.
  if (hasAlpha !== undefined && run.hasAlpha !== undefined && hasAlpha !== run.hasAlpha) distance++
  if (!params) return distance
  for (const name of new Set([...Object.keys(run.params), ...Object.keys(params)])) {
    if (!/seed/i.test(name)) distance += unlike(ownValue(run.params, name), ownValue(params, name))
  }
  return distance
}

function unlike(a: unknown, b: unknown): number {
  if (a === b || typeof a === 'object' || typeof b === 'object') return 0
  if (typeof a !== 'number' || typeof b !== 'number' || a < 0 || b < 0) return 1
  return Math.min(1, Math.abs(Math.log((a + 1) / (b + 1))) / numberScale)
}

function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}

/** Returns the range of the middle half of the values, so that an exceptional value is ignored. */
function middleRange(values: readonly number[]): readonly [number, number] | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  const skipped = Math.floor((sorted.length - 1) / 4)
  const [low, high] = [sorted[skipped], sorted.at(-1 - skipped)]
  return low === undefined || high === undefined ? undefined : [low, high]
}
