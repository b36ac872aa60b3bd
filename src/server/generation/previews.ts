import { z } from 'zod'
import { log } from '../observability/log.ts'
import type { Store } from '../store/store.ts'

/**
 * Keeps rough shapes of models that are still being generated. Servers that share a database also
 * store the shapes there.
 */
export type Previews = {
  put: (taskId: string, glb: Uint8Array) => void
  /** Returns a number that changes with each preview of a task. */
  findVersion: (taskId: string) => Promise<number | undefined>
  find: (taskId: string) => Promise<Uint8Array | undefined>
  drop: (taskId: string) => void
}

/** Maximum number of previews in memory, higher than the number of tasks that can run at once. */
const keptMax = 16
const previewBytesMax = 2 * 1024 * 1024

const versionSchema = z.object({ version: z.number() })
const rowSchema = z.object({ glb: z.instanceof(Uint8Array) })

export function createPreviews(store?: Pick<Store, 'replica' | 'executeSql'>): Previews {
  const held = new Map<string, { glb: Uint8Array; version: number }>()
  const shared = store?.replica.isShared ? storePreviewsIn(store) : undefined
  return {
    put: (taskId, glb) => {
      if (glb.byteLength > previewBytesMax) return
      const version = (held.get(taskId)?.version ?? 0) + 1
      held.delete(taskId)
      held.set(taskId, { glb, version })
      for (const oldest of held.keys()) {
        if (held.size <= keptMax) break
        held.delete(oldest)
      }
      shared?.put(taskId, glb)
    },
    findVersion: async (taskId) => held.get(taskId)?.version ?? (await shared?.findVersion(taskId)),
    find: async (taskId) => held.get(taskId)?.glb ?? (await shared?.find(taskId)),
    drop: (taskId) => {
      if (held.delete(taskId)) shared?.drop(taskId)
    },
  }
}

function storePreviewsIn({ executeSql }: Pick<Store, 'executeSql'>) {
  let writing: Promise<unknown> = Promise.resolve()
  const write = (text: string, values: unknown[]) => {
    writing = writing
      .then(() => executeSql(text, values))
      .catch((error: unknown) => log().warn({ error }, 'A preview could not be shared.'))
  }
  return {
    put: (taskId: string, glb: Uint8Array) =>
      write(
        `insert into task_previews (task_id, glb) values ($1, $2)
         on conflict (task_id) do update set glb = excluded.glb, at = now()`,
        [taskId, Buffer.from(glb)],
      ),
    drop: (taskId: string) =>
      // A server that was killed leaves its previews behind, so previews older than a day are
      // deleted.
      write(`delete from task_previews where task_id = $1 or at < now() - interval '1 day'`, [
        taskId,
      ]),
    findVersion: async (taskId: string) => {
      const { rows } = await executeSql(
        'select (extract(epoch from at) * 1000)::float8 as version from task_previews where task_id = $1',
        [taskId],
      )
      return versionSchema.optional().parse(rows[0])?.version
    },
    find: async (taskId: string) => {
      const { rows } = await executeSql('select glb from task_previews where task_id = $1', [
        taskId,
      ])
      return rowSchema.optional().parse(rows[0])?.glb
    },
  }
}
