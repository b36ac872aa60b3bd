import { eq } from 'drizzle-orm'
import { aliasesMax, aliasProviderId, type ModelAlias } from '#contract/model-aliases.ts'
import { HttpError } from '../../errors/http-error.ts'
import { modelAliases } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'

/** Names for ordered lists of models. The names are cached in memory. */
export type ModelAliases = {
  list: () => ModelAlias[]
  find: (modelId: string) => ModelAlias | undefined
  /**
   * Returns the model ids of an alias in order. Aliases within the alias are replaced by their
   * models.
   */
  modelsOf: (alias: ModelAlias) => string[]
  resolve: (modelId: string) => string[]
  /** @throws {HttpError} `bad_request` for a circular alias, `conflict` for too many aliases. */
  set: (alias: ModelAlias) => Promise<void>
  remove: (name: string) => Promise<boolean>
  /** Reloads the aliases from the database, because another process may have changed them. */
  readAgain: () => Promise<void>
}

export async function openModelAliases({ db }: Pick<Store, 'db'>): Promise<ModelAliases> {
  let known = new Map<string, ModelAlias>()
  const readAgain = async () => {
    const rows = await db.select().from(modelAliases).orderBy(modelAliases.name)
    known = new Map(
      rows.map(({ name, targets, timeoutSeconds }) => [name, { name, targets, timeoutSeconds }]),
    )
  }
  await readAgain()
  const prefix = `${aliasProviderId}/`
  const find = (modelId: string) =>
    known.get(modelId.startsWith(prefix) ? modelId.slice(prefix.length) : modelId)
  const getModels = (alias: ModelAlias, above: readonly string[] = []): string[] => {
    const ids = alias.targets.flatMap((id) => {
      const inner = find(id)
      if (!inner) return [id]
      // A cycle of aliases arises when two servers store an alias at the same time.
      return above.includes(inner.name) ? [] : getModels(inner, [...above, alias.name])
    })
    return [...new Set(ids)]
  }

  return {
    list: () => [...known.values()],
    find,
    modelsOf: (alias) => getModels(alias),
    resolve: (modelId) => {
      const alias = modelId.startsWith(prefix) ? find(modelId) : undefined
      return alias ? getModels(alias) : [modelId]
    },
    async set(alias) {
      const circle = findCycle(alias, find)
      if (circle) {
        throw new HttpError(
          'bad_request',
          `The alias would lead back to itself: ${circle.join(' → ')}. Remove one of these.`,
          { issues: [{ path: 'targets', message: 'leads back to the alias' }] },
        )
      }
      if (!known.has(alias.name) && known.size >= aliasesMax) {
        throw new HttpError(
          'conflict',
          `There are already ${aliasesMax} aliases. Remove one first.`,
        )
      }
      const { name, targets, timeoutSeconds } = alias
      const changedAt = new Date()
      await db
        .insert(modelAliases)
        .values({ name, targets, timeoutSeconds, changedAt })
        .onConflictDoUpdate({
          target: modelAliases.name,
          set: { targets, timeoutSeconds, changedAt },
        })
      await readAgain()
    },
    async remove(name) {
      const gone = await db.delete(modelAliases).where(eq(modelAliases.name, name)).returning()
      await readAgain()
      return gone.length > 0
    },
    readAgain,
  }
}

/**
 * Returns the first cycle of aliases, such as `a → b → a`, or `undefined`.
 * @param find returns the stored alias for a model id.
 */
function findCycle(
  alias: ModelAlias,
  find: (modelId: string) => ModelAlias | undefined,
): string[] | undefined {
  const follow = (one: ModelAlias, path: readonly string[]): string[] | undefined => {
    if (path.includes(one.name)) return [...path, one.name]
    for (const id of one.targets) {
      const found = find(id)
      const isOwn = id === alias.name || id === `alias/${alias.name}`
      const next = isOwn ? alias : found?.name === alias.name ? alias : found
      const circle = next && follow(next, [...path, one.name])
      if (circle) return circle
    }
    return undefined
  }
  return follow(alias, [])
}
