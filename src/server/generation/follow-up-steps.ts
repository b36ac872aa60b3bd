import { eq } from 'drizzle-orm'
import type { Model3d } from '#contract/models.ts'
import type { Params } from '#lib/params/param-schema.ts'
import { HttpError } from '../errors/http-error.ts'
import type { GenerationProvider } from '../ports/generation-provider.ts'
import type { Providers } from '../ports/providers.ts'
import { assets, tasks, type TaskSource } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

type Sources = { store: Store; providers: Pick<Providers, 'generation'> }
type Found = {
  source: Omit<TaskSource, 'step'>
  params: Params
  provider: GenerationProvider
}

const listSteps = async (found: Found | undefined): Promise<Model3d[]> =>
  (await found?.provider.steps?.({ model: found.source.model, params: found.params })) ?? []

/**
 * Returns the follow-up steps of an asset, such as rigging. The list is empty if the asset's
 * service has none or is not connected.
 */
export async function listFollowUpSteps(sources: Sources, assetId: string): Promise<Model3d[]> {
  return listSteps(await findSource(sources, assetId))
}

/**
 * Returns a follow-up step of an asset, and the task that created the asset.
 * @throws {HttpError} `unknown_model` if the asset has no such step.
 */
export async function findFollowUpStep(
  sources: Sources,
  assetId: string,
  modelId: string,
): Promise<{ source: TaskSource; model: Model3d }> {
  const found = await findSource(sources, assetId)
  const model = (await listSteps(found)).find(({ id }) => id === modelId)
  if (found && model) return { source: { ...found.source, step: model.name }, model }
  throw new HttpError(
    'unknown_model',
    'This cannot be done with this model: the service that made it does not offer it, or is not connected.',
  )
}

async function findSource(
  { store: { db }, providers }: Sources,
  assetId: string,
): Promise<Found | undefined> {
  const [row] = await db
    .select({ asset: assets, task: tasks })
    .from(assets)
    .innerJoin(tasks, eq(assets.taskId, tasks.id))
    .where(eq(assets.id, assetId))
  if (!row || row.asset.deletedAt !== null || row.task.upstreamId === null) return undefined
  const { provider: id, modelId, upstreamId, params } = row.task
  const provider = providers.generation().find((known) => known.id === id)
  if (!provider) return undefined
  const model = modelId.slice(id.length + 1)
  return { provider, params, source: { assetId, name: row.asset.name, model, upstreamId } }
}
