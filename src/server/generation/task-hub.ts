import { filterTopics, noWake, type Wake } from '../store/replica.ts'

/** Signals in all processes that the rows of a task have changed. Carries no data. */
export type TaskHub = {
  changed: (taskId: string) => void
  allChanged: () => void
  watch: (taskId: string) => TaskWatch
  /** Signals a change of all tasks in this process only. */
  lookAgain: () => void
}

type TaskWatch = {
  /** Resolves once the task has changed since the last call, or when `signal` is aborted. */
  next: (signal: AbortSignal) => Promise<void>
  close: () => void
}

export function createTaskHub(wake: Wake = noWake): TaskHub {
  const watches = new Map<string, Set<() => void>>()

  const notifyWatchers = (taskId: string) => {
    for (const notify of watches.get(taskId) ?? []) notify()
  }
  const lookAgain = () => {
    for (const taskId of watches.keys()) notifyWatchers(taskId)
  }
  wake.listen(filterTopics('task', (taskId) => (taskId ? notifyWatchers(taskId) : lookAgain())))
  return {
    lookAgain,
    changed: (taskId) => {
      notifyWatchers(taskId)
      wake.tell(`task:${taskId}`)
    },
    allChanged: () => {
      lookAgain()
      wake.tell('task:')
    },
    watch: (taskId) => {
      let hasChanged = false
      let resume: (() => void) | undefined
      const notify = () => {
        hasChanged = true
        resume?.()
      }
      const own = watches.get(taskId) ?? new Set()
      watches.set(taskId, own.add(notify))
      return {
        next: async (signal) => {
          if (!hasChanged && !signal.aborted) {
            await new Promise<void>((resolve) => {
              const end = () => {
                signal.removeEventListener('abort', end)
                resolve()
              }
              signal.addEventListener('abort', end)
              resume = end
            })
          }
          hasChanged = false
          resume = undefined
        },
        close: () => {
          own.delete(notify)
          if (own.size === 0 && watches.get(taskId) === own) watches.delete(taskId)
        },
      }
    },
  }
}
