import { eq, inArray, notInArray } from 'drizzle-orm'
import { chatDefaultsMax, type ChatDefault } from '#contract/chat/chat-defaults.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import { isGuest } from '../../store/owner-scope.ts'
import { refuseTooMany } from '../../store/refuse-too-many.ts'
import { chatDefaults } from '../../store/schema.ts'
import { storable, storedJson } from '../../store/storable.ts'
import type { Database, Store } from '../../store/store.ts'
import { chatParamSchema, requestFields } from '../completions/chat-params.ts'
import { modelFacts } from '../completions/model-facts.ts'

/** Model id of the row that applies to all chats. */
const everyModel = ''
const factsWaitMs = 5_000

/** Gives the instructions of a chat priority over the instructions for all chats. */
export const laterWin = 'If instructions contradict each other, follow those that come later:'

export async function listChatDefaults(db: Database): Promise<ChatDefault[]> {
  const rows = await db.select().from(chatDefaults).orderBy(chatDefaults.modelId)
  return rows.map(({ modelId, instructions, params }) => ({
    ...(modelId !== everyModel && { modelId }),
    instructions,
    params,
  }))
}

/**
 * Stores the instructions and params of a person for one model or for all chats.
 * @throws {HttpError} `unknown_model`, `invalid_params`, `bad_request` for an assistant, or
 * `conflict` for too many models.
 */
export async function storeChatDefault(
  { store, catalogue }: { store: Store; catalogue: Pick<Catalogue, 'chat'> },
  { modelId = everyModel, instructions, params }: ChatDefault,
  signal: AbortSignal,
): Promise<void> {
  const hasParams = Object.keys(params).length > 0
  if (instructions === '' && !hasParams) {
    await store.db.delete(chatDefaults).where(eq(chatDefaults.modelId, modelId))
    return
  }
  if (modelId === everyModel) {
    if (hasParams) {
      throw new HttpError('invalid_params', 'Set params for a model, because models differ.')
    }
  } else {
    const found = await catalogue.chat(modelId, signal)
    if (found.provider.assistant) {
      throw new HttpError('bad_request', 'Change the assistant itself instead.')
    }
    const facts = await modelFacts(found.provider, found.model, factsWaitMs)
    requestFields(params, chatParamSchema(facts), found.model)
  }
  await store.transaction(async ({ db }) => {
    if (modelId !== everyModel) {
      await refuseTooMany(db, chatDefaults, {
        others: notInArray(chatDefaults.modelId, [modelId, everyModel]),
        max: chatDefaultsMax,
        message: `${chatDefaultsMax} models already have their own settings. Remove some in Settings first.`,
      })
    }
    const set = { instructions: storable(instructions), params: storedJson(params) }
    await db
      .insert(chatDefaults)
      .values({ modelId, ...set })
      .onConflictDoUpdate({ target: [chatDefaults.ownerId, chatDefaults.modelId], set })
  })
}

export type ReadDefaults = (
  modelId: string,
) => Promise<{ instructions: string[]; params: Record<string, unknown> }>

/**
 * Returns the instructions for all chats, then those for one model, and the params for the model.
 * Guests get neither, because the rows belong to the owner of the chat.
 */
export async function readDefaultsFor(db: Database, modelId: string): ReturnType<ReadDefaults> {
  if (isGuest()) return { instructions: [], params: {} }
  const rows = await db
    .select()
    .from(chatDefaults)
    .where(inArray(chatDefaults.modelId, [everyModel, modelId]))
    .orderBy(chatDefaults.modelId)
  return {
    instructions: rows.map(({ instructions }) => instructions).filter((text) => text !== ''),
    params: rows.find((row) => row.modelId === modelId)?.params ?? {},
  }
}

export const createDefaultsReader =
  ({ db }: Pick<Store, 'db'>): ReadDefaults =>
  (modelId) =>
    readDefaultsFor(db, modelId)
