import type { Task } from '#contract/tasks.ts'
import { t } from '#languages/studio.ts'
import type { DurationEstimates } from './task-eta.ts'
import { isLive, workedMs } from './task-list.ts'

/** A task counts as slow if it exceeds its estimate by more than this fraction. */
const slackRatio = 0.5

/**
 * Returns the remaining time of a running task in milliseconds. Zero if the task may end at any
 * moment, negative if the task is slower than similar tasks.
 * @param stageAgeMs time in the task's current stage, if this page saw the stage begin.
 */
export function remainingMs(
  task: Task,
  {
    usual,
    nowMs,
    stageAgeMs,
  }: { usual: DurationEstimates; nowMs: number; stageAgeMs?: number | undefined },
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
  return -left > slackRatio * (total ?? fromStage ?? 0) ? left : 0
}

/** Maximum fraction that the progress bar shows before the task ends. */
const unfinishedMax = 0.97

/**
 * Returns the fraction that the progress bar of a running task shows, from the estimated time left.
 * Without an estimate, the fraction is the progress that the provider reports. Undefined before the
 * first stage, because the task is still starting.
 */
export function shownFraction(
  { stage, progress }: Pick<Task, 'stage' | 'progress'>,
  { leftMs, workedMs: doneMs }: { leftMs: number | undefined; workedMs: number },
): number | undefined {
  if (stage === undefined) return undefined
  if (leftMs === undefined) return progress
  if (leftMs <= 0) return unfinishedMax
  return Math.min(unfinishedMax, doneMs / (doneMs + leftMs))
}

/**
 * Estimates when each waiting task ends, in milliseconds from `nowMs`, by the task's id. Assumes
 * that a provider runs as many tasks at once as now. A task without an estimate makes all later
 * estimates unknown.
 */
export function queueEtas(
  tasks: readonly Task[],
  usual: DurationEstimates,
  nowMs: number,
): ReadonlyMap<string, number> {
  const etas = new Map<string, number>()
  const lanesByProvider = new Map<string, (number | undefined)[]>()
  // The list is sorted newest first, but tasks run oldest first.
  const live = tasks.filter(isLive).toReversed()
  for (const task of live.filter(({ status }) => status === 'running')) {
    const provider = getProviderId(task)
    const left = remainingMs(task, { usual, nowMs })
    const known = left === undefined ? undefined : Math.max(0, left)
    lanesByProvider.set(provider, [...(lanesByProvider.get(provider) ?? []), known])
  }
  for (const task of live.filter(({ status }) => status === 'queued')) {
    const provider = getProviderId(task)
    const lanes = lanesByProvider.get(provider) ?? [0]
    lanesByProvider.set(provider, lanes)
    const free = soonest(lanes)
    const from = lanes[free]
    const total = usual.totalMs(task)
    const done = from === undefined || total === undefined ? undefined : from + total
    lanes[free] = done
    if (done !== undefined) etas.set(task.id, done)
  }
  return etas
}

const getProviderId = ({ modelId }: Task): string => modelId.split('/', 1)[0] ?? modelId

/**
 * Returns the index of the lane that is free first. A lane is one of the tasks that a provider runs
 * at once. Lanes without an estimate come last.
 */
function soonest(lanes: readonly (number | undefined)[]): number {
  let best = 0
  lanes.forEach((ms, at) => {
    if ((ms ?? Infinity) < (lanes[best] ?? Infinity)) best = at
  })
  return best
}

/**
 * Formats a position such as `Next in line` or `2nd in line`.
 * @param position number of tasks ahead in the queue.
 */
export function describePosition(position: number | undefined): string {
  if (position === undefined) return t('Waiting in the queue')
  if (position === 0) return t('Next in line')
  const place = position + 1
  const isTeen = Math.floor((place % 100) / 10) === 1
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th')
  return t('{place}{ending} in line', { place, ending })
}
