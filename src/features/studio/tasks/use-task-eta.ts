import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Task } from '#contract/tasks.ts'
import { remainingMs, queueEtas } from './queue-eta.ts'
import { heldTasks } from './use-tasks.ts'
import { useDurationEstimates } from './use-duration-estimates.ts'

/**
 * Returns the estimate of a task: `leftMs` if the task runs, `doneInMs` if the task is queued.
 * Undefined without an estimate.
 */
export function useTaskEta(
  task: Task,
  nowMs: number,
): { leftMs: number | undefined; doneInMs: number | undefined } {
  const usual = useDurationEstimates()
  const client = useQueryClient()
  const stageAgeMs = useStageAge(task, nowMs)
  if (task.status === 'running') {
    return { leftMs: remainingMs(task, { usual, nowMs, stageAgeMs }), doneInMs: undefined }
  }
  return { leftMs: undefined, doneInMs: queueEtas(heldTasks(client), usual, nowMs).get(task.id) }
}

/**
 * Returns the time since the current stage began, in milliseconds. Undefined if the stage began
 * before this component was mounted.
 */
function useStageAge({ stage }: Task, nowMs: number): number | undefined {
  const [seen, setSeen] = useState<{ stage: string | undefined; atMs?: number }>({ stage })
  if (seen.stage !== stage) setSeen({ stage, atMs: nowMs })
  return seen.atMs === undefined ? undefined : Math.max(0, nowMs - seen.atMs)
}
