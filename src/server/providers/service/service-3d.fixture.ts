import type { GenerationRequest } from '../../ports/generation-provider.ts'
import type { ConnectedProvider, ConnectionSettings } from '../../ports/provider-kind.ts'
import type { Tuning } from './connect-service.ts'
import type { Answer, openService } from './service.fixture.ts'

export type TestService = Awaited<ReturnType<typeof openService>>

/** A 3D service on this machine that behaves as the real one is known to. */
export type Service3dFixture = {
  name: string
  /** What of it no documentation or source says: there a refusal of the service is the truth. */
  inferred?: readonly string[]
  connect: (settings: ConnectionSettings, tuning: Tuning) => ConnectedProvider
  secrets: Record<string, string>
  /** One that is complete. */
  request: GenerationRequest
  /** Its routes by what they are for; `order` is absent where nothing is bought. */
  routes: {
    /** The one that may cost money, or begins the work. */
    order: string
    /** Where the task is looked at; absent where the order is answered with the model. */
    look?: string
    /** Where the model lies; absent where it comes with the task. */
    result?: string
  }
  /** Whether an order costs money there; of others it does not matter how often they are made. */
  isBought: boolean
  /** Whether an order that was certainly not taken is sent again. */
  isRepeated?: boolean
  /** What it tells. */
  told: {
    /** Parts of its order, as JSON or as a form. */
    order: readonly string[]
    /** Of the moves of a task, those that matter. */
    moves: readonly object[]
    cost?: string
    balance?: string
    /** What the proof of its key says. */
    key: string
    /** The route that cancels; absent where it cannot be told. */
    cancel?: string
  }
  /** Sets all routes; the task waits, runs and is done with `glb` at the third look. */
  serve: (service: TestService, glb: Uint8Array) => void
}

/** What a connection to a service on this machine is. */
export const settingsFor = (
  origin: string,
  secrets: Record<string, string>,
): ConnectionSettings => ({
  service: {
    id: 'mine',
    title: 'My service',
    addressSetting: 'its address in Settings',
    addressExample: 'https://service.example.com',
    keySetting: 'its key in Settings',
  },
  baseUrl: origin,
  secrets,
  // The service's own host; `localhost` is not among them, so that a redirect there leads inside.
  allowedHosts: ['127.0.0.1'],
})

/** Answers only who has the key, in a header of the request. */
export const withKey =
  (header: string, value: string, answer: Answer, refused: Answer): Answer =>
  (call, response) =>
    (call.headers[header] === value ? answer : refused)(call, response)

/** A small PNG, which services look at no closer than by its beginning here. */
export const pictureAt = (path: string) => ({
  path,
  bytes: Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1'),
  mimeType: 'image/png',
  sha256: '0'.repeat(64),
})
