import { openChatApp } from '#server/chat/chat-app.fixture.ts'
import { importCases } from '#server/chat/transfer/import-cases/import-cases.fixture.ts'
import { findLostItems } from '#server/chat/transfer/import-cases/lost-imports.fixture.ts'
import { conversations, folders } from '#server/store/schema.ts'
import { openTestStore } from '#server/store/store.fixture.ts'
import type { BenchPart } from '../run-parts.ts'

/**
 * Imports files that other chat programs have exported, and counts items that are neither stored
 * nor reported.
 */
export const countLostImports: BenchPart = async (say) => {
  const store = await openTestStore()
  let lost = 0
  try {
    for (const one of importCases) {
      const app = await openChatApp(store)
      try {
        const found = await findLostItems(app, one)
        if (found.lost.length > 0) say(`${one.name}: ${found.lost.join('; ')}`)
        lost += found.lost.length
      } finally {
        await app.close()
        await store.db.delete(conversations)
        await store.db.delete(folders)
      }
    }
    return { import_items_lost_unreported: lost }
  } finally {
    await store.close()
  }
}
