import { eq, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import {
  chatPermissionsSchema,
  type ChatSettings,
  type StoredChatSettings,
} from '#contract/chat/settings.ts'
import { isGuest } from '../../store/owner-scope.ts'
import { chatPermissions, conversations } from '../../store/schema.ts'
import { storedJson } from '../../store/storable.ts'
import type { Database } from '../../store/store.ts'
import { hashText } from './accepted-text.ts'

export type ChatSettingsView = {
  settings: ChatSettings | undefined
  /** A system prompt that another person wrote. It is not used until the owner saves it. */
  offeredPrompt?: string
}

const permissionNames = z.keyof(chatPermissionsSchema).options

export function withoutPermissions(settings: ChatSettings): StoredChatSettings {
  const stored = { ...settings }
  for (const name of permissionNames) delete stored[name]
  return stored
}

/**
 * Joins the stored settings of a chat with its owner's permissions. A system prompt is used only if
 * the owner wrote or accepted it. Guests get no tools, permissions or limits.
 */
export async function readChatSettings(
  db: Database,
  { id, settings: stored }: { id: string; settings: StoredChatSettings | null },
): Promise<ChatSettingsView> {
  const [row] = await db
    .select()
    .from(chatPermissions)
    .where(eq(chatPermissions.conversationId, id))
  const { systemPrompt = '', ...others } = withoutPermissions(stored ?? {})
  const isAccepted = systemPrompt !== '' && row?.promptHash === hashText(systemPrompt)
  const settings: ChatSettings = {
    ...(isAccepted && { systemPrompt }),
    ...others,
    ...(row && !isGuest() && permissionsIn(row)),
  }
  return {
    settings: stored || Object.keys(settings).length > 0 ? settings : undefined,
    ...(systemPrompt !== '' && !isAccepted && !isGuest() && { offeredPrompt: systemPrompt }),
  }
}

export async function findChatSettings(db: Database, id: string): Promise<ChatSettingsView> {
  const [row] = await db
    .select({ id: conversations.id, settings: conversations.settings })
    .from(conversations)
    .where(eq(conversations.id, id))
  return row ? readChatSettings(db, row) : { settings: undefined }
}

const permissionsIn = ({
  tools,
  hasNoTools,
  allowedTools,
  paidCallsMax,
  paidUsdMax,
  summarises,
}: typeof chatPermissions.$inferSelect): ChatSettings => ({
  ...((tools.length > 0 || hasNoTools) && { tools }),
  ...(allowedTools.length > 0 && { allowedTools }),
  ...(paidCallsMax !== null && { paidCallsMax }),
  ...(paidUsdMax !== null && { paidUsdMax }),
  ...(summarises !== null && { summarises }),
})

/**
 * Stores the settings of a chat. A guest can change only the params. A system prompt that the owner
 * has not accepted stays stored if `given` contains no system prompt.
 * @returns whether the chat exists.
 */
export async function storeChatSettings(
  db: Database,
  id: string,
  given: ChatSettings,
): Promise<boolean> {
  const [row] = await db
    .select({ id: conversations.id, settings: conversations.settings })
    .from(conversations)
    .where(eq(conversations.id, id))
    .for('update')
  if (!row) return false
  const wanted = storedJson(given)
  const { systemPrompt, ...others } = isGuest()
    ? withParams(row.settings ?? {}, wanted.params)
    : wanted
  const { offeredPrompt } = await readChatSettings(db, row)
  const prompt = systemPrompt ?? offeredPrompt
  await db
    .update(conversations)
    .set({ settings: { ...withoutPermissions(others), ...(prompt && { systemPrompt: prompt }) } })
    .where(eq(conversations.id, id))
  if (!isGuest()) await storePermissions(db, id, wanted)
  return true
}

function withParams(settings: ChatSettings, params: ChatSettings['params']): ChatSettings {
  const { params: _, ...others } = settings
  return { ...others, ...(params && { params }) }
}

async function storePermissions(db: Database, id: string, own: ChatSettings): Promise<void> {
  const set = {
    tools: own.tools ?? [],
    hasNoTools: own.tools?.length === 0,
    allowedTools: own.allowedTools ?? [],
    paidCallsMax: own.paidCallsMax ?? null,
    paidUsdMax: own.paidUsdMax ?? null,
    summarises: own.summarises ?? null,
    promptHash: own.systemPrompt ? hashText(own.systemPrompt) : null,
  }
  await db
    .insert(chatPermissions)
    .values({ conversationId: id, ...set })
    .onConflictDoUpdate({
      target: [chatPermissions.ownerId, chatPermissions.conversationId],
      set,
    })
}

/**
 * Allows a tool in this chat, so that later calls need no permission.
 * @throws for a guest.
 */
export async function allowToolIn(
  db: Database,
  conversationId: string,
  name: string,
): Promise<void> {
  if (isGuest()) throw new Error('A guest cannot allow tools.')
  await db
    .insert(chatPermissions)
    .values({ conversationId, allowedTools: [name] })
    .onConflictDoUpdate({
      target: [chatPermissions.ownerId, chatPermissions.conversationId],
      set: {
        allowedTools: sql`array(select distinct unnest(${chatPermissions.allowedTools} || excluded.allowed_tools))`,
      },
    })
}

export async function listAllowedIn(db: Database, conversationId: string): Promise<string[]> {
  if (isGuest()) return []
  const [row] = await db
    .select({ names: chatPermissions.allowedTools })
    .from(chatPermissions)
    .where(eq(chatPermissions.conversationId, conversationId))
  return row?.names ?? []
}
