import type { ChatRequest } from '../../../ports/chat-provider.ts'
import { findModelNote } from '../../known-models/known-models.ts'

/**
 * Builds a request with the efforts that the model is known to accept. Reads them only if the
 * request has an effort, so that other requests are built synchronously.
 */
export const withKnownEfforts = <Body>(
  { model, reasoning_effort: effort }: ChatRequest,
  knownAs: string | undefined,
  build: (efforts: readonly string[] | undefined) => Body,
): Body | Promise<Body> =>
  typeof effort === 'string' && knownAs !== undefined
    ? findModelNote(knownAs, model).then((note) => build(note?.efforts))
    : build(undefined)
