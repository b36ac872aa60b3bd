import { eq } from 'drizzle-orm'
import { modelRulesMax, type ModelRule } from '#contract/model-access.ts'
import { HttpError } from '../../errors/http-error.ts'
import { modelAccess } from '../../store/schema.ts'
import { storable } from '../../store/storable.ts'
import type { Store } from '../../store/store.ts'

/**
 * Restricts connections and models to people and teams. A connection or model without a rule is
 * open to everybody.
 */
export type ModelAccess = {
  list: () => ModelRule[]
  set: (rule: ModelRule) => Promise<ModelRule>
  mayUse: (userId: string, modelId: string) => boolean
  /**
   * Returns whether an id differs only in case or tag from a restricted model. Services accept
   * `ollama/Llama3` for `ollama/llama3:latest`.
   */
  looksClosed: (userId: string, modelId: string) => boolean
  readAgain: () => Promise<void>
}

const toComparable = (modelId: string): string =>
  modelId.replaceAll(/\s/g, '').toLowerCase().split(':', 1)[0] ?? ''

type Known = { userIds: Set<string>; teamIds: Set<string> }

export async function openModelAccess(
  store: Store,
  teamsOf: (userId: string) => readonly string[],
): Promise<ModelAccess> {
  const known = new Map<string, Known>()
  const readAgain = async () => {
    const rows = await store.db.select().from(modelAccess)
    known.clear()
    for (const { target, userId, teamId } of rows) {
      const rule = known.get(target) ?? { userIds: new Set(), teamIds: new Set() }
      if (userId !== null) rule.userIds.add(userId)
      if (teamId !== null) rule.teamIds.add(teamId)
      known.set(target, rule)
    }
  }
  await readAgain()
  const allows = (target: string, userId: string): boolean => {
    const rule = known.get(target)
    if (!rule || rule.userIds.has(userId)) return true
    return teamsOf(userId).some((id) => rule.teamIds.has(id))
  }
  return {
    list: () =>
      [...known].map(([target, { userIds, teamIds }]) => ({
        target,
        isForAll: false,
        userIds: [...userIds],
        teamIds: [...teamIds],
      })),
    async set(rule) {
      const { target, isForAll, userIds, teamIds } = rule
      if (!known.has(target) && known.size >= modelRulesMax) {
        throw new HttpError(
          'conflict',
          `There are already ${modelRulesMax} rules. Remove one first.`,
        )
      }
      await store.transaction(async ({ db }) => {
        await db.delete(modelAccess).where(eq(modelAccess.target, target))
        if (isForAll) return
        await db.insert(modelAccess).values([
          // This row keeps the rule after all its people and teams are deleted, so that the model
          // stays closed.
          { target: storable(target) },
          ...[...new Set(userIds)].map((userId) => ({ target, userId })),
          ...[...new Set(teamIds)].map((teamId) => ({ target, teamId })),
        ])
      })
      await readAgain()
      return rule
    },
    mayUse: (userId, modelId) =>
      known.size === 0 ||
      (allows(modelId, userId) && allows(modelId.split('/', 1)[0] ?? '', userId)),
    looksClosed: (userId, modelId) => {
      const wanted = toComparable(modelId)
      return [...known.keys()].some(
        (target) =>
          target !== modelId && toComparable(target) === wanted && !allows(target, userId),
      )
    },
    readAgain,
  }
}
