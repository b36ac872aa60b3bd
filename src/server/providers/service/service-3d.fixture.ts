import type { GenerationRequest } from '../../ports/generation-provider.ts'
import type { ConnectedProvider, ConnectionSettings } from '../../ports/provider-kind.ts'
import type { Tuning } from './connect-service.ts'
import type { StandInAnswer, openService } from './service.fixture.ts'

export type TestService = Awaited<ReturnType<typeof openService>>

/** A fake 3D service that behaves as the real service's documentation says. */
export type Service3dFixture = {
  name: string
  /**
   * Errors in formats that the service's documentation does not mention. Tests check that users see
   * the service's own message.
   */
  inferred?: readonly string[]
  connect: (settings: ConnectionSettings, tuning: Tuning) => ConnectedProvider
  secrets: Record<string, string>
  request: GenerationRequest
  routes: {
    /** Route that may cost money or starts the work. */
    order: string
    /** Route for polling the task. Absent if the response of `order` is the model. */
    look?: string
    /** Route of the model file. Absent if the model is part of the task. */
    result?: string
  }
  /** True if tasks cost money. Submissions of free tasks may be repeated. */
  isBought: boolean
  /** True if the provider repeats a request that the service certainly did not accept. */
  isRepeated?: boolean
  told: {
    /** Texts that the request to `routes.order` must contain. */
    order: readonly string[]
    /** Progress reports that must occur. */
    moves: readonly object[]
    cost?: string
    balance?: string
    key: string
    cancel?: string
  }
  /**
   * Registers all routes. The first poll finds the task waiting, the second running, the third done
   * with the model `glb`.
   */
  serve: (service: TestService, glb: Uint8Array) => void
}

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
  // Only this host name is allowed, so that tests can use `localhost` as a forbidden internal
  // address.
  allowedHosts: ['127.0.0.1'],
})

/** Responds only to requests with the key in a header. */
export const withKey =
  (header: string, value: string, answer: StandInAnswer, refused: StandInAnswer): StandInAnswer =>
  (call, response) =>
    (call.headers[header] === value ? answer : refused)(call, response)

/** Creates the first bytes of a PNG. Fake services do not read more. */
export const pictureAt = (path: string) => ({
  path,
  bytes: Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1'),
  mimeType: 'image/png',
  sha256: '0'.repeat(64),
})
