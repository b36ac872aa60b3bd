import { createJSONStorage, persist, type PersistStorage } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import * as z from 'zod/mini'
import {
  browserOutboxStorage,
  outboxItems,
  type OutboxState as Items,
  type OutboxStorage,
} from '#api/http/outbox.ts'
import { createTaskSchema, type CreateTask } from '#contract/tasks.ts'
import { browserStorage } from '#lib/browser/browser-storage.ts'

/** Prefix of the storage keys. The task's id follows the prefix. */
export const outboxName = 'bozzetto.studio.outbox'
export const batchTasksMax = 50
export const outboxTasksMax = 200
export const seedCounts = [1, 2, 4, 8] as const

const queuedTaskSchema = z.object({
  /** Contains the id that the client has created, so that a retry is idempotent. */
  task: createTaskSchema,
  /** Time in Unix milliseconds, which determines the order. */
  queuedAtMs: z.number(),
})
export type QueuedTask = z.infer<typeof queuedTaskSchema>

export const idOfQueued = ({ task }: QueuedTask): string => task.id

const localStorageOfTasks = browserOutboxStorage<QueuedTask>({
  prefix: `${outboxName}.`,
  schema: queuedTaskSchema,
  idOf: idOfQueued,
})

export type TaskOutboxState = Items<QueuedTask> & {
  /** Reason why the server refused the first task for now. The task is sent again later. */
  obstacle: string | undefined
  seedCount: number

  /**
   * Adds all tasks to the queue, or none if the queue lacks room.
   * @returns whether the tasks were added.
   */
  tasksWanted: (tasks: readonly CreateTask[]) => boolean
  taskSettled: (id: string) => void
  held: (obstacle: string) => void
  emptied: () => void
  seedCountPicked: (count: number) => void
  followOtherTabs: () => () => void
}

const keptSchema = z.object({ seedCount: z.int().check(z.minimum(1), z.maximum(8)) })
type Kept = z.infer<typeof keptSchema>

/** Creates a queue of tasks. The app uses `outbox`, and each test creates its own queue. */
export const createTaskOutbox = (
  storage: OutboxStorage<QueuedTask> = localStorageOfTasks,
  shelf: PersistStorage<Kept> | undefined = createJSONStorage(() => browserStorage),
) =>
  createStore<TaskOutboxState>()(
    persist(
      (set, get, store) => {
        const items = outboxItems(store, { storage, idOf: idOfQueued, itemsMax: outboxTasksMax })
        return {
          items: storage.read(),
          obstacle: undefined,
          seedCount: 1,

          tasksWanted: (tasks) => {
            if (!items.hasRoomFor(tasks.length)) return false
            const firstMs = Math.max(Date.now(), (get().items.at(-1)?.queuedAtMs ?? 0) + 1)
            items.add(tasks.map((task, at) => ({ task, queuedAtMs: firstMs + at })))
            return true
          },
          taskSettled: (id) => {
            items.remove(id)
            set({ obstacle: undefined })
          },
          held: (obstacle) => set({ obstacle }),
          emptied: () => {
            items.set([])
            set({ obstacle: undefined })
          },
          seedCountPicked: (seedCount) => set({ seedCount }),
          followOtherTabs: () => items.followOtherTabs(),
        }
      },
      {
        name: outboxName,
        version: 2,
        ...(shelf && { storage: shelf }),
        partialize: ({ seedCount }): Kept => ({ seedCount }),
        migrate: (old) => moveTasks(old, storage),
        merge: (kept, state) => {
          const checked = keptSchema.safeParse(kept)
          return { ...state, ...checked.data, items: storage.read() }
        },
      },
    ),
  )

/** The first version of the app stored all tasks in one entry with this format. */
const oldSchema = z.extend(keptSchema, { wanted: z.array(createTaskSchema) })

function moveTasks(old: unknown, storage: OutboxStorage<QueuedTask>): Kept {
  const checked = oldSchema.safeParse(old)
  if (!checked.success) return { seedCount: 1 }
  const { wanted, seedCount } = checked.data
  for (const [at, task] of wanted.entries()) storage.write({ task, queuedAtMs: at })
  return { seedCount }
}

export type TaskOutbox = ReturnType<typeof createTaskOutbox>

export const outbox = createTaskOutbox()
