import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { Model3d } from '#contract/models.ts'
import type { CreateTask, Task } from '#contract/tasks.ts'
import { newId } from '#lib/id.ts'
import type { ParamIssue } from '#lib/params/check/check-params.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/studio.ts'
import { focusFirstIssue } from './form/focus-first-issue.ts'
import { getFieldName, type ParamForm } from './form/use-param-form.ts'
import type { Upload } from './picture/use-upload.ts'
import { outbox } from './task-batch/outbox.ts'
import { withSeeds } from './task-batch/seeds.ts'
import { useGenerate } from './tasks/use-generate.ts'

const outboxFull = {
  kind: 'error',
  title: t('Only one was started'),
  detail: t('Too many tasks are waiting in this browser. Wait until some have been sent.'),
} as const

type Submitted = {
  model: Model3d
  form: ParamForm
  upload: Upload
  seedCount: number
  /** The element that contains the fields. Its first field with an issue gets the focus. */
  root: RefObject<HTMLElement | null>
  onStarted: (task: Task) => void
}

export function useSubmit({ model, form, upload, seedCount, root, onStarted }: Submitted) {
  const others = useRef<CreateTask[]>([])
  const focusIssues = (issues: readonly ParamIssue[]) => {
    const names = new Set(issues.map(({ path }) => getFieldName(path)))
    requestAnimationFrame(() => root.current && focusFirstIssue(root.current, names))
  }
  const generate = useGenerate({
    started: (task) => {
      // The other tasks would fail for the same reason, so queue them only after the server has
      // accepted the first task.
      if (!outbox.getState().tasksWanted(others.current)) showToast(outboxFull)
      others.current = []
      onStarted(task)
    },
    delayed: (task) => {
      const isQueued = outbox.getState().tasksWanted([task, ...others.current])
      others.current = []
      return isQueued
    },
    refused: (issues) => {
      form.refused(issues)
      focusIssues(issues)
    },
  })
  const start = () => {
    form.submitted()
    if (form.issues.length > 0) return focusIssues(form.issues)
    const [first = form.sent, ...rest] = withSeeds(model, form.sent, seedCount)
    others.current = rest.map((params) => ({ id: newId(), modelId: model.id, params }))
    generate.start(model.id, first)
  }
  const { isWaiting, submit } = useAfterUpload(upload, start)

  return {
    submit,
    isStarting: generate.isStarting || isWaiting,
    ownRun: generate.ownRun,
    problem: generate.problem,
  }
}

function useAfterUpload({ state: { status } }: Upload, start: () => void) {
  const isPressed = useRef(false)
  const [isWaiting, setIsWaiting] = useState(false)
  if (isWaiting && status !== 'sending') setIsWaiting(false)

  const startLatest = useEffectEvent(start)
  useEffect(() => {
    if (status === 'sending' || !isPressed.current) return
    isPressed.current = false
    if (status !== 'failed') startLatest()
  }, [status])

  const submit = () => {
    if (status !== 'sending') return start()
    isPressed.current = true
    setIsWaiting(true)
  }
  return { isWaiting, submit }
}

export function useSubmitKeys(isActive: boolean, submit: () => void): void {
  const submitLatest = useEffectEvent(submit)
  useEffect(() => {
    if (!isActive) return undefined
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
      if (event.target instanceof Element && event.target.closest('[role="dialog"]')) return
      event.preventDefault()
      // The same key press makes a focused number field apply its value, which must render before
      // sending.
      flushSync(() => {})
      submitLatest()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [isActive])
}
