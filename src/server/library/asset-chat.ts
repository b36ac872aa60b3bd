import { eq, sql } from 'drizzle-orm'
import type { AssetChat } from '#contract/assets.ts'
import { assets, conversations, messages, toolCalls } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

/** Returns the chat whose tool call made a 3D model, if that chat still exists. */
export async function findAssetChat({ db }: Store, id: string): Promise<AssetChat | undefined> {
  const [asset] = await db.select({ taskId: assets.taskId }).from(assets).where(eq(assets.id, id))
  if (!asset) return undefined
  // `orderId` of a tool call is the id of the task or of the changed copy that the call created.
  const orderId = asset.taskId ?? id
  const [found] = await db
    .select({
      conversationId: conversations.id,
      title: conversations.title,
      messageId: messages.id,
    })
    .from(toolCalls)
    .innerJoin(messages, eq(messages.id, toolCalls.messageId))
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(sql`${toolCalls.details}->>'orderId' = ${orderId}`)
    .limit(1)
  return found
}
