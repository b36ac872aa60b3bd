import type { Connection } from '#contract/connections.ts'
import type { ConnectionSettings, ProviderKind } from '../ports/provider-kind.ts'

export type Holder = { userId: string } | { teamId: string }

export type ConnectionEntry = {
  id: string
  kind: ProviderKind
  name: string
  /** Base address; absent if the kind has a fixed one. */
  address: string | undefined
  source: Connection['source']
  /** The only person or team that may use the connection; absent if everybody may. */
  holder?: Holder
  isOn: boolean
  /** Hints by which a person recognises its secrets, including headers. */
  hints: Connection['secrets']
  settings: ConnectionSettings
  /**
   * Reason why the connection cannot be used whatever its service does. For example, its key cannot
   * be decrypted or its kind is unknown.
   */
  fault?: string
}
