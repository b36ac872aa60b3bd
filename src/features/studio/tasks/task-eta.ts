import type { Model3d } from '#contract/models.ts'
import type { UsualTime } from '#contract/tasks.ts'
import { ownValue } from '#lib/own-value.ts'

/** What is to be made: the more of it is known, the better the estimate. */
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

/** How long things usually take here; what nobody knows is `undefined`, never guessed. */
export type Usual = {
  /** A whole task: as tasks like it took here, else what the model's schema says. */
  totalMs: (job: Job) => number | undefined
  /** From the begin of a stage to the task's end, as tasks like it took here. */
  leftMs: (job: Job, stage: string | undefined) => number | undefined
}

type Run = UsualTime['runs'][number]

/** The median of so many tasks that are most like it is taken. */
const nearestCount = 5
/** A number that is four times as large counts as much as another choice. */
const numberScale = Math.log(4)

/** How long tasks usually take: by those that were measured, or by what their model says. */
export function usualOf(times: readonly UsualTime[], models: readonly Model3d[]): Usual {
  const measured = new Map(times.map(({ modelId, runs }) => [modelId, runs]))
  const runsLike = (job: Job) => nearestRuns(measured.get(job.modelId) ?? [], job)
  return {
    totalMs: (job) => {
      const said = models.find(({ id }) => id === job.modelId)?.expectedSeconds
      const known = median(runsLike(job).map(({ totalMs }) => totalMs))
      return known ?? (said === undefined ? undefined : said * 1000)
    },
    leftMs: (job, stage) =>
      median(
        runsLike(job).flatMap(({ stages }) =>
          stages.flatMap((one) => (one.stage === stage ? [one.leftMs] : [])),
        ),
      ),
  }
}

/** The newest come first among those that are equally like it. */
const nearestRuns = (runs: readonly Run[], job: Job): Run[] =>
  runs
    .map((run) => ({ run, distance: distanceOf(run, job) }))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, nearestCount)
    .map(({ run }) => run)

/** How unlike two tasks of a model are: 0 for the same settings and pictures of the same size. */
function distanceOf(run: Run, { params, picture }: Job): number {
  const { widthPx, heightPx, hasAlpha } = picture ?? {}
  const pixels = widthPx !== undefined && heightPx !== undefined ? widthPx * heightPx : undefined
  let distance = pixels === undefined || run.pixels === undefined ? 0 : unlike(run.pixels, pixels)
  // One that is cut out already needs no mask.
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
