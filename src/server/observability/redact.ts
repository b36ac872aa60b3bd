/** Shorter ones would be found in innocent words. */
const secretLengthMin = 8

const patterns = [
  // Keys as this server and others make them, also those that it does not know.
  /\b(?:sa|sk|pk|key|ghp|xox[abp])[-_][\w-]{16,}/g,
  /(?<=\b(?:bearer|basic)\s{1,4})[\w.~+/=-]{8,}/gi,
  /(?<=[?&](?:signature|token|key|api_key|access_token)=)[^&\s"'\\]{8,}/gi,
]

/** Takes secrets out of text, by their value and by their look. */
export type Redact = (text: string) => string

/** @param secrets what must never be seen, whatever it looks like; as JSON writes it too. */
export function createRedact(secrets: readonly (string | undefined)[]): Redact {
  const known = new Set<string>()
  for (const secret of secrets) {
    if (secret === undefined || secret.length < secretLengthMin) continue
    known.add(secret)
    known.add(JSON.stringify(secret).slice(1, -1))
    known.add(encodeURIComponent(secret))
  }
  return (text) => {
    let clean = text
    for (const secret of known) clean = clean.replaceAll(secret, '[secret]')
    for (const pattern of patterns) clean = clean.replaceAll(pattern, '[secret]')
    return clean
  }
}
