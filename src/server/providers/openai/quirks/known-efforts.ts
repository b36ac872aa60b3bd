import type { ChatRequest } from '../../../ports/chat-provider.ts'
import { findModelNote } from '../../known-models/known-models.ts'

/**
 * Builds a request with a reasoning effort that the model is known to accept. Without an effort in
 * the request, the result is synchronous.
 */
export const withKnownEfforts = <Body>(
  { model, reasoning_effort: effort }: ChatRequest,
  knownAs: string | undefined,
  build: (efforts: readonly string[] | undefined) => Body,
): Body | Promise<Body> =>
  typeof effort === 'string' && knownAs !== undefined
    ? findModelNote(knownAs, model).then((note) => build(note?.efforts))
    : build(undefined)
