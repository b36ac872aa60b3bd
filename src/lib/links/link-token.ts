/**
 * Extracts the token from pasted text, which may be a complete link, a part of it, or the token.
 */
export function parseLinkToken(pasted: string): string {
  const text = pasted.trim()
  return /[?&]token=([^&#\s]+)/.exec(text)?.[1] ?? text.replace(/^token=/, '')
}
