import { ownValue } from '#lib/own-value.ts'

/** Tripo's servers. A key is valid on only one of them. */
export const tripoServers = [
  { label: 'International', address: 'https://openapi.tripo3d.ai/v3' },
  { label: 'China', address: 'https://openapi.tripo3d.com/v3' },
] as const

/** API v2 was shut down on 2026-10-31. The v3 hosts accept the keys of these v2 hosts. */
const successors: Readonly<Record<string, string>> = {
  'api.tripo3d.ai': 'openapi.tripo3d.ai',
  'api.tripo3d.com': 'openapi.tripo3d.com',
}

/**
 * Returns the v3 base URL for an address that the user entered for v2 or v3.
 * @param address with or without `/v3` or `/v2/openapi`. Empty: the international server.
 */
export function toTripoBase(address: string): string {
  const url = new URL(address || tripoServers[0].address)
  url.hostname = ownValue(successors, url.hostname) ?? url.hostname
  const path = url.pathname.replace(/\/(?:v2(?:\/openapi)?|v3)?\/?$/, '')
  return `${url.origin}${path}/v3`
}
