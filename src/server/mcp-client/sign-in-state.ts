import type {
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'

/** State of an OAuth sign-in, stored sealed beside the server's headers. */
export type SignIn = {
  redirectUrl: string
  client?: StoredOAuthClientInformation | undefined
  tokens?: StoredOAuthTokens | undefined
  /** Scopes that the server asked for during a call and the tokens lack; the next sign-in requests them. */
  wantedScope?: string | undefined
  /** Set while a person is at the authorization server. */
  pending?: Pending | undefined
}

/** A client that was registered by hand at the authorization server. */
export type RegisteredClient = { id: string; secret?: string | undefined }

type Pending = {
  /** OAuth `state`: identifies this sign-in when the browser returns. */
  state: string
  beganAtMs: number
  verifier?: string
  discovery?: OAuthDiscoveryState
}
