import { idSchema } from '#contract/id.ts'

/** What a phone is asked for: pictures of some sides, beside the one of the front. */
export type PhoneSession = {
  /** Tells these pictures from all others. */
  code: string
  /** Names of the sides: `Back`. */
  sides: readonly string[]
  /** The stored picture of the front. */
  frontId?: string | undefined
}

const codePattern = /^[a-z0-9]{12}$/
const sidesMax = 8
const sideLengthMax = 60

/** Nobody guesses it, though nothing is opened by it: pictures come from who is signed in. */
export const newPhoneCode = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => (byte % 36).toString(36)).join('')

/** Where the phone finds it. */
export function pathOfSession({ code, sides, frontId }: PhoneSession): string {
  const query = new URLSearchParams({ code })
  for (const side of sides) query.append('side', side)
  if (frontId !== undefined) query.set('front', frontId)
  return `/phone?${query}`
}

/** @returns nothing for an address that is none of ours. */
export function readSession(search: string): PhoneSession | undefined {
  const query = new URLSearchParams(search)
  const code = query.get('code') ?? ''
  const sides = query.getAll('side').map((side) => side.slice(0, sideLengthMax))
  const frontId = idSchema.safeParse(query.get('front')).data
  if (!codePattern.test(code) || sides.length === 0 || sides.length > sidesMax) return undefined
  return { code, sides, ...(frontId !== undefined && { frontId }) }
}

/** Under which name the phone stores a picture; its number is that of the side. */
export const phoneFileName = (code: string, side: number): string => `phone-${code}-${side + 1}.jpg`

/** Which side a stored picture shows, if it comes from this session. */
export function sideOfFile(code: string, name: string): number | undefined {
  const number = new RegExp(`^phone-${code}-(\\d)\\.`).exec(name)?.[1]
  return number === undefined ? undefined : Number(number) - 1
}
