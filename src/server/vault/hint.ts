/** `sk-…a1B2`: enough to tell one key from another; of a short one less. */
export function hintOf(secret: string): string {
  if (secret.length < 12) return '…'
  return `${secret.slice(0, 3)}…${secret.slice(-4)}`
}
