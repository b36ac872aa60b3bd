import { and, eq, inArray } from 'drizzle-orm'
import { noteDeletion } from '../../store/deletions.ts'
import { asServer } from '../../store/owner-scope.ts'
import * as schema from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'

/** Tables with personal data, in an order that respects foreign keys. */
export const personalTables = [
  schema.answerRatings,
  schema.comparisonVotes,
  schema.scheduleRuns,
  schema.schedules,
  schema.shares,
  schema.grants,
  schema.slicerFiles,
  schema.toolCalls,
  schema.answerSteps,
  schema.runPieces,
  schema.runs,
  schema.messageAttachments,
  schema.messages,
  schema.chatPermissions,
  schema.chatSummaries,
  schema.conversations,
  schema.folderDocuments,
  schema.documentPassages,
  schema.documentIndexes,
  schema.documentTerms,
  schema.passageVectors,
  schema.documentTexts,
  schema.documents,
  schema.folders,
  schema.assets,
  schema.webhookDeliveries,
  schema.taskEvents,
  schema.tasks,
  schema.files,
  schema.assistants,
  schema.prompts,
  schema.memories,
  schema.memorySettings,
  schema.allowedTools,
  schema.toolDefaults,
  schema.chatDefaults,
  schema.summarySettings,
  schema.pushSubscriptions,
  schema.webhookSecrets,
  schema.apiKeys,
] as const

/**
 * Permanently deletes a person with all personal data, except usage counts and the audit log. The
 * person is deleted last, so that an interrupted deletion can be repeated.
 */
export const deletePersonalRows = (store: Store, userId: string): Promise<void> =>
  asServer(async () => {
    const keys = await store.db
      .select({ id: schema.apiKeys.id })
      .from(schema.apiKeys)
      .where(eq(schema.apiKeys.ownerId, userId))
    const scopes = keys.map(({ id }) => id)
    if (scopes.length > 0) {
      const { idempotencyKeys } = schema
      await store.db.delete(idempotencyKeys).where(inArray(idempotencyKeys.scope, scopes))
    }
    for (const table of personalTables) {
      await store.transaction(async ({ db }) => {
        await db.delete(table).where(eq(table.ownerId, userId))
        await noteDeletion(db)
      })
    }
    const { identities, passkeys, recoveryCodes, secondFactors, sessions, spendingLimits, users } =
      schema
    await store.transaction(async ({ db }) => {
      await db
        .delete(spendingLimits)
        .where(and(eq(spendingLimits.scope, 'person'), eq(spendingLimits.subject, userId)))
      await db.delete(sessions).where(eq(sessions.userId, userId))
      const enrolments = db
        .select({ enrolment: secondFactors.enrolment })
        .from(secondFactors)
        .where(eq(secondFactors.id, userId))
      await db.delete(recoveryCodes).where(inArray(recoveryCodes.enrolment, enrolments))
      await db.delete(secondFactors).where(eq(secondFactors.id, userId))
      await db.delete(passkeys).where(eq(passkeys.userId, userId))
      await db.delete(identities).where(eq(identities.userId, userId))
      await db.delete(users).where(eq(users.id, userId))
    })
  })
