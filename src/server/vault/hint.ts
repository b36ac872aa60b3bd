/**
 * Shortens a secret to distinguish it from other secrets: `sk-…a1B2`. Shows less of short secrets.
 */
export function toSecretHint(secret: string): string {
  if (secret.length < 12) return '…'
  return `${secret.slice(0, 3)}…${secret.slice(-4)}`
}
