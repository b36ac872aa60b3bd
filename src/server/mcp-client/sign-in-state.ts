import type {
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'

/** What is sealed for a server to which somebody signed in by OAuth, or is about to. */
export type SignIn = {
  /** Where the other service sends people back to. */
  redirectUrl: string
  client?: StoredOAuthClientInformation | undefined
  tokens?: StoredOAuthTokens | undefined
  /** While a person is at the other service. */
  pending?: Pending | undefined
}

type Pending = {
  /** Comes back with the person, and says that it is this sign-in. */
  state: string
  beganAtMs: number
  verifier?: string
  discovery?: OAuthDiscoveryState
}
