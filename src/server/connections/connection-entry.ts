import type { Connection } from '#contract/connections.ts'
import type { ConnectionSettings, ProviderKind } from '../ports/provider-kind.ts'

export type Holder = { userId: string } | { teamId: string }

export type ConnectionEntry = {
  id: string
  kind: ProviderKind
  name: string
  /** Absent if the kind has a fixed address. */
  address: string | undefined
  source: Connection['source']
  /** The person or team that alone may use it; absent if everybody may. */
  holder?: Holder
  isOn: boolean
  /** Displayable hints of its secrets, including headers. */
  hints: Connection['secrets']
  settings: ConnectionSettings
  /**
   * Why it cannot be used regardless of its service: for example, its key cannot be decrypted or
   * its kind is unknown.
   */
  fault?: string
}
