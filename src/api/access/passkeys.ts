import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import {
  passkeyListSchema,
  passkeyOptionsSchema,
  passkeySchema,
  passkeySignedInSchema,
  type Passkey,
} from '#contract/access/passkeys.ts'
import { requestJson, requestNothing } from '../http/http.ts'
import { resumeAfterSignIn } from './access.ts'

const address = '/api/passkeys'
const load = () => import('@simplewebauthn/browser')

/**
 * Returns whether this page can use passkeys. Browsers require a host name instead of an IP
 * address, and HTTPS or localhost.
 */
export const arePasskeysUsable = (): boolean =>
  window.isSecureContext &&
  'PublicKeyCredential' in window &&
  !/^[\d.]+$|^\[/.test(window.location.hostname)

/**
 * Returns whether the passkey dialog ended without a choice of the person: closed, or replaced by
 * another dialog.
 */
export const isPasskeyCancelled = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)

export const listPasskeys = async (signal?: AbortSignal): Promise<Passkey[]> =>
  (await requestJson(passkeyListSchema, address, { signal })).passkeys

/**
 * Creates a passkey in the browser, and stores its public key on the server.
 * @throws {ApiError}, or the browser's error: `InvalidStateError` if the authenticator already has
 * a passkey for this account.
 */
export async function addPasskey(name: string): Promise<Passkey> {
  const options = await requestJson(passkeyOptionsSchema, `${address}/options`, { method: 'POST' })
  const { startRegistration } = await load()
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const answer = await startRegistration({ optionsJSON })
  return requestJson(passkeySchema, address, { method: 'POST', body: { name, answer } })
}

export const renamePasskey = (id: string, name: string): Promise<Passkey> =>
  requestJson(passkeySchema, `${address}/${encodeURIComponent(id)}`, {
    method: 'PATCH',
    body: { name },
  })

export const removePasskey = (id: string): Promise<void> =>
  requestNothing(`${address}/${encodeURIComponent(id)}`, { method: 'DELETE' })

/**
 * Signs in with a passkey.
 * @param how.isOffered offers passkeys in the browser's autofill list, and waits until the person
 * picks one. Otherwise the browser opens a dialog.
 * @param how.signal stops before the browser's dialog opens. It does not close an open dialog.
 * @throws {ApiError}, or the browser's error.
 */
export async function signInWithPasskey({
  isOffered,
  signal,
}: {
  isOffered: boolean
  signal?: AbortSignal
}): Promise<void> {
  const { browserSupportsWebAuthnAutofill, startAuthentication } = await load()
  if (isOffered && !(await browserSupportsWebAuthnAutofill())) return
  const path = '/api/session/passkey'
  const asked = { method: 'POST', isSignIn: true, signal } as const
  const options = await requestJson(passkeyOptionsSchema, `${path}/options`, asked)
  signal?.throwIfAborted()
  const answer = await startAuthentication({
    optionsJSON: options,
    useBrowserAutofill: isOffered,
  })
  const { email } = await requestJson(passkeySignedInSchema, path, { ...asked, body: { answer } })
  resumeAfterSignIn(email)
}
