import { and, inArray, isNotNull, sql, type SQL } from 'drizzle-orm'
import { deleteUnusedPictures } from '../files/delete-unused.ts'
import { noteDeletion } from '../store/deletions.ts'
import { assets, files, tasks } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

/**
 * Permanently deletes models in the trash, with the params of their tasks and the pictures that
 * nothing else uses. A later cleanup deletes the models' files.
 * @returns the number of deleted models.
 */
export const forgetAssets = (store: Store, which?: SQL): Promise<number> =>
  store.transaction(async ({ db }) => {
    const gone = await db
      .delete(assets)
      .where(and(isNotNull(assets.deletedAt), which))
      .returning({
        taskId: assets.taskId,
        pictureFileId: assets.pictureFileId,
        recipe: assets.recipe,
      })
    if (gone.length === 0) return 0
    const taskIds = gone.flatMap(({ taskId }) => taskId ?? [])
    const made = await db
      .select({ pictureFileId: tasks.pictureFileId, params: tasks.params })
      .from(tasks)
      .where(inArray(tasks.id, taskIds))
    await db
      .update(tasks)
      .set({ params: {}, pictureFileId: null })
      .where(inArray(tasks.id, taskIds))
    const named = JSON.stringify([gone, made])
    const pictures = await db
      .select({ id: files.id })
      .from(files)
      .where(sql`strpos(${named}, ${files.id}) > 0`)
    await deleteUnusedPictures(
      db,
      pictures.map(({ id }) => id),
    )
    await noteDeletion(db)
    return gone.length
  })
