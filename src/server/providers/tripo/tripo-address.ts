import { ownValue } from '#lib/own-value.ts'

/** Interfaces of Tripo. The keys of one do not work at the other. */
export const tripoServers = [
  { label: 'International', address: 'https://openapi.tripo3d.ai/v3' },
  { label: 'China', address: 'https://openapi.tripo3d.com/v3' },
] as const

/** Hosts of v2, which was shut down on 2026-10-31, and the hosts of v3 that accept the same keys. */
const successors: Readonly<Record<string, string>> = {
  'api.tripo3d.ai': 'openapi.tripo3d.ai',
  'api.tripo3d.com': 'openapi.tripo3d.com',
}

/**
 * Returns the base address of v3 for an address that somebody entered, perhaps when v2 was in use.
 *
 * @param address with or without `/v3` or `/v2/openapi`; empty: the international server.
 */
export function toTripoBase(address: string): string {
  const url = new URL(address || tripoServers[0].address)
  url.hostname = ownValue(successors, url.hostname) ?? url.hostname
  const path = url.pathname.replace(/\/(?:v2(?:\/openapi)?|v3)?\/?$/, '')
  return `${url.origin}${path}/v3`
}
