import type { GenerationProvider, GenerationRequest } from '../../ports/generation-provider.ts'
import type { DownloadedResult } from './download-result.ts'
import type { ServiceHttp } from './service-http.ts'

/** A self-hosted service whose response to a request is the finished model. */
export type DirectDialect = {
  http: ServiceHttp
  /** Usually 1, because self-hosted servers have one graphics card. */
  concurrency: number
  listModels: GenerationProvider['listModels']
  make: (request: GenerationRequest, signal: AbortSignal) => Promise<DownloadedResult>
  timeLimitMs: number
}

/**
 * Creates a provider for a free, self-hosted server. After a restart of Bozzetto, the model is
 * generated again.
 */
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
