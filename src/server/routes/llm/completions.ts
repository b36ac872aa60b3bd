import type { Context } from 'hono'
import { newId } from '#lib/id.ts'
import type { ApiClientEnv } from '../../access/keys/api-keys.ts'
import { createChunkWriter, createWholeCompletion } from '../../chat/completions/completion.ts'
import type { FetchPicture } from '../../files/pictures/fetch-picture.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import { answerChat } from './answer-chat.ts'
import { readCompletionRequest } from './completion-request.ts'
import { toLlmError } from './errors.ts'

export const answerCompletion =
  (catalogue: Catalogue, fetchPicture: FetchPicture) =>
  (c: Context<ApiClientEnv>): Promise<Response> =>
    readCompletionRequest(c).then(({ modelId, request }) => {
      const { stream, n: _, ...asked } = request
      const head = {
        id: `chatcmpl-${newId()}`,
        created: Math.floor(Date.now() / 1000),
      }
      const withUsage = asked.stream_options?.include_usage === true
      return answerChat(
        c,
        { catalogue, fetchPicture },
        {
          modelId,
          request: { ...asked, model: modelId },
          isStream: stream === true,
          form: {
            openWhole: (model = modelId) => createWholeCompletion({ ...head, model }),
            openWriter: (model = modelId) => createChunkWriter({ ...head, model }, withUsage),
            last: 'data: [DONE]\n\n',
            toError: toLlmError,
          },
        },
      )
    })
