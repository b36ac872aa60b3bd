import type { Task } from '#contract/tasks.ts'
import type { Usual } from './task-eta.ts'
import { isLive, workedMs } from './task-list.ts'

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
