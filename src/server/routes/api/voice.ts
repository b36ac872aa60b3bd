import { Hono, type MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { VoiceNames, VoiceService, VoiceServices } from '#contract/voice.ts'
import { asRecord, asString } from '#lib/fields.ts'
import { unmeteredClient, type ApiClient, type ApiClientEnv } from '../../access/keys/api-keys.ts'
import type { NamedVoice } from '../../connections/live-connections.ts'
import { HttpError } from '../../errors/http-error.ts'
import { parseAnswer } from '../../json/parse-json.ts'
import { signalWithin } from '../../process/signal-within.ts'
import { currentOwnerId } from '../../store/owner-scope.ts'
import type { UpstreamSources } from '../llm/find-upstream.ts'
import { endpoints } from '../llm/endpoints.ts'
import { passMedia } from '../llm/media.ts'

/** Maximum wait for the model list of one service, in milliseconds. */
const listMs = 4_000
const openMax = 4

type VoiceSources = Omit<UpstreamSources, 'voices'> & {
  voices: () => readonly NamedVoice[]
  spending: ApiClient['spending']
}

/**
 * Creates the routes of `/api/voice` for dictation and for reading aloud. Recordings and texts are
 * forwarded to the chosen connection and not stored.
 */
export const voiceRoutes = ({ spending, ...sources }: VoiceSources) => {
  const { voices } = sources
  const forwarded = new Hono<ApiClientEnv>().use(asClient(spending))
  for (const path of ['/audio/transcriptions', '/audio/speech']) {
    const endpoint = endpoints[path]
    if (!endpoint?.media) throw new Error(`There is no endpoint ${path}.`)
    const answer = passMedia({ sources, path, endpoint, kind: endpoint.media })
    forwarded.post(path.replace('/audio', ''), async (c) => throwRefusal(await answer(c)))
  }
  return new Hono()
    .get('/', async (c) => {
      const { signal } = c.req.raw
      const found = await Promise.all(voices().map((one) => toService(one, signal)))
      return c.json({ services: found.flatMap((one) => one ?? []) } satisfies VoiceServices)
    })
    .get('/:id/voices', async (c) => {
      const found = voices().find(({ id }) => id === c.req.param('id'))
      if (!found) throw new HttpError('not_found', 'There is no connection with this id.')
      const names = await found.voice.listVoices(signalWithin(listMs, c.req.raw.signal))
      return c.json({ voices: [...names] } satisfies VoiceNames)
    })
    .route('/', forwarded)
}

async function toService(
  { id, name, voice }: NamedVoice,
  signal: AbortSignal,
): Promise<VoiceService | undefined> {
  try {
    const { transcription, speech } = await voice.listModels(signalWithin(listMs, signal))
    if (transcription.length + speech.length === 0) return undefined
    const isNear = await voice.isInPrivateNetwork()
    return { id, name, isNear, transcription: [...transcription], speech: [...speech] }
  } catch {
    // The failure is ignored, because the page of connections shows why a service does not respond.
    return undefined
  }
}

/** Lets a signed-in person use the endpoints of API clients, within the person's limits. */
function asClient(spending: ApiClient['spending']): MiddlewareHandler<ApiClientEnv> {
  const open = new Map<string, number>()
  return createMiddleware<ApiClientEnv>((c, next) => {
    const ownerId = currentOwnerId() ?? ''
    const change = (by: number) => {
      const count = (open.get(ownerId) ?? 0) + by
      if (count > 0) open.set(ownerId, count)
      else open.delete(ownerId)
    }
    c.set('apiClient', {
      ...unmeteredClient,
      issuer: 'voice',
      spending,
      openStream: async () => {
        if ((open.get(ownerId) ?? 0) >= openMax) {
          throw new HttpError(
            'rate_limited',
            'Several recordings are still being sent. Wait a moment.',
          )
        }
        change(1)
        let isOpen = true
        return () => {
          if (isOpen) change(-1)
          isOpen = false
        }
      },
    })
    return next()
  })
}

async function throwRefusal(response: Response): Promise<Response> {
  if (response.ok) return response
  const text = await response.text()
  throw new HttpError('provider_failed', readMessage(text) ?? 'The service refused the request.')
}

function readMessage(text: string): string | undefined {
  try {
    return asString(asRecord(asRecord(parseAnswer(text))['error'])['message']) || undefined
  } catch {
    return undefined
  }
}
