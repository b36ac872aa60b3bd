import { createJSONStorage, persist, type PersistStorage } from 'zustand/middleware'
import { createStore } from 'zustand/vanilla'
import { z } from 'zod'
import { createTaskSchema, type CreateTask } from '#contract/tasks.ts'
import { browserShelf } from '../browser-shelf.ts'

/** Under which the browser keeps it. */
export const outboxName = 'bozzetto.studio.outbox'
/** How many tasks one press may ask for. */
export const batchTasksMax = 50
/** How many may wait in this browser to be sent. */
export const wantedTasksMax = 200
/** Choices of how many seeds one press tries. */
export const seedCounts = [1, 2, 4, 8] as const

export type OutboxState = {
  /** Tasks that the server has not got yet, first one first. Their ids are made here, once. */
  wanted: readonly CreateTask[]
  /** Why the first of them was not taken just now; it is tried again. */
  obstacle: string | undefined
  /** How many seeds one press tries. */
  seedCount: number

  /** @returns whether there was room for all of them; else none is added. */
  tasksWanted: (tasks: readonly CreateTask[]) => boolean
  /** The server has it, or will never take it. */
  taskSettled: (id: string) => void
  held: (obstacle: string) => void
  emptied: () => void
  seedCountPicked: (count: number) => void
}

const keptSchema = z.object({
  wanted: z.array(createTaskSchema).max(wantedTasksMax),
  seedCount: z.number().int().min(1).max(8),
})
type Kept = z.infer<typeof keptSchema>

/** A fresh one. Tests make their own; the app uses the one below. */
export const createOutbox = (
  storage: PersistStorage<Kept> | undefined = createJSONStorage(() => browserShelf),
) =>
  createStore<OutboxState>()(
    persist(
      (set, get) => ({
        wanted: [],
        obstacle: undefined,
        seedCount: 1,

        tasksWanted: (tasks) => {
          const wanted = [...get().wanted, ...tasks]
          if (wanted.length > wantedTasksMax) return false
          set({ wanted })
          return true
        },
        taskSettled: (id) =>
          set(({ wanted }) => ({
            wanted: wanted.filter((task) => task.id !== id),
            obstacle: undefined,
          })),
        held: (obstacle) => set({ obstacle }),
        emptied: () => set({ wanted: [], obstacle: undefined }),
        seedCountPicked: (seedCount) => set({ seedCount }),
      }),
      {
        name: outboxName,
        version: 1,
        ...(storage && { storage }),
        partialize: ({ wanted, seedCount }): Kept => ({ wanted: [...wanted], seedCount }),
        merge: (kept, state) => {
          const checked = keptSchema.safeParse(kept)
          return checked.success ? { ...state, ...checked.data } : state
        },
      },
    ),
  )

export type Outbox = ReturnType<typeof createOutbox>

export const outbox = createOutbox()
