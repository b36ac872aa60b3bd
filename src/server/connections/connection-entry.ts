import type { Connection } from '#contract/connections.ts'
import type { ConnectionSettings, ProviderKind } from '../ports/provider-kind.ts'

/** One person, or a team. */
export type Holder = { userId: string } | { teamId: string }

/** A connection with everything that is needed to use it. */
export type ConnectionEntry = {
  id: string
  kind: ProviderKind
  name: string
  /** Absent where the kind has a fixed one. */
  address: string | undefined
  source: Connection['source']
  /** Who alone may use it; absent: everybody. */
  holder?: Holder
  isOn: boolean
  /** What may be shown of its secrets, the headers among them. */
  hints: Connection['secrets']
  settings: ConnectionSettings
  /** Why it cannot be used whatever its service says: its key does not open, its kind is not known. */
  fault?: string
}
