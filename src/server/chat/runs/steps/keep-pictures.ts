import { eq, max } from 'drizzle-orm'
import { HttpError, toHttpError } from '../../../errors/http-error.ts'
import { messageAttachments } from '../../../store/schema.ts'
import type { LiveRun } from '../live/live-run.ts'
import type { RunContext } from '../run-context.ts'

export type ShownPicture = { bytes: Uint8Array; name: string }

/**
 * Stores the pictures of an answer as files.
 * @throws {HttpError} that names the pictures that could not be saved, and the reason.
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

export type KeptPictures = {
  ids: string[]
  problems: string[]
}

export async function keepShown(
  context: Pick<RunContext, 'store' | 'keepPicture'>,
  live: LiveRun,
  pictures: readonly ShownPicture[],
): Promise<KeptPictures> {
  const kept: KeptPictures = { ids: [], problems: [] }
  for (const picture of pictures) {
    try {
      kept.ids.push(await attach(context, live, picture))
    } catch (thrown) {
      kept.problems.push(toHttpError(thrown).message)
    }
  }
  return kept
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
