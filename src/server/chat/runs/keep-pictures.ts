import { eq, max } from 'drizzle-orm'
import { HttpError, toHttpError } from '../../errors/http-error.ts'
import { messageAttachments } from '../../store/schema.ts'
import type { LiveRun } from './live-run.ts'
import type { RunContext } from './run-context.ts'

/**
 * Makes the pictures of an answer files that belong to it.
 *
 * @throws {HttpError} with a sentence that says which could not be saved, and why.
 */
export async function keepPictures(
  { store, keepPicture }: Pick<RunContext, 'store' | 'keepPicture'>,
  live: LiveRun,
): Promise<void> {
  const pictures = live.pictures.drain()
  if (pictures.length === 0) return
  const [last] = await store.db
    .select({ position: max(messageAttachments.position) })
    .from(messageAttachments)
    .where(eq(messageAttachments.messageId, live.answerId))
  let position = last?.position ?? -1
  for (const bytes of pictures) {
    try {
      const fileId = await keepPicture(bytes, 'answer')
      position++
      await store.db
        .insert(messageAttachments)
        .values({ messageId: live.answerId, position, fileId })
    } catch (thrown) {
      const { code, message } = toHttpError(thrown)
      throw new HttpError(code, `A picture of this answer could not be saved. ${message}`)
    }
  }
}
