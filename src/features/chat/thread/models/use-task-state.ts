import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { followTask } from '#api/follow-task.ts'
import { ApiError } from '#api/http/errors.ts'
import { isTaskOver, type Task } from '#contract/tasks.ts'
import { assetsKey } from '#queries/assets.ts'

/**
 * Milliseconds until the task is requested again, because the tool call may not have created the
 * task yet.
 */
const retryMs = 700
const retriesMax = 40

export type TaskNews = { task: Task; previewUrl?: string | undefined }

export function useTaskState(taskId: string | undefined): TaskNews | undefined {
  const [news, setNews] = useState<TaskNews>()
  const client = useQueryClient()
  useEffect(() => {
    if (taskId === undefined) return undefined
    const stop = new AbortController()
    void follow(taskId, stop.signal, (change) => {
      setNews(change)
    }).then((isOver) => {
      if (isOver) void client.invalidateQueries({ queryKey: assetsKey })
    })
    return () => stop.abort()
  }, [taskId, client])
  return news
}

async function follow(
  taskId: string,
  signal: AbortSignal,
  hear: (change: (before: TaskNews | undefined) => TaskNews | undefined) => void,
): Promise<boolean> {
  let wasRunning = false
  for (let tries = 0; tries < retriesMax && !signal.aborted; tries++) {
    try {
      for await (const event of followTask(taskId, signal)) {
        if (event.type === 'task-progress') {
          const { stage, progress, previewUrl } = event
          hear((now) => {
            if (!now) return now
            const task = {
              ...now.task,
              ...(stage !== undefined && { stage }),
              ...(progress !== undefined && { progress }),
            }
            return { task, previewUrl: previewUrl ?? now.previewUrl }
          })
          continue
        }
        wasRunning ||= !isTaskOver(event.task.status)
        hear((now) => ({ task: event.task, previewUrl: now?.previewUrl }))
      }
      return wasRunning && !signal.aborted
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) return false
      await new Promise((resolve) => setTimeout(resolve, retryMs))
    }
  }
  return false
}
