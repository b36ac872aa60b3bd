import { sql } from 'drizzle-orm'
import { noteDeletion } from '../../store/deletions.ts'
import type { Store } from '../../store/store.ts'

/** Matches ids of pictures, which may be in params of any name. */
const idPattern = '\\m[0-9a-z]{20}\\M'

/**
 * Deletes pictures that no message, model or task uses, if they were last uploaded or used in a
 * task before `before`.
 * @returns the number of deleted pictures.
 */
export const forgetPictures = (store: Store, before: Date): Promise<number> =>
  store.transaction(async ({ db }) => {
    const { rows } = await db.execute<{ id: string }>(sql`
      with named as (
        select file_id as id from message_attachments where file_id is not null
        union select picture_file_id from assets where picture_file_id is not null
        union select picture_file_id from tasks
          where picture_file_id is not null and ${isInUse(before)}
        union select found[1] from assets, regexp_matches(recipe::text, ${idPattern}, 'g') as found
        union select found[1] from tasks, regexp_matches(params::text, ${idPattern}, 'g') as found
          where ${isInUse(before)}
      )
      select id from files where created_at < ${before} and id not in (select id from named)`)
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return 0
    await db.execute(sql`
      update tasks set picture_file_id = null where picture_file_id = any(${sql.param(ids)})`)
    await db.execute(sql`delete from files where id = any(${sql.param(ids)})`)
    await noteDeletion(db)
    return ids.length
  })

const isInUse = (before: Date) =>
  sql`(status not in ('failed', 'cancelled') or tasks.created_at >= ${before})`
