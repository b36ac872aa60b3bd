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
    look?: string
    result?: string
  }
  /** True if tasks cost money. Submissions of free tasks may be repeated. */
  isBought: boolean
  isRepeated?: boolean
  told: {
    order: readonly string[]
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

export const withKey =
  (header: string, value: string, answer: StandInAnswer, refused: StandInAnswer): StandInAnswer =>
  (call, response) =>
    (call.headers[header] === value ? answer : refused)(call, response)

export const pictureAt = (path: string) => ({
  path,
  bytes: Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1'),
  mimeType: 'image/png',
  sha256: '0'.repeat(64),
})
