import { toError } from '#lib/to-error.ts'
import type { Model3d } from '#contract/models.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { Translated } from '../../models/dialects/field-hints.ts'
import { schemaFromContract } from '../../models/dialects/gateway-contract.ts'
import { schemaFromSpec } from '../../models/dialects/gateway-spec.ts'
import {
  describedIn,
  modelsInPage,
  modelsInSearch,
  type GatewayListedModel,
} from './catalogue-answers.ts'
import type { ServiceHttp } from '../service/service-http.ts'
import type { Gateway } from './gateway-service.ts'
import { gatewayModels } from './generation-models.ts'

/** Maximum wait for the list and all schemas together, because the page waits for the list. */
const listTimeoutMs = 10_000
/** Maximum number of listed models. The model picker could not show more. */
const modelsMax = 100
const schemaFreshMs = 600_000
const noSchemaFreshMs = 120_000
const schemasMax = 200
const requestsAtOnce = 6
/**
 * After this number of consecutive models without a description, no further descriptions are
 * requested.
 */
const missesMax = 3

/**
 * Creates a function that lists a gateway's 3D models with their params.
 * @throws {HttpError} the errors of `GenerationProvider.listModels`.
 */
export function createGatewayCatalogue(
  { service }: Gateway,
  http: ServiceHttp,
  clock: () => number = Date.now,
) {
  const schemas = new Map<string, { told: Translated | undefined; until: number }>()

  async function listAll(signal: AbortSignal): Promise<GatewayListedModel[]> {
    const sources = await Promise.allSettled([
      http
        .getJsonIfThere('/model/v1/models/skill/search?q=&output=3d&limit=100', signal)
        .then(modelsInSearch),
      http
        .getJsonIfThere('/api/v1/skill/models?type=3d&page=1&page_size=100', signal)
        .then(modelsInPage),
    ])
    const lists: GatewayListedModel[] = []
    const errors: Error[] = []
    for (const source of sources) {
      if (source.status === 'fulfilled') lists.push(...(source.value ?? []))
      else errors.push(toError(source.reason))
    }
    // A refused key is reported even if the other list accepts the key, because the key cannot
    // generate models.
    const refused = errors.find(
      (error) => error instanceof HttpError && error.code === 'provider_refused',
    )
    const [first] = errors
    if (refused) throw refused
    if (first && lists.length === 0) throw first
    return [...new Map(lists.map((one) => [one.model, one])).values()].slice(0, modelsMax)
  }

  async function learn(model: string, signal: AbortSignal): Promise<boolean> {
    const held = schemas.get(model)
    if (held && clock() < held.until) return held.told !== undefined
    const id = encodeURIComponent(model)
    const contract = describedIn(
      await http.getJsonIfThere(`/api/v1/skill/model-contracts/${id}`, signal),
    )
    const told =
      schemaFromContract(contract) ??
      schemaFromSpec(
        describedIn(await http.getJsonIfThere(`/api/v1/skill/models/${id}/spec`, signal))?.[
          'parameters'
        ],
      )
    keep(model, told)
    return told !== undefined
  }

  function keep(model: string, told: Translated | undefined): void {
    schemas.delete(model)
    schemas.set(model, { told, until: clock() + (told ? schemaFreshMs : noSchemaFreshMs) })
    const oldest = schemas.size > schemasMax ? schemas.keys().next() : undefined
    if (oldest && oldest.done !== true) schemas.delete(oldest.value)
  }

  async function learnAll(
    models: readonly GatewayListedModel[],
    signal: AbortSignal,
  ): Promise<void> {
    const waiting = models.map(({ model }) => model)
    let misses = 0
    const work = async () => {
      for (let model = waiting.shift(); model !== undefined; model = waiting.shift()) {
        if (misses >= missesMax) return
        try {
          misses = (await learn(model, signal)) ? 0 : misses + 1
        } catch {
          // The model is listed without params. The next list tries again.
          misses++
        }
      }
    }
    await Promise.all(Array.from({ length: requestsAtOnce }, work))
  }

  return {
    listModels: async (): Promise<Model3d[]> => {
      const signal = AbortSignal.timeout(listTimeoutMs)
      const listed = await listAll(signal)
      await learnAll(listed, signal)
      return gatewayModels(service.id, listed, (model) => schemas.get(model)?.told)
    },
  }
}
