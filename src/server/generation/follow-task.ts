import { isTaskOver, type Task, type TaskEvent } from '#contract/tasks.ts'
import type { Store } from '../store/store.ts'
import type { Previews } from './previews.ts'
import type { TaskHub } from './task-hub.ts'
import {
  eventAt,
  eventsAfter,
  findTask,
  getQueuePosition,
  type TaskEventRow,
  type TaskRow,
  type TaskWithAsset,
} from './task-rows.ts'
import { toTask } from './task-view.ts'

export type NumberedTaskEvent = { seq: number; event: TaskEvent }

/**
 * Yields a task's events, read from the database, until `task-end` or `signal`.
 * @param after number of the client's last event. The stream then continues from that event. If
 * absent or unknown, the stream starts with the current state.
 */
export async function* streamTaskEvents(
  { store, hub, previews }: { store: Store; hub: TaskHub; previews: Previews },
  id: string,
  { after, signal }: { after?: number | undefined; signal: AbortSignal },
): AsyncGenerator<NumberedTaskEvent> {
  const { db } = store
  const watch = hub.watch(id)
  try {
    const now = await findTask(db, id)
    if (!now) return
    const past = after === undefined ? undefined : await eventAt(db, id, after)
    let seq = past?.seq ?? now.task.eventSeq
    let status = past?.status ?? now.task.status
    let position = await getPosition(now.task)
    yield {
      seq,
      event: { type: 'task-state', task: past ? asAt(now, past) : toTask(now, position) },
    }
    if (isTaskOver(status)) {
      yield { seq, event: { type: 'task-end', task: toTask(now) } }
      return
    }

    while (!signal.aborted) {
      const events = await eventsAfter(db, id, seq)
      for (const row of events) {
        seq = row.seq
        if (row.status === status) {
          const version = await previews.findVersion(id)
          const previewUrl = version !== undefined && `/api/tasks/${id}/preview?version=${version}`
          const place = { ...toPlace(row), ...(previewUrl && { previewUrl }) }
          yield { seq, event: { type: 'task-progress', ...place } }
          continue
        }
        status = row.status
        const current = await findTask(db, id)
        if (!current) return
        if (isTaskOver(status)) {
          yield { seq, event: { type: 'task-end', task: toTask(current) } }
          return
        }
        yield { seq, event: { type: 'task-state', task: asAt(current, row) } }
      }
      if (status === 'queued') {
        const current = await findTask(db, id)
        const moved = current && (await getPosition(current.task))
        if (current && moved !== undefined && moved !== position) {
          position = moved
          yield { seq, event: { type: 'task-state', task: toTask(current, position) } }
        }
      }
      if (events.length === 0) await watch.next(signal)
    }
  } finally {
    watch.close()
  }

  async function getPosition(task: TaskRow): Promise<number | undefined> {
    return task.status === 'queued' ? getQueuePosition(db, task) : undefined
  }
}

const toPlace = ({ stage, progress }: TaskEventRow) => ({
  ...(stage !== null && { stage }),
  ...(progress !== null && { progress }),
})

function asAt(current: TaskWithAsset, { status, stage, progress }: TaskEventRow): Task {
  const { asset, task } = current
  const isOver = isTaskOver(status)
  return toTask({
    task: {
      ...task,
      status,
      stage,
      progress,
      ...(!isOver && { failure: null, finishedAt: null }),
      ...(status === 'queued' && { startedAt: null }),
    },
    asset: isOver ? asset : null,
  })
}
