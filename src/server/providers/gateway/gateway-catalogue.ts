import type { Model3d } from '#contract/models.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { Translated } from '../../models/dialects/field-hints.ts'
import { schemaFromContract } from '../../models/dialects/gateway-contract.ts'
import { schemaFromSpec } from '../../models/dialects/gateway-spec.ts'
import { describedIn, modelsInPage, modelsInSearch, type ListedModel } from './catalogue-answers.ts'
import type { ServiceHttp } from '../service/service-http.ts'
import type { Gateway } from './gateway-service.ts'
import { gatewayModels } from './generation-models.ts'

/** For the list and all schemas together: who opens the page waits for it. */
const listTimeoutMs = 10_000
/** What lists hold beyond is left out: a picker of more would be of no use. */
const modelsMax = 100
const schemaFreshMs = 600_000
const noSchemaFreshMs = 120_000
const schemasMax = 200
const requestsAtOnce = 6
/** Models in a row that the gateway does not describe, after which it is asked for no more. */
const missesMax = 3

/**
 * The 3D models of a gateway with their params, as the gateway itself describes them.
 *
 * @throws {HttpError} as `GenerationProvider.listModels`.
 */
export function createGatewayCatalogue(
  { service }: Gateway,
  http: ServiceHttp,
  clock: () => number = Date.now,
) {
  const schemas = new Map<string, { told: Translated | undefined; until: number }>()

  async function listAll(signal: AbortSignal): Promise<ListedModel[]> {
    const sources = await Promise.allSettled([
      http
        .getJsonIfThere('/model/v1/models/skill/search?q=&output=3d&limit=100', signal)
        .then(modelsInSearch),
      http
        .getJsonIfThere('/api/v1/skill/models?type=3d&page=1&page_size=100', signal)
        .then(modelsInPage),
    ])
    const lists: ListedModel[] = []
    const errors: Error[] = []
    for (const source of sources) {
      if (source.status === 'fulfilled') lists.push(...(source.value ?? []))
      else errors.push(source.reason as Error)
    }
    // A key that one half of the gateway refuses will not make models at the other.
    const refused = errors.find(
      (error) => error instanceof HttpError && error.code === 'provider_refused',
    )
    const [first] = errors
    if (refused) throw refused
    if (first && lists.length === 0) throw first
    return [...new Map(lists.map((one) => [one.model, one])).values()].slice(0, modelsMax)
  }

  /** @returns whether the gateway had anything to say about the model. */
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

  async function learnAll(models: readonly ListedModel[], signal: AbortSignal): Promise<void> {
    const waiting = models.map(({ model }) => model)
    let misses = 0
    const work = async () => {
      for (let model = waiting.shift(); model !== undefined; model = waiting.shift()) {
        if (misses >= missesMax) return
        try {
          misses = (await learn(model, signal)) ? 0 : misses + 1
        } catch {
          // A list without this model's own params is better than none; the next one asks again.
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
