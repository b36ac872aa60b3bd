import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '#api/http/errors.ts'
import { listTasks } from '#api/tasks.ts'
import type { Task } from '#contract/tasks.ts'
import { isLive, mergeTasks, withEvent, withTask } from './task-list.ts'

/** Streams held open at once. A browser grants six connections to a server, for everything. */
const streamsMax = 3
/** How often the list is read again while there are tasks that no stream is open for. */
const pollMs = 2_000

/** Of the task list; to be invalidated when something else changes it. */
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

/** The list as `useTasks` holds it now, newest first; for whoever renders often enough anyway. */
export const heldTasks = (client: QueryClient): readonly Task[] =>
  client.getQueryData<Task[]>(tasksKey) ?? []

export type Tasks = {
  /** Newest first. */
  tasks: readonly Task[]
  isLoading: boolean
  error: Error | null
  retry: () => void
  /** Tasks whose stream is lost for the moment; they go on all the same. */
  lostIds: ReadonlySet<string>
  /** Takes in what the server answered about a task, ahead of the next list. */
  putTask: (task: Task) => void
}

/**
 * The tasks of this server, with those that are not over followed live. Use it once.
 *
 * @param onEnded is told each task that ends while this page looks on; not those that were over before.
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
        const { followTask } = await import('#api/follow-task.ts')
        for await (const event of followTask(id, controller.signal, () => lost(true))) {
          lost(false)
          change((held) => withEvent(held, id, event))
        }
        streams.current.delete(id)
      } catch (failure) {
        // The server does not know it any more. Whatever else goes wrong, trying again would not help.
        if (failure instanceof ApiError && failure.status === 404) {
          change((held) => held.filter((task) => task.id !== id))
        } else console.warn('A task cannot be followed.', failure)
      } finally {
        lost(false)
      }
    }

    // Running before queued, and the oldest first: they end first and make room.
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
