import type { Connection } from '#contract/connections.ts'
import type { ConnectionSettings, ProviderKind } from '../ports/provider-kind.ts'

export type Holder = { userId: string } | { teamId: string }

export type ConnectionEntry = {
  id: string
  kind: ProviderKind
  name: string
  address: string | undefined
  source: Connection['source']
  /** The only person or team that may use the connection. Absent if everybody may use it. */
  holder?: Holder
  isOn: boolean
  /** The visible parts of the secrets and headers, such as their last characters. */
  hints: Connection['secrets']
  settings: ConnectionSettings
  /** Reason why the connection cannot be used at all, such as a key that cannot be decrypted. */
  fault?: string
}
