import { and, eq, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import type { ChatPrice, Model, ModelDefaults } from '#contract/models.ts'
import type { ChangeModels, SetDefault } from '#contract/model-settings.ts'
import { cutText } from '#lib/cut-text.ts'
import type { Changes } from '../../changes/changes.ts'
import { HttpError } from '../../errors/http-error.ts'
import { modelChoices, modelDefaults } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'

/** A person's settings of one model. Absent fields have their default. */
export type ModelChoice = {
  isOff?: true
  isFavourite?: true
  name?: string
  contextTokens?: number
  price?: ChatPrice
}

/** Manages the settings of all models: whether they are listed, their names and their order. */
export type ModelChoices = {
  load: () => Promise<void>
  of: (modelId: string) => ModelChoice | undefined
  /** Returns the enabled models with their custom names. Marks favourites. */
  applyTo: <Listed extends Model>(models: readonly Listed[]) => Listed[]
  findOff: (modelId: string, connected: readonly string[]) => string | undefined
  change: (change: ChangeModels) => Promise<void>
  /**
   * Changes models of one connection, for the person or team that owns the connection.
   * @throws {HttpError} `bad_request` for models of other connections, `conflict` for too many.
   */
  changeOwn: (connection: string, change: ChangeModels) => Promise<void>
  defaults: () => ModelDefaults
  setDefault: (choice: SetDefault) => Promise<void>
  /**
   * Deletes the settings of a provider's models, so that a new provider with the same id starts
   * without settings.
   */
  forget: (provider: string) => Promise<void>
}

/** Maximum number of models with changed settings, more than any service lists. */
const choicesMax = 50_000
const ownChoicesMax = 2_000
/** Rows per statement. More rows would block other queries. */
const rowsAtOnce = 500
const owner = 'owner'

export async function openModelChoices(
  { db }: Store,
  changes: Pick<Changes, 'tell'>,
): Promise<ModelChoices> {
  const chosen = new Map<string, ModelChoice>()
  let defaults: ModelDefaults = {}
  const load = async () => {
    const stored = await db.select().from(modelChoices).where(eq(modelChoices.owner, owner))
    defaults = await readDefaults(db)
    chosen.clear()
    for (const row of stored) chosen.set(row.modelId, toChoice(row))
  }
  await load()
  const inTurn = pLimit(1)

  const change = ({ ids, ...asked }: ChangeModels) =>
    inTurn(async () => {
      const changed = [...new Set(ids)].map(
        (id) => [id, withChange(chosen.get(id), asked)] as const,
      )
      const added = changed.filter(([id, choice]) => choice && !chosen.has(id)).length
      if (chosen.size + added > choicesMax) throw tooMany(choicesMax)
      for (let at = 0; at < changed.length; at += rowsAtOnce) {
        await keep(db, changed.slice(at, at + rowsAtOnce))
      }
      for (const [id, choice] of changed) {
        if (choice) chosen.set(id, choice)
        else chosen.delete(id)
      }
      changes.tell('models')
    })

  return {
    load: () => inTurn(load),
    of: (modelId) => chosen.get(modelId),
    applyTo: (models) => (chosen.size === 0 ? [...models] : applied(models, chosen)),
    findOff: (modelId, connected) =>
      [modelId, ...connected.map((id) => `${id}/${modelId}`)].find((id) => chosen.get(id)?.isOff),
    change,
    changeOwn: async (connection, asked) => {
      const prefix = `${connection}/`
      const foreign = asked.ids.find((id) => !id.startsWith(prefix))
      if (foreign !== undefined) {
        throw new HttpError(
          'bad_request',
          `ids: ${cutText(foreign, 200)} is a model of another connection.`,
        )
      }
      const stored = [...chosen.keys()].filter((id) => id.startsWith(prefix))
      if (new Set([...stored, ...asked.ids]).size > ownChoicesMax) throw tooMany(ownChoicesMax)
      await change(asked)
    },
    defaults: () => defaults,
    setDefault: ({ purpose, modelId }) =>
      inTurn(async () => {
        const isIt = and(eq(modelDefaults.owner, owner), eq(modelDefaults.purpose, purpose))
        if (modelId === undefined) await db.delete(modelDefaults).where(isIt)
        else {
          await db
            .insert(modelDefaults)
            .values({ owner, purpose, modelId })
            .onConflictDoUpdate({
              target: [modelDefaults.owner, modelDefaults.purpose],
              set: { modelId },
            })
        }
        defaults = await readDefaults(db)
        changes.tell('models')
      }),
    forget: (provider) =>
      inTurn(async () => {
        const prefix = `${provider}/`
        for (const table of [modelChoices, modelDefaults]) {
          const isTheirs = sql`starts_with(${table.modelId}, ${prefix})`
          await db.delete(table).where(and(eq(table.owner, owner), isTheirs))
        }
        defaults = await readDefaults(db)
        for (const id of chosen.keys()) if (id.startsWith(prefix)) chosen.delete(id)
      }),
  }
}

async function readDefaults(db: Store['db']): Promise<ModelDefaults> {
  const rows = await db.select().from(modelDefaults).where(eq(modelDefaults.owner, owner))
  return Object.fromEntries(rows.map(({ purpose, modelId }) => [purpose, modelId]))
}

type Row = typeof modelChoices.$inferSelect

const toChoice = ({ isOff, isFavourite, name, contextTokens, price }: Row): ModelChoice => ({
  ...(isOff && { isOff }),
  ...(isFavourite && { isFavourite }),
  ...(name !== null && { name }),
  ...(contextTokens !== null && { contextTokens }),
  ...(price !== null && { price }),
})

function withChange(
  before: ModelChoice | undefined,
  { isOn, isFavourite, name, contextTokens, price }: Omit<ChangeModels, 'ids'>,
): ModelChoice | undefined {
  const isOff = isOn === undefined ? before?.isOff : !isOn
  const isMarked = isFavourite ?? before?.isFavourite
  const title = name ?? before?.name
  const tokens = contextTokens ?? before?.contextTokens
  const cost = price === undefined ? before?.price : price
  const after: ModelChoice = {
    ...(isOff && { isOff }),
    ...(isMarked && { isFavourite: isMarked }),
    ...(title && { name: title }),
    ...(tokens && { contextTokens: tokens }),
    ...(cost && { price: cost }),
  }
  return Object.keys(after).length > 0 ? after : undefined
}

async function keep(
  db: Store['db'],
  changed: readonly (readonly [id: string, choice: ModelChoice | undefined])[],
): Promise<void> {
  const gone = changed.flatMap(([id, choice]) => (choice ? [] : id))
  const rows = changed.flatMap(([modelId, choice]) =>
    choice
      ? {
          owner,
          modelId,
          isOff: choice.isOff ?? false,
          isFavourite: choice.isFavourite ?? false,
          name: choice.name ?? null,
          contextTokens: choice.contextTokens ?? null,
          price: choice.price ?? null,
        }
      : [],
  )
  if (gone.length > 0) {
    const isOne = sql`${modelChoices.modelId} = any(${sql.param(gone)})`
    await db.delete(modelChoices).where(and(eq(modelChoices.owner, owner), isOne))
  }
  if (rows.length === 0) return
  await db
    .insert(modelChoices)
    .values(rows)
    .onConflictDoUpdate({
      target: [modelChoices.owner, modelChoices.modelId],
      set: {
        isOff: sql`excluded.is_off`,
        isFavourite: sql`excluded.is_favourite`,
        name: sql`excluded.name`,
        contextTokens: sql`excluded.context_tokens`,
        price: sql`excluded.price`,
      },
    })
}

function applied<Listed extends Model>(
  models: readonly Listed[],
  chosen: ReadonlyMap<string, ModelChoice>,
): Listed[] {
  return models.flatMap((model) => {
    const choice = chosen.get(model.id)
    if (!choice) return model
    if (choice.isOff) return []
    const { name = model.name, isFavourite, contextTokens, price } = choice
    return {
      ...model,
      name,
      ...(isFavourite && { isFavourite }),
      ...(contextTokens !== undefined && takesContextSize(model) && { contextTokens }),
      ...(price && model.kind === 'chat' && { price, isPriceEntered: true }),
    }
  })
}

const takesContextSize = (model: Model): boolean =>
  model.kind === 'chat' && model.cutsLongPrompts === true

const tooMany = (max: number) =>
  new HttpError(
    'conflict',
    `Choices for ${max.toLocaleString('en')} models are stored, and there is no room for more. Switch some models back on first.`,
  )
