import type { Model3d } from '#contract/models.ts'
import type { Task, UsualTime } from '#contract/tasks.ts'
import { isLive, workedMs } from './task-list.ts'

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
    if (!/seed/i.test(name)) distance += unlike(run.params[name], params[name])
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

/** An estimate is passed by this much before a task is called slow. */
const slackShare = 0.5

/**
 * How long a running task will still take: 0 when it may be done any moment, negative when it takes
 * clearly longer than tasks like it.
 *
 * @param stageAgeMs how long it has been at its stage, where somebody looked on when that began.
 */
export function remainingMs(
  task: Task,
  { usual, nowMs, stageAgeMs }: { usual: Usual; nowMs: number; stageAgeMs?: number | undefined },
): number | undefined {
  const total = usual.totalMs(task)
  const fromStage = usual.leftMs(task, task.stage)
  const left =
    fromStage !== undefined && stageAgeMs !== undefined
      ? fromStage - stageAgeMs
      : total === undefined
        ? undefined
        : total - workedMs(task, nowMs)
  if (left === undefined || left >= 0) return left
  return -left > slackShare * (total ?? fromStage ?? 0) ? left : 0
}

/**
 * When each waiting task will be done, as far as known: the tasks of one provider are done in order,
 * as many at once as it has running now. One task that nobody can estimate makes all behind it unknown.
 *
 * @returns milliseconds from `nowMs` on, by the task's id.
 */
export function queueEtas(
  tasks: readonly Task[],
  usual: Usual,
  nowMs: number,
): ReadonlyMap<string, number> {
  const etas = new Map<string, number>()
  const lanesOf = new Map<string, (number | undefined)[]>()
  // The list is newest first.
  const live = tasks.filter(isLive).toReversed()
  for (const task of live.filter(({ status }) => status === 'running')) {
    const provider = providerOf(task)
    const left = remainingMs(task, { usual, nowMs })
    const known = left === undefined ? undefined : Math.max(0, left)
    lanesOf.set(provider, [...(lanesOf.get(provider) ?? []), known])
  }
  for (const task of live.filter(({ status }) => status === 'queued')) {
    const provider = providerOf(task)
    const lanes = lanesOf.get(provider) ?? [0]
    lanesOf.set(provider, lanes)
    const free = soonest(lanes)
    const from = lanes[free]
    const total = usual.totalMs(task)
    const done = from === undefined || total === undefined ? undefined : from + total
    lanes[free] = done
    if (done !== undefined) etas.set(task.id, done)
  }
  return etas
}

/** `gateway/some/model` is the gateway's. */
const providerOf = ({ modelId }: Task): string => modelId.split('/', 1)[0] ?? modelId

/** The lane that is free first; one that nobody can estimate only when there is no other. */
function soonest(lanes: readonly (number | undefined)[]): number {
  let best = 0
  lanes.forEach((ms, at) => {
    if ((ms ?? Infinity) < (lanes[best] ?? Infinity)) best = at
  })
  return best
}

/** `Next in line`, `2nd in line`, `11th in line`. @param position how many are before it. */
export function describePosition(position: number | undefined): string {
  if (position === undefined) return 'Waiting in the queue'
  if (position === 0) return 'Next in line'
  const place = position + 1
  const isTeen = Math.floor((place % 100) / 10) === 1
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th')
  return `${place}${ending} in line`
}
