import type { ModelPose } from '#model-files/mesh/pose/model-pose.ts'
import { getShownPose, type PartsStore } from '../state/parts-store.ts'

/**
 * Starts a worker for print preparation.
 * @param url of the model with the visible scene and variant.
 * @returns the worker, and the visible model for its question.
 */
export const startPrep = (
  url: string,
  parts: PartsStore,
): { worker: Worker; visible: { url: string; pose: ModelPose } } => ({
  worker: new Worker(new URL('../../model-files/print/prep-worker.ts', import.meta.url), {
    type: 'module',
  }),
  visible: {
    url: new URL(url, document.baseURI).href,
    pose: getShownPose(parts.getState()),
  },
})
