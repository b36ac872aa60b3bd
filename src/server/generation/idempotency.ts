import { and, eq, lt } from 'drizzle-orm'
import type { Task } from '#contract/tasks.ts'
import { newId } from '#lib/id.ts'
import { HttpError } from '../errors/http-error.ts'
import { encodeJson } from '../json/encode-json.ts'
import { sha256Of } from '../process/sha256.ts'
import { idempotencyKeys } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { PastOrderError } from './past-orders.ts'
import type { TaskService } from './task-service.ts'

/** How long a key stands for its task. */
const lifetimeMs = 24 * 60 * 60 * 1000

export type KeyedRequest = {
  /** Whose key it is. */
  scope: string
  key: string
  /** All that makes the request what it is; anything that JSON can hold. */
  content: unknown
}

/** Makes one task for a key, however often and however simultaneously it is asked for. */
export type Idempotency = {
  /**
   * @param create makes the task under the id that it is given. When it throws and there is no task,
   *   the key is free again, save where it has bought something in data that a backup has replaced.
   * @returns the task, and whether this call was the first to ask for it.
   * @throws {HttpError} `conflict` when the key stands for another request, and what `create` throws.
   */
  createOnce: (
    request: KeyedRequest,
    create: (taskId: string) => Promise<Task>,
  ) => Promise<{ task: Task; isNew: boolean }>
}

/** @param clock milliseconds since 1970, for tests. */
export function createIdempotency(
  { db }: Store,
  tasks: Pick<TaskService, 'find'>,
  { clock = Date.now }: { clock?: () => number } = {},
): Idempotency {
  /** The row of this key: made now, or by whoever came first. */
  async function reserve({ scope, key, content }: KeyedRequest) {
    const digest = await sha256Of(...(await encodeJson(content)))
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
      // Its owner failed at this very moment and has given the key back.
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
        // The other one may have failed and given the key back before this one was through.
        if (!isNew) await db.insert(idempotencyKeys).values(row).onConflictDoNothing()
        return { task, isNew }
      } catch (error) {
        // It goes on standing for what it has bought.
        if (error instanceof PastOrderError) throw error
        // The other request with this key may have made it meanwhile.
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
