import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { cancelTask } from '#api/tasks.ts'
import type { Task } from '#contract/tasks.ts'
import { assetQuery, assetsKey } from '#queries/assets.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { loadCode } from '#ui/layout/loaded-code.ts'
import { prefetch } from '#ui/layout/prefetch.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { t } from '#languages/studio.ts'
import { studioStore, useStudio } from './state/store.ts'
import { useSending } from './task-batch/use-outbox.ts'
import { isLive } from './tasks/task-list.ts'
import { heldTasks, useTasks } from './tasks/use-tasks.ts'
import { usualTimesQuery } from './tasks/use-duration-estimates.ts'

const loadTelling = async () => (await import('./task-news/notify-task-ended.ts')).notifyTaskEnded
const loadOffer = async () => (await import('#queries/notice-offer.ts')).offerNotices

type On = {
  isActive: boolean
  opened: () => void
}

export function useWorkbenchTasks({ isActive, opened }: On) {
  const [, navigate] = useLocation()
  const client = useQueryClient()
  const shown = useStudio((state) => state.shown)
  const open = ({ id, asset: made }: Task) => {
    studioStore.getState().taskShown(id)
    navigate(made ? `/asset/${made.id}` : '/')
    opened()
  }
  const onEnded = (task: Task) => {
    const { asset: made } = task
    if (made) {
      client.setQueryData(assetQuery(made.id).queryKey, made)
      void client.invalidateQueries({ queryKey: assetsKey, refetchType: 'active' })
      void client.invalidateQueries({ queryKey: usualTimesQuery().queryKey })
      const { warnings = [] } = made.recipe ?? {}
      if (warnings.length > 0) {
        showToast({
          title: t('{name} was made, with warnings', { name: made.name }),
          detail: warnings.join(' '),
        })
      }
    }
    if (!isActive || document.hidden || shown?.id !== task.id) {
      const isOneOfMany = heldTasks(client).filter(isLive).length > 3
      void loadCode(loadTelling).then((tellEnded) =>
        tellEnded(task, {
          isOneOfMany,
          onOpen: () => open(task),
        }),
      )
    } else if (made) navigate(`/asset/${made.id}`, { replace: true })
  }
  const { tasks, isLoading, lostIds, putTask } = useTasks(onEnded)
  useSending({
    started: (task) => {
      putTask(task)
      const { shown: onCanvas, taskShown } = studioStore.getState()
      if (onCanvas === undefined) taskShown(task.id)
    },
    unwanted: ({ id }) =>
      void cancelTask(id).then(putTask, reportFailure(t('Could not cancel a task'))),
    refused: (_task, reason) =>
      showToast({ kind: 'error', title: t('Could not start a task'), detail: reason }),
  })
  useReattach(tasks)
  useEffect(() => prefetch(loadTelling), [])

  return {
    tasks,
    isLoading,
    lostIds,
    putTask,
    open,
    onStarted: (task: Task) => {
      putTask(task)
      open(task)
      void offer()
    },
  }
}

/** Offers notices. The offer is only a hint, so a failure to load it is ignored. */
const offer = () =>
  loadOffer().then(
    (offerNotices) => offerNotices(showToast, reportFailure(t('Notifications'))),
    () => {},
  )

function useReattach(tasks: readonly Task[]): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current || tasks.length === 0) return
    isDone.current = true
    const running = tasks.find(isLive)
    const { shown, taskShown } = studioStore.getState()
    if (running && shown === undefined) taskShown(running.id)
  }, [tasks])
}
