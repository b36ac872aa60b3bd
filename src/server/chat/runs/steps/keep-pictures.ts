import { eq, max } from 'drizzle-orm'
import { HttpError, toHttpError } from '../../../errors/http-error.ts'
import { messageAttachments } from '../../../store/schema.ts'
import type { LiveRun } from '../live/live-run.ts'
import type { RunContext } from '../run-context.ts'
import type { ShownPicture } from '../write-answer.ts'

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
  try {
    for (const bytes of pictures)
      await attach({ store, keepPicture }, live, { bytes, name: 'answer' })
  } catch (thrown) {
    const { code, message } = toHttpError(thrown)
    throw new HttpError(code, `A picture of this answer could not be saved. ${message}`)
  }
}

/** Makes what a tool shows files of the answer. @returns their ids; fewer where one cannot be kept. */
export async function keepShown(
  context: Pick<RunContext, 'store' | 'keepPicture'>,
  live: LiveRun,
  pictures: readonly ShownPicture[],
): Promise<string[]> {
  const ids: string[] = []
  for (const picture of pictures) {
    try {
      ids.push(await attach(context, live, picture))
    } catch (thrown) {
      console.warn(`A tool's picture could not be kept. ${toHttpError(thrown).message}`)
    }
  }
  return ids
}

async function attach(
  { store, keepPicture }: Pick<RunContext, 'store' | 'keepPicture'>,
  live: LiveRun,
  { bytes, name }: ShownPicture,
): Promise<string> {
  const fileId = await keepPicture(bytes, name)
  const [last] = await store.db
    .select({ position: max(messageAttachments.position) })
    .from(messageAttachments)
    .where(eq(messageAttachments.messageId, live.answerId))
  const position = (last?.position ?? -1) + 1
  await store.db.insert(messageAttachments).values({ messageId: live.answerId, position, fileId })
  return fileId
}
