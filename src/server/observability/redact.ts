/**
 * Minimum length of a secret that is removed, in characters. Shorter secrets would also occur in
 * ordinary text.
 */
const secretLengthMin = 8

const patterns = [
  // Matches the usual formats of API keys, to remove unknown keys.
  /\b(?:sa|sk|pk|key|ghp|xox[abp])[-_][\w-]{16,}/g,
  /(?<=\b(?:bearer|basic)\s{1,4})[\w.~+/=-]{8,}/gi,
  /(?<=[?&](?:signature|token|key|api_key|access_token)=)[^&\s"'\\]{8,}/gi,
]

/** Secrets that were added after the start, such as keys of connections. */
const learned = new Set<string>()
/**
 * Maximum number of added secrets: more than the maximum number of connections with a few changed
 * keys each.
 */
const learnedMax = 1_000

/** Removes a secret from all further log lines and events. */
export function hideSecret(secret: string): void {
  if (secret.length < secretLengthMin) return
  if (learned.size >= learnedMax)
    for (const oldest of [...learned].slice(0, 3)) learned.delete(oldest)
  for (const form of getForms(secret)) learned.add(form)
}

const getForms = (secret: string) => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
]

/** Removes secrets from text, by value and by pattern. */
export type Redact = (text: string) => string

/** @param secrets values that are always removed, including their JSON form. */
export function createRedact(secrets: readonly (string | undefined)[]): Redact {
  const known = new Set<string>()
  for (const secret of secrets) {
    if (secret === undefined || secret.length < secretLengthMin) continue
    for (const form of getForms(secret)) known.add(form)
  }
  return (text) => {
    let clean = text
    for (const secret of learned) clean = clean.replaceAll(secret, '[secret]')
    for (const secret of known) clean = clean.replaceAll(secret, '[secret]')
    for (const pattern of patterns) clean = clean.replaceAll(pattern, '[secret]')
    return clean
  }
}
