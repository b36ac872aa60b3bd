import { isTaskOver, type Task, type TaskEvent } from '#contract/tasks.ts'

const keptMax = 48

/**
 * Returns the list with `task` at its old position, or at the front if the task is new. The list is
 * sorted newest first.
 */
export function withTask(tasks: readonly Task[], task: Task): Task[] {
  if (tasks.some(({ id }) => id === task.id)) {
    return tasks.map((held) => (held.id === task.id ? latest(held, task) : held))
  }
  return [task, ...tasks]
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    .filter((held, at) => at < keptMax || isLive(held))
}

/** Merges two states of a task. An ended task stays ended, and progress does not decrease. */
function latest(held: Task, told: Task): Task {
  if (isTaskOver(held.status) && !isTaskOver(told.status)) return held
  if (isTaskOver(told.status) || held.status !== told.status) return told
  const progress = Math.max(held.progress ?? 0, told.progress ?? 0)
  return progress > 0 ? { ...told, progress } : told
}

/** Merges a list from the server, which may be older than received stream events. */
export const mergeTasks = (held: readonly Task[], told: readonly Task[]): Task[] => {
  const before = new Map(held.map((task) => [task.id, task]))
  return told.map((task) => {
    const old = before.get(task.id)
    return old ? latest(old, task) : task
  })
}

export function withEvent(tasks: readonly Task[], id: string, event: TaskEvent): Task[] {
  if (event.type !== 'task-progress') return withTask(tasks, event.task)
  const task = tasks.find((held) => held.id === id)
  if (!task || isTaskOver(task.status)) return [...tasks]
  const { queuePosition: _passed, ...rest } = task
  return withTask(tasks, {
    ...rest,
    status: 'running',
    ...(event.stage !== undefined && { stage: event.stage }),
    ...(event.progress !== undefined && { progress: event.progress }),
    ...(event.previewUrl !== undefined && { previewUrl: event.previewUrl }),
  })
}

export const isLive = (task: Task): boolean => !isTaskOver(task.status)

export function workedMs(task: Task, nowMs: number): number {
  const startedAt = task.startedAt ?? (task.status === 'running' ? task.createdAt : undefined)
  if (startedAt === undefined) return 0
  const end = task.finishedAt === undefined ? nowMs : Date.parse(task.finishedAt)
  return Math.max(0, end - Date.parse(startedAt))
}
