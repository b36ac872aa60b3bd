import type { Asset, Recipe } from '#contract/assets.ts'
import type { ChangeStep } from '#contract/change-model.ts'
import { mimeTypeOfModel } from '#lib/model-kinds.ts'
import { exportFormats } from '#lib/export-formats.ts'
import { HttpError } from '../errors/http-error.ts'
import type { BlobStore } from '../files/blobs/blob-store.ts'
import type { WorkshopStep } from '../workshop/workshop-job.ts'
import type { Workshop } from '../workshop/workshop.ts'
import type { StoredAsset } from './asset-service.ts'
import type { ImportModel } from './import-model.ts'

const workshopId = 'bozzetto/workshop'

type ChangeWish = {
  id: string
  steps: readonly ChangeStep[]
  name?: string | undefined
  signal?: AbortSignal
}

/**
 * Creates a changed copy of a GLB in the library. A repeated call with the same id creates no
 * second model.
 * @returns the copy, and sentences that describe the changes.
 * @throws {HttpError} `bad_model` if a step fails.
 */
export type ChangeAsset = (
  source: StoredAsset,
  wish: ChangeWish,
) => Promise<{ asset: Asset; sentences: string[] }>

type ChangeServices = {
  blobs: Pick<BlobStore, 'read'>
  workshop: Workshop
  importModel: ImportModel
}

export const createChangeAsset =
  ({ blobs, workshop, importModel }: ChangeServices): ChangeAsset =>
  async ({ asset, blobKey }, { id, steps, name, signal }) => {
    const { changes, format } = readSteps(steps)
    const before = await blobs.read(blobKey)
    const { answer, bytes: glb } =
      changes.length > 0
        ? await workshop.work({ type: 'change', steps: changes }, before)
        : { answer: { sentences: [] }, bytes: before }
    const isToScale = changes.some(({ kind }) => kind !== 'lighten')
    const saved =
      format &&
      (await workshop.work(
        { type: 'convert', format: format.value, name: name ?? asset.name, isToScale },
        glb,
      ))
    if (signal?.aborted) throw new HttpError('timed_out', 'This took too long.')
    const changed = await importModel(glb, name ?? nameFor(asset.name, changes, format?.label), {
      id,
      recipe: {
        modelId: workshopId,
        params: { steps },
        inputSha256: [asset.sha256],
        source: { assetId: asset.id, name: asset.name, step: describe(steps) },
      },
      saved: format && saved && { bytes: saved.bytes, mimeType: mimeTypeOfModel(format.ending) },
    })
    return { asset: changed, sentences: [...answer.sentences, ...(saved?.answer.sentences ?? [])] }
  }

/**
 * Returns the recipe of a model that a person changed in the page, with a reference to the source.
 */
export const getEditRecipe = ({ id, name, sha256 }: Asset, step: string): Recipe => ({
  modelId: workshopId,
  params: {},
  inputSha256: [sha256],
  source: { assetId: id, name, step },
})

const stepNames: Record<Exclude<ChangeStep['kind'], 'convert'>, string> = {
  height: 'Scaled',
  repair: 'Repaired',
  fill: 'Holes filled',
  hollow: 'Hollowed',
  base: 'Flat base',
  plate: 'On the plate',
  lighten: 'Lighter',
}

const describe = (steps: readonly ChangeStep[]): string =>
  steps
    .map((step) => (step.kind === 'convert' ? step.format.toUpperCase() : stepNames[step.kind]))
    .join(', ')

/**
 * Splits the steps into changes and a conversion.
 * @throws {HttpError} `bad_request` if a step follows a conversion.
 */
function readSteps(steps: readonly ChangeStep[]) {
  const changes: WorkshopStep[] = []
  let wanted: string | undefined
  for (const step of steps) {
    if (wanted !== undefined) {
      throw new HttpError('bad_request', 'Convert must be the last step.')
    }
    if (step.kind === 'convert') wanted = step.format
    else changes.push(step)
  }
  return { changes, format: exportFormats.find(({ value }) => value === wanted) }
}

function nameFor(name: string, changes: readonly WorkshopStep[], label: string | undefined) {
  const changed = changes.length > 0 ? `${name}, changed` : name
  return label === undefined ? changed : `${changed}, ${label}`
}
