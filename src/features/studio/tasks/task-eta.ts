import type { Model3d } from '#contract/models.ts'
import type { Task, UsualTime } from '#contract/tasks.ts'
import { isLive, workedMs } from './task-list.ts'

/** How long things usually take here; what nobody knows is `undefined`, never guessed. */
export type Usual = {
  /** A whole task: what was measured here, else what the model's schema says. */
  totalMs: (modelId: string) => number | undefined
  /** From the begin of a stage to the task's end, as measured here. */
  leftMs: (modelId: string, stage: string | undefined) => number | undefined
}

export function usualOf(times: readonly UsualTime[], models: readonly Model3d[]): Usual {
  const measured = new Map(times.map((time) => [time.modelId, time]))
  return {
    totalMs: (modelId) => {
      const said = models.find(({ id }) => id === modelId)?.expectedSeconds
      return measured.get(modelId)?.totalMs ?? (said === undefined ? undefined : said * 1000)
    },
    leftMs: (modelId, stage) =>
      measured.get(modelId)?.stages.find((one) => one.stage === stage)?.leftMs,
  }
}

/**
 * How long a running task will still take, 0 when it is overdue.
 *
 * @param stageAgeMs how long it has been at its stage, where somebody looked on when that began.
 */
export function remainingMs(
  task: Task,
  { usual, nowMs, stageAgeMs }: { usual: Usual; nowMs: number; stageAgeMs?: number | undefined },
): number | undefined {
  const fromStage = usual.leftMs(task.modelId, task.stage)
  if (fromStage !== undefined && stageAgeMs !== undefined) {
    return Math.max(0, fromStage - stageAgeMs)
  }
  const total = usual.totalMs(task.modelId)
  return total === undefined ? undefined : Math.max(0, total - workedMs(task, nowMs))
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
    lanesOf.set(provider, [...(lanesOf.get(provider) ?? []), left])
  }
  for (const task of live.filter(({ status }) => status === 'queued')) {
    const provider = providerOf(task)
    const lanes = lanesOf.get(provider) ?? [0]
    lanesOf.set(provider, lanes)
    const free = soonest(lanes)
    const from = lanes[free]
    const total = usual.totalMs(task.modelId)
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
