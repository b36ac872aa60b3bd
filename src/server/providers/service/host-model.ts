import { paramSchemaSchema, type Model3d } from '#contract/models.ts'
import type { ParamSchema } from '#lib/params/param-schema.ts'
import { hideRetired, isModelRetired } from '../../models/retired/hide-retired.ts'

/** A model whose params come from the documentation of its host. */
export type HostModel = Pick<Model3d, 'name' | 'description' | 'limits' | 'expectedSeconds'> & {
  model: string
  load: () => Promise<{ default: unknown }>
}

/**
 * Removes retired values from the models.
 * @param service kind of the service, as in the table of retired models.
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
        paramSchema: hideRetired(await readSchema({ load }), { service }),
      })),
  )

export const readSchema = async ({ load }: Pick<HostModel, 'load'>): Promise<ParamSchema> =>
  paramSchemaSchema.parse((await load()).default)

export const hostModel = (models: readonly HostModel[], name: string): HostModel | undefined =>
  models.find(({ model }) => model === name)
