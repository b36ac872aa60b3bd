const schemes = new Set(['http:', 'https:', 'mailto:'])

/** `url` if a person may be sent there: absolute, with a scheme that runs nothing. */
export function safeUrl(url: string): URL | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  return parsed && schemes.has(parsed.protocol) ? parsed : undefined
}
