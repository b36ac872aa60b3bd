import { t } from '#languages/settings.ts'

/** The order matters: Edge's user agent contains `Chrome`, and Chrome's contains `Safari`. */
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const

const systems = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const

/** Formats a user agent, for example as “Firefox on Linux”. */
export function describeBrowser(userAgent: string): string {
  const [browser] = browsers.find(([, pattern]) => pattern.test(userAgent)) ?? []
  const [system] = systems.find(([, pattern]) => pattern.test(userAgent)) ?? []
  if (browser === undefined) return userAgent.slice(0, 60) || t('Unknown app')
  return system === undefined ? browser : t('{browser} on {system}', { browser, system })
}
