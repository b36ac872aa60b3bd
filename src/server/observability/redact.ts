/** Shorter ones would be found in innocent words. */
const secretLengthMin = 8

const patterns = [
  // Keys as this server and others make them, also those that it does not know.
  /\b(?:sa|sk|pk|key|ghp|xox[abp])[-_][\w-]{16,}/g,
  /(?<=\b(?:bearer|basic)\s{1,4})[\w.~+/=-]{8,}/gi,
  /(?<=[?&](?:signature|token|key|api_key|access_token)=)[^&\s"'\\]{8,}/gi,
]

/** Secrets that came after the start: keys of connections. */
const learned = new Set<string>()
/** More than there can be connections, each with a key that was changed a few times. */
const learnedMax = 1_000

/** From now on this stands in no line of the log and no event, whoever writes it. */
export function hideSecret(secret: string): void {
  if (secret.length < secretLengthMin) return
  if (learned.size >= learnedMax)
    for (const oldest of [...learned].slice(0, 3)) learned.delete(oldest)
  for (const form of formsOf(secret)) learned.add(form)
}

/** As it is, as JSON writes it, and as an address does. */
const formsOf = (secret: string) => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
]

/** Takes secrets out of text, by their value and by their look. */
export type Redact = (text: string) => string

/** @param secrets what must never be seen, whatever it looks like; as JSON writes it too. */
export function createRedact(secrets: readonly (string | undefined)[]): Redact {
  const known = new Set<string>()
  for (const secret of secrets) {
    if (secret === undefined || secret.length < secretLengthMin) continue
    for (const form of formsOf(secret)) known.add(form)
  }
  return (text) => {
    let clean = text
    for (const secret of learned) clean = clean.replaceAll(secret, '[secret]')
    for (const secret of known) clean = clean.replaceAll(secret, '[secret]')
    for (const pattern of patterns) clean = clean.replaceAll(pattern, '[secret]')
    return clean
  }
}
