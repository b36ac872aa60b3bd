import { desc, eq, ne } from 'drizzle-orm'
import {
  countSentMemories,
  memoriesMax,
  memoryLengthMax,
  toMemoryLine,
  type MemoryState,
} from '#contract/chat/memory.ts'
import { cutText } from '#lib/cut-text.ts'
import { noteDeletion } from '../../store/deletions.ts'
import { refuseTooMany } from '../../store/refuse-too-many.ts'
import { memories, memorySettings } from '../../store/schema.ts'
import { asServer, ownerIdHere } from '../../store/owner-scope.ts'
import { storable } from '../../store/storable.ts'
import type { Store } from '../../store/store.ts'

/**
 * Manages the facts that a person wants every chat to know. The memory is off until the person
 * turns it on.
 */
export type MemoryService = {
  get: () => Promise<MemoryState>
  turn: (isOn: boolean) => Promise<MemoryState>
  put: (id: string, text: string) => Promise<MemoryState>
  remove: (id: string) => Promise<MemoryState>
  clear: () => Promise<MemoryState>
  isOn: () => boolean
  forPrompt: () => Promise<string>
}

export function createMemoryService({ store }: { store: Store }): MemoryService {
  const { db } = store
  /** Whether the memory is on, by owner. Cached because every answer needs the setting. */
  const known = new Map<string, boolean>()

  async function readIsOn(): Promise<boolean> {
    const [settings] = await db.select().from(memorySettings)
    const isOn = settings?.isOn ?? false
    known.set(ownerIdHere(), isOn)
    return isOn
  }
  const list = () => db.select().from(memories).orderBy(desc(memories.createdAt), desc(memories.id))
  const get = async (): Promise<MemoryState> => ({
    isOn: await readIsOn(),
    memories: (await list()).map(({ id, text, createdAt }) => ({
      id,
      text,
      createdAt: createdAt.toISOString(),
    })),
  })
  async function remove(id?: string): Promise<MemoryState> {
    await store.transaction(async (tx) => {
      await tx.db.delete(memories).where(id === undefined ? undefined : eq(memories.id, id))
      await noteDeletion(tx.db)
    })
    return get()
  }
  const readSettings = async () => {
    const rows = await asServer(() => db.select().from(memorySettings))
    for (const { ownerId, isOn } of rows) known.set(ownerId, isOn)
  }
  void readSettings().catch((error: unknown) =>
    console.warn('The memory could not be read.', error),
  )

  return {
    get,
    async turn(wanted) {
      await db
        .insert(memorySettings)
        .values({ id: ownerIdHere(), isOn: wanted })
        .onConflictDoUpdate({ target: memorySettings.id, set: { isOn: wanted } })
      return get()
    },
    async put(id, said) {
      const text = cutText(storable(said), memoryLengthMax)
      const changed = await db
        .update(memories)
        .set({ text })
        .where(eq(memories.id, id))
        .returning({ id: memories.id })
      if (changed.length > 0) return get()
      await refuseTooMany(db, memories, {
        others: ne(memories.id, id),
        max: memoriesMax,
        message: `There are already ${memoriesMax} memories. Delete some first.`,
      })
      await db.insert(memories).values({ id, text }).onConflictDoNothing()
      return get()
    },
    remove: (id) => remove(id),
    clear: () => remove(),
    isOn: () => known.get(ownerIdHere()) ?? false,
    async forPrompt() {
      const kept = (await readIsOn()) ? await list() : []
      if (kept.length === 0) return ''
      const texts = kept.map(({ text }) => text)
      // The newest entries are sent if not all fit.
      const lines = texts.slice(0, countSentMemories(texts)).map(toMemoryLine)
      return `What the person wants you to keep in mind:\n${lines.join('\n')}`
    },
  }
}
