import { useMutation } from '@tanstack/react-query'
import { explainError } from '#lib/explain.ts'
import { importAsset } from '#api/library.ts'
import { BrokenModelError } from '#model-files/errors.ts'
import { getModelName, type OwnModel } from '#model-files/import/own-models.ts'
import { assetsKey } from './assets.ts'
import { withClient } from './with-client.ts'

/**
 * Converts a model file to GLB and stores the GLB in the library. `notes` in the result lists what
 * was lost in the conversion. Returns undefined if the user cancelled.
 */
export async function importOwnModel(model: OwnModel) {
  const [{ toGlb }, { describeReport }] = await Promise.all([
    import('#model-files/import/to-glb.ts'),
    import('#model-files/import/import-report.ts'),
  ])
  const made = await toGlb(model)
  if (!made) return undefined
  const { glb, report } = made
  const asset = await importAsset(glb, getModelName(model))
  return { asset, notes: describeReport(report) }
}

export const useImportAsset = () =>
  useMutation({
    mutationFn: importOwnModel,
    onSuccess: withClient((client) => client.invalidateQueries({ queryKey: assetsKey })),
  })

export const explainImport = (error: unknown): string =>
  error instanceof BrokenModelError ? error.message : explainError(error)
