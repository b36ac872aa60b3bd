import { useRef, useState } from 'react'
import { ApiError, isAbort, NetworkError } from '#api/http/errors.ts'
import { explainError } from '#lib/explain.ts'
import { createTask } from '#api/tasks.ts'
import type { ParamIssue } from '#lib/params/check/check-params.ts'
import type { CreateTask, Task } from '#contract/tasks.ts'
import { newId } from '#lib/id.ts'
import { t } from '#languages/studio.ts'
import { hasWaitingPicture } from '../state/waiting-url.ts'

/** The part of a task that runs in this browser before the server continues. */
export type OwnRun = {
  step: 'load' | 'run'
  done: number
  cancel: () => void
}

export type Generate = {
  isStarting: boolean
  ownRun: OwnRun | undefined
  /**
   * Reason why the last attempt created no task. Undefined if the form shows the reason beside a
   * param.
   */
  problem: string | undefined
  start: (modelId: string, params: Record<string, unknown>) => void
  dismiss: () => void
}

/**
 * Starts tasks, one request at a time. A repeated request with the same params has the same id, so
 * that a second click never pays for a second task.
 */
export function useGenerate(on: {
  started: (task: Task) => void
  refused: (issues: readonly ParamIssue[]) => void
  /**
   * Queues a task that cannot be sent now, because a picture waits or the browser is offline.
   * @returns whether the queue had room.
   */
  delayed: (task: CreateTask) => boolean
}): Generate {
  const [isStarting, setIsStarting] = useState(false)
  const [problem, setProblem] = useState<string>()
  const { ownRun, prepare } = useOwnRun()
  const unanswered = useRef<{ id: string; asked: string }>(undefined)

  const delay = (task: CreateTask) => {
    if (on.delayed(task)) return
    setProblem(t('Too many tasks are waiting in this browser. Wait until some have been sent.'))
  }
  const start = async (modelId: string, params: Record<string, unknown>) => {
    const asked = JSON.stringify([modelId, params])
    const id = unanswered.current?.asked === asked ? unanswered.current.id : newId()
    const wanted = { id, modelId, params }
    setProblem(undefined)
    if (hasWaitingPicture(params)) return delay(wanted)
    setIsStarting(true)
    try {
      wanted.params = await prepare(modelId, params)
      const task = await createTask(wanted)
      unanswered.current = undefined
      on.started(task)
    } catch (error) {
      if (isAbort(error)) return
      if (error instanceof NetworkError && !navigator.onLine) {
        unanswered.current = undefined
        return delay(wanted)
      }
      unanswered.current = error instanceof NetworkError ? { id, asked } : undefined
      const issues =
        error instanceof ApiError && error.code === 'invalid_params' ? error.issues : []
      if (issues.length > 0) on.refused(issues)
      else setProblem(explainError(error))
    } finally {
      setIsStarting(false)
    }
  }

  return {
    isStarting,
    ownRun,
    problem,
    start: (modelId, params) => {
      if (!isStarting) void start(modelId, params)
    },
    dismiss: () => setProblem(undefined),
  }
}

function useOwnRun() {
  const [ownRun, setOwnRun] = useState<OwnRun>()
  const prepare = async (modelId: string, params: Record<string, unknown>) => {
    if (params['run_on'] !== 'browser') return params
    const stop = new AbortController()
    const show = (step: OwnRun['step'], done: number) =>
      setOwnRun({ step, done, cancel: () => stop.abort() })
    show('load', 0)
    try {
      const { addSceneCodes } = await import('../browser-network/add-scene-codes.ts')
      return await addSceneCodes(modelId, params, { onStep: show, signal: stop.signal })
    } finally {
      setOwnRun(undefined)
    }
  }
  return { ownRun, prepare }
}
