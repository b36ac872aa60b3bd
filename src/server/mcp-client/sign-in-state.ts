import type {
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'

/** State of an OAuth sign-in, stored encrypted beside the server's headers. */
export type OAuthSignIn = {
  redirectUrl: string
  client?: StoredOAuthClientInformation | undefined
  tokens?: StoredOAuthTokens | undefined
  /**
   * Scopes that the server required during a call and the tokens lack. The next sign-in requests
   * them.
   */
  wantedScope?: string | undefined
  /** Set while the person is at the authorization server. */
  pending?: Pending | undefined
}

/** A client that was registered manually at the authorization server. */
export type RegisteredClient = { id: string; secret?: string | undefined }

type Pending = {
  /** OAuth `state`, which identifies this sign-in when the browser returns. */
  state: string
  beganAtMs: number
  verifier?: string
  discovery?: OAuthDiscoveryState
}
