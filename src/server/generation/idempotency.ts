import { and, eq, lt } from 'drizzle-orm'
import type { Task } from '#contract/tasks.ts'
import { newId } from '#lib/id.ts'
import { HttpError } from '../errors/http-error.ts'
import { encodeJson } from '../json/encode-json.ts'
import { getSha256 } from '../process/sha256.ts'
import { idempotencyKeys } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { PastOrderError } from './past-orders.ts'
import type { TaskService } from './task-service.ts'

const lifetimeMs = 24 * 60 * 60 * 1000

export type KeyedRequest = {
  scope: string
  key: string
  content: unknown
}

/** Creates one task per idempotency key, also for repeated and concurrent requests. */
export type Idempotency = {
  /**
   * @param create creates the task with the given id. If `create` throws and the task does not
   * exist, the key can be used again, except after a `PastOrderError`.
   * @returns the task, and whether this call created it.
   * @throws {HttpError} `conflict` if the key belongs to another request, and the errors of
   * `create`.
   */
  createOnce: (
    request: KeyedRequest,
    create: (taskId: string) => Promise<Task>,
  ) => Promise<{ task: Task; isNew: boolean }>
}

export function createIdempotency(
  { db }: Store,
  tasks: Pick<TaskService, 'find'>,
  { clock = Date.now }: { clock?: () => number } = {},
): Idempotency {
  async function reserve({ scope, key, content }: KeyedRequest) {
    const digest = await getSha256(...(await encodeJson(content)))
    const now = clock()
    await db
      .delete(idempotencyKeys)
      .where(lt(idempotencyKeys.createdAt, new Date(now - lifetimeMs)))
    const [made] = await db
      .insert(idempotencyKeys)
      .values({ scope, key, digest, taskId: newId(), createdAt: new Date(now) })
      .onConflictDoNothing()
      .returning()
    if (made) return { row: made, isNew: true, isSame: true }
    const [row] = await db.select().from(idempotencyKeys).where(isKey({ scope, key }))
    return { row, isNew: false, isSame: row?.digest === digest }
  }

  return {
    createOnce: async (request, create) => {
      const { row, isNew, isSame } = await reserve(request)
      if (!row)
        throw new HttpError('conflict', 'Another request with this key just failed. Try again.')
      if (!isSame) {
        throw new HttpError(
          'conflict',
          'This Idempotency-Key was sent with another request before.',
        )
      }
      const { taskId } = row
      const known = isNew ? undefined : await tasks.find(taskId)
      if (known) return { task: known, isNew }
      try {
        const task = await create(taskId)
        // A failed concurrent request may have deleted the key, so the key is inserted again.
        if (!isNew) await db.insert(idempotencyKeys).values(row).onConflictDoNothing()
        return { task, isNew }
      } catch (error) {
        // The task was paid for before the data was restored from a backup, so the key must not
        // start a second paid task.
        if (error instanceof PastOrderError) throw error
        const made = await tasks.find(taskId)
        if (made) return { task: made, isNew: false }
        await db
          .delete(idempotencyKeys)
          .where(and(isKey(request), eq(idempotencyKeys.taskId, taskId)))
        throw error
      }
    },
  }
}

const isKey = ({ scope, key }: { scope: string; key: string }) =>
  and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key))
