/** Extracts the token from pasted text, which may be a whole link or only a part. */
export function parseLinkToken(pasted: string): string {
  const text = pasted.trim()
  return /[?&]token=([^&#\s]+)/.exec(text)?.[1] ?? text.replace(/^token=/, '')
}
