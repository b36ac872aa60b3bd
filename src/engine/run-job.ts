import { imageTo3d } from './image-to-3d.ts'
import { findExcess } from './inspect/check-sizes.ts'
import { findIssues } from './inspect/find-issues.ts'
import { measureModel } from './inspect/measure-model.ts'
import { computeMask } from './mask/compute-mask.ts'
import type { EngineEvent, EngineRequest } from './messages.ts'
import { openScanStore } from './scan/scan-store.ts'
import { scanTo3d } from './scan/scan-to-3d.ts'
import { shapeFromNetwork } from './shape-from-network.ts'
import { drawThumbnail } from './thumbnail/draw-thumbnail.ts'
import { drawTurntable } from './thumbnail/draw-turntable.ts'
import { drawViews } from './thumbnail/draw-views.ts'

/**
 * Runs one job.
 * @param onProgress receives `progress` events and the `preview` of a model.
 * @param readPhoto returns the bytes of a scan's photo.
 * @returns the job's last event.
 * @throws {EngineError} if the input is invalid.
 */
export async function runJob(
  request: EngineRequest,
  onProgress: (event: EngineEvent) => void,
  readPhoto: (index: number) => Promise<Uint8Array> = refusePhoto,
): Promise<EngineEvent> {
  switch (request.type) {
    case 'generate': {
      const { glb, params, warnings, used } = await imageTo3d(request.picture, {
        params: request.params,
        weightsPath: request.weightsPath,
        networks: request.networks,
        views: request.views,
        recipe: request.recipe,
        onProgress: (stage, progress) => onProgress({ type: 'progress', stage, progress }),
        ...(request.preview && {
          onPreview: (preview: Uint8Array) => onProgress({ type: 'preview', glb: preview }),
        }),
      })
      return { type: 'generated', glb, seed: params.model_seed, warnings, used }
    }
    case 'shape': {
      const warnings: string[] = []
      const { glb, params, used } = await shapeFromNetwork(request.picture, {
        params: request.params,
        network: request.network,
        masks: {
          weightsPath: request.weightsPath,
          better: request.networks?.mask,
          onWarning: (sentence) => warnings.push(sentence),
        },
        recipe: request.recipe,
        onProgress: (stage, progress) => onProgress({ type: 'progress', stage, progress }),
      })
      return { type: 'generated', glb, seed: params.model_seed, warnings, used }
    }
    case 'scan':
      return runScan(request, onProgress, readPhoto)
    case 'mask':
      return {
        type: 'masked',
        ...(await computeMask(request.picture, {
          weightsPath: request.weightsPath,
          better: request.networks?.mask,
        })),
      }
    case 'inspect': {
      const { glb, thumbnailSidePx = 512, turntable: wish } = request
      const stats = await measureModel(glb)
      const excess = findExcess(glb, stats)
      if (excess !== undefined) {
        return { type: 'inspected', stats, issues: { errors: 0, warnings: 1, messages: [excess] } }
      }
      if (request.views) {
        const { views: wished } = request
        const views = await attempt(() => drawViews(glb, wished))
        const issues = { errors: 0, warnings: 0, messages: [] }
        return { type: 'inspected', stats, issues, ...(views && { views }) }
      }
      const issues = await findIssues(glb)
      const thumbnail = await attempt(() => drawThumbnail(glb, { sidePx: thumbnailSidePx }))
      const turntable = wish && (await attempt(() => drawTurntable(glb, wish)))
      return {
        type: 'inspected',
        stats,
        issues,
        ...(thumbnail && { thumbnail }),
        ...(turntable && { turntable }),
      }
    }
  }
}

async function runScan(
  { photoCount, params, recipe, storeFolder }: Extract<EngineRequest, { type: 'scan' }>,
  onProgress: (event: EngineEvent) => void,
  readPhoto: (index: number) => Promise<Uint8Array>,
): Promise<EngineEvent> {
  const { glb, warnings, report } = await scanTo3d(
    { count: photoCount, read: readPhoto },
    {
      params,
      recipe,
      ...(storeFolder !== undefined && { store: openScanStore(storeFolder) }),
      onProgress: (stage, progress) => onProgress({ type: 'progress', stage, progress }),
      onPreview: (preview) => onProgress({ type: 'preview', glb: preview }),
    },
  )
  return { type: 'generated', glb, seed: 0, warnings, used: [], scan: report }
}

const refusePhoto = () => Promise.reject(new Error('This job has no photos.'))

/**
 * Draws a model, or returns nothing if drawing fails. Failing is no error, because other viewers
 * may show the model.
 */
async function attempt(
  draw: () => Promise<Uint8Array | undefined>,
): Promise<Uint8Array | undefined> {
  try {
    return await draw()
  } catch (error) {
    console.warn('No picture of the model could be drawn.', error)
    return undefined
  }
}
