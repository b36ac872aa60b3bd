import type { GenerationProvider, GenerationRequest } from '../../ports/generation-provider.ts'
import type { DownloadedResult } from './download-result.ts'
import type { ServiceHttp } from './service-http.ts'

/** How a service of one's own makes models that answers each request with the model. */
export type DirectDialect = {
  http: ServiceHttp
  /** Mostly one: such servers have one graphics card. */
  concurrency: number
  listModels: GenerationProvider['listModels']
  /** @throws {HttpError} as `requestModel`. */
  make: (request: GenerationRequest, signal: AbortSignal) => Promise<DownloadedResult>
  timeLimitMs: number
}

/** A server that costs nothing: after a restart of ours the same model is simply made again. */
export const createDirectProvider = ({
  http: { service },
  concurrency,
  listModels,
  make,
  timeLimitMs,
}: DirectDialect): GenerationProvider => ({
  id: service.id,
  concurrency,
  listModels,
  timeLimitMs: () => timeLimitMs,
  produce: async (request, report, signal) => {
    // These servers do not tell how far they are.
    report({ stage: `${service.title} is making the model` })
    const { bytes, kind } = await make(request, signal)
    const seed = request.params['seed']
    return {
      bytes,
      mimeType: kind.mimeType,
      fileName: `model.${kind.extension}`,
      ...(typeof seed === 'number' && { seed }),
    }
  },
})
