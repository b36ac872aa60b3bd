import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '#api/http/errors.ts'
import { listTasks } from '#api/tasks.ts'
import type { Task } from '#contract/tasks.ts'
import { onceBack } from '#lib/browser/is-server-away.ts'
import { isLive, mergeTasks, withEvent, withTask } from './task-list.ts'

const loadFollowTask = () => import('#api/follow-task.ts')

/** Maximum number of open streams, because browsers allow six HTTP/1.1 connections per server. */
const streamsMax = 3
/** Polling interval in milliseconds while there are running tasks without a stream. */
const pollMs = 2_000

/** Query key of the task list. Invalidate this key after a change outside the task streams. */
export const tasksKey = ['tasks'] as const

const tasksQuery = (client: QueryClient) =>
  queryOptions({
    queryKey: tasksKey,
    queryFn: async ({ signal }) => {
      const { tasks } = await listTasks(24, signal)
      return mergeTasks(heldTasks(client), tasks)
    },
    refetchInterval: ({ state }) =>
      (state.data?.filter(isLive).length ?? 0) > streamsMax ? pollMs : false,
  })

export const heldTasks = (client: QueryClient): readonly Task[] =>
  client.getQueryData<Task[]>(tasksKey) ?? []

export type Tasks = {
  tasks: readonly Task[]
  isLoading: boolean
  error: Error | null
  retry: () => void
  lostIds: ReadonlySet<string>
  putTask: (task: Task) => void
}

/**
 * Loads the tasks of this server and follows the running tasks. Call this hook only once per page.
 * @param onEnded called for each task that ends while the page is open.
 */
export function useTasks(onEnded: (task: Task) => void): Tasks {
  const client = useQueryClient()
  const { data: tasks = [], isLoading, error, refetch } = useQuery(tasksQuery(client))
  const [lostIds, setLostIds] = useState<ReadonlySet<string>>(new Set())
  const streams = useRef(new Map<string, AbortController>())
  const watched = useRef(new Set<string>())

  useEffect(() => {
    const change = (update: (held: readonly Task[]) => Task[]) =>
      client.setQueryData<Task[]>(tasksKey, (held) => update(held ?? []))

    const follow = async (id: string) => {
      const controller = new AbortController()
      streams.current.set(id, controller)
      const lost = (isLost: boolean) => setLostIds((held) => withMember(held, id, isLost))
      try {
        const { followTask } = await onceBack(loadFollowTask, controller.signal)
        for await (const event of followTask(id, controller.signal, () => lost(true))) {
          lost(false)
          change((held) => withEvent(held, id, event))
        }
        streams.current.delete(id)
      } catch (failure) {
        // Status 404 means that the task was deleted. Other errors are temporary.
        if (failure instanceof ApiError && failure.status === 404) {
          change((held) => held.filter((task) => task.id !== id))
        } else console.warn('A task cannot be followed.', failure)
      } finally {
        lost(false)
      }
    }

    // The oldest running tasks come first, because they end first and free their stream.
    const live = tasks.filter(isLive).toReversed()
    live.sort((a, b) => Number(a.status === 'queued') - Number(b.status === 'queued'))
    for (const { id } of live) {
      if (streams.current.size >= streamsMax) break
      if (!streams.current.has(id)) void follow(id)
    }
  }, [client, tasks])

  const report = useEffectEvent(onEnded)
  useEffect(() => {
    for (const task of tasks) {
      if (isLive(task)) watched.current.add(task.id)
      else if (watched.current.delete(task.id)) report(task)
    }
  }, [tasks])

  useEffect(() => {
    const open = streams.current
    return () => {
      for (const controller of open.values()) controller.abort()
      open.clear()
    }
  }, [])

  return {
    tasks,
    isLoading,
    error,
    retry: () => void refetch(),
    lostIds,
    putTask: (task) => client.setQueryData<Task[]>(tasksKey, (held) => withTask(held ?? [], task)),
  }
}

function withMember(held: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  if (held.has(id) === isIn) return held
  const next = new Set(held)
  if (isIn) next.add(id)
  else next.delete(id)
  return next
}
