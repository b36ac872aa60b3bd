/** Extracts the token from pasted text: a complete link, a part of it, or the token alone. */
export function parseLinkToken(pasted: string): string {
  const text = pasted.trim()
  return /[?&]token=([^&#\s]+)/.exec(text)?.[1] ?? text.replace(/^token=/, '')
}
