import type { Model3d } from '#contract/models.ts'
import type { ParamSchema } from '#lib/params/param-schema.ts'
import { hideRetired, isModelRetired } from '../../models/retired/hide-retired.ts'

/** A model whose params were written down from the documentation of its host. */
export type HostModel = Pick<Model3d, 'name' | 'description' | 'limits' | 'expectedSeconds'> & {
  /** The host's own name of it. */
  model: string
  /** Its params, one of the files in `models/hosts`. */
  load: () => Promise<{ default: unknown }>
}

/**
 * The models of a host under the id of their connection, without what it has retired.
 *
 * @param service the kind of service, as in the table of retirements.
 */
export const hostModels = (
  provider: string,
  models: readonly HostModel[],
  service: string,
): Promise<Model3d[]> =>
  Promise.all(
    models
      .filter(({ model }) => !isModelRetired(model, { service }))
      .map(async ({ model, load, ...about }) => ({
        ...about,
        id: `${provider}/${model}`,
        provider,
        kind: '3d' as const,
        paramSchema: hideRetired((await load()).default as ParamSchema, { service }),
      })),
  )

/** The model that a request names, of those of its host. */
export const hostModel = (models: readonly HostModel[], name: string): HostModel | undefined =>
  models.find(({ model }) => model === name)
