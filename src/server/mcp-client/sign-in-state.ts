import type {
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import { z } from 'zod'

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

/** State of an OAuth sign-in, which is stored encrypted. */
export const oauthSignInSchema = z.object({
  redirectUrl: z.string(),
  client: z.custom<StoredOAuthClientInformation>(isObject).optional(),
  tokens: z.custom<StoredOAuthTokens>(isObject).optional(),
  /**
   * Scopes that the server required during a call and that the tokens lack. The next sign-in
   * requests these scopes.
   */
  wantedScope: z.string().optional(),
  /** Set while the person is at the authorization server. */
  pending: z
    .object({
      state: z.string(),
      beganAtMs: z.number(),
      verifier: z.string().exactOptional(),
      discovery: z.custom<OAuthDiscoveryState>(isObject).exactOptional(),
    })
    .optional(),
})
export type OAuthSignIn = z.infer<typeof oauthSignInSchema>

export const registeredClientSchema = z.object({ id: z.string(), secret: z.string().optional() })
export type RegisteredClient = z.infer<typeof registeredClientSchema>
