import { Hono } from 'hono'
import { compress } from 'hono/compress'
import type { Model, ModelList } from '#contract/models.ts'
import {
  changeModelsSchema,
  setDefaultSchema,
  type ConnectionModels,
  type ListedModel,
  type RenewedModels,
} from '#contract/model-settings.ts'
import type { Changes } from '../../../changes/changes.ts'
import { readJsonBody } from '../../../http/validate.ts'
import type { Catalogue } from '../../../models/catalogue.ts'
import { knownModelsDate } from '../../../providers/known-models/known-models.ts'
import type { KnownModels } from '../../../providers/known-models/renew-known-models.ts'
import type { ModelChoices } from '../../../models/choices/model-choices.ts'
import type { RouteRules } from '../route-rules.ts'

/**
 * Maximum size of a request in bytes: enough for the settings of as many models as one request may
 * change.
 */
export const modelsBodyBytesMax = 1024 * 1024

export const modelRules: RouteRules = { permit: [['/*', 'models']] }

export const modelRoutes = ({ catalogue }: { catalogue: Catalogue }) =>
  // Each page waits for the models, and the params of a 3D model alone are 13 KB.
  new Hono().get('/', compress(), async (c) =>
    c.json((await catalogue.list(c.req.raw.signal)) satisfies ModelList),
  )

export const knownModelRoutes = ({
  knownModels,
  changes,
}: {
  knownModels: KnownModels
  changes: Pick<Changes, 'tell'>
}) =>
  new Hono().post('/', async (c) => {
    const knownDate = await knownModels.renew()
    changes.tell('models')
    return c.json({ knownDate } satisfies RenewedModels)
  })

/** Creates the routes of `/api/models` that change the settings of models. */
export const modelChoiceRoutes = ({
  catalogue,
  modelChoices,
}: {
  catalogue: Catalogue
  modelChoices: ModelChoices
}) =>
  new Hono()
    .get('/of/:provider', async (c) => {
      const sources = { catalogue, modelChoices }
      return c.json(await readConnectionModels(sources, c.req.param('provider'), c.req.raw.signal))
    })
    .put('/defaults', async (c) => {
      await modelChoices.setDefault(await readJsonBody(c, setDefaultSchema, modelsBodyBytesMax))
      return c.body(null, 204)
    })
    .patch('/', async (c) => {
      await modelChoices.change(await readJsonBody(c, changeModelsSchema, modelsBodyBytesMax))
      return c.body(null, 204)
    })

export async function readConnectionModels(
  { catalogue, modelChoices }: { catalogue: Catalogue; modelChoices: ModelChoices },
  connection: string,
  signal: AbortSignal,
): Promise<ConnectionModels> {
  const { models, problems } = await catalogue.listOf(connection, signal)
  return {
    models: models.map((model) => toListed(model, modelChoices)),
    problems,
    knownDate: await knownModelsDate(),
  }
}

function toListed(model: Model, choices: ModelChoices): ListedModel {
  const choice = choices.of(model.id) ?? {}
  const { isOff = false, isFavourite = false, name = model.name, contextTokens: allotted } = choice
  const { price: entered } = choice
  const { id, kind } = model
  const chosen = { id, kind, name, listedName: model.name, isOn: !isOff, isFavourite }
  if (model.kind === '3d') return chosen
  const { contextTokens, cutsLongPrompts, canSee, canUseTools, canReason, price, isFilledIn } =
    model
  const { endsOn, successor } = model
  return {
    ...chosen,
    ...(allotted !== undefined && { allottedTokens: allotted }),
    contextTokens,
    cutsLongPrompts,
    canSee,
    canUseTools,
    canReason,
    price: entered ?? price,
    ...(entered && { isPriceEntered: true }),
    endsOn,
    successor,
    isFilledIn,
  }
}
