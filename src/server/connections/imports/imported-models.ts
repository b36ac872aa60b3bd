import { asc } from 'drizzle-orm'
import type { ConfirmedImport } from '../../ports/model-import.ts'
import { importedModels } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'

export type ImportRow = typeof importedModels.$inferSelect

export type ImportedModels = {
  rows: () => readonly ImportRow[]
  of: (connectionId: string) => readonly ConfirmedImport[]
  load: () => Promise<void>
}

export function createImportedModels({ db }: Store): ImportedModels {
  let rows: readonly ImportRow[] = []
  return {
    rows: () => rows,
    of: (connectionId) =>
      rows
        .filter((row) => row.connectionId === connectionId)
        .map(({ output, ...row }) => ({
          ...row,
          output: output ?? undefined,
        })),
    load: async () => {
      rows = await db
        .select()
        .from(importedModels)
        .orderBy(asc(importedModels.createdAt), asc(importedModels.id))
    },
  }
}
