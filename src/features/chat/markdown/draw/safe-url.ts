const schemes = new Set(['http:', 'https:', 'mailto:'])

/** Returns `url` if a link to it is safe: absolute, and with a scheme that cannot run scripts. */
export function safeUrl(url: string): URL | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  return parsed && schemes.has(parsed.protocol) ? parsed : undefined
}
