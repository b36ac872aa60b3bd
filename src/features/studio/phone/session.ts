import { idSchema } from '#contract/id.ts'

/**
 * A session in which a phone photographs sides of an object: the sides, and the picture of the
 * front.
 */
export type PhoneSession = {
  code: string
  sides: readonly string[]
  frontId?: string | undefined
}

const codePattern = /^[a-z0-9]{12}$/
const sidesMax = 8
const sideLengthMax = 60

export function pathOfSession({ code, sides, frontId }: PhoneSession): string {
  const query = new URLSearchParams({ code })
  for (const side of sides) query.append('side', side)
  if (frontId !== undefined) query.set('front', frontId)
  return `/phone?${query}`
}

export function readSession(search: string): PhoneSession | undefined {
  const query = new URLSearchParams(search)
  const code = query.get('code') ?? ''
  const sides = query.getAll('side').map((side) => side.slice(0, sideLengthMax))
  const frontId = idSchema.safeParse(query.get('front')).data
  if (!codePattern.test(code) || sides.length === 0 || sides.length > sidesMax) return undefined
  return { code, sides, ...(frontId !== undefined && { frontId }) }
}

/** Returns the file name of a phone's picture, which contains the number of the side. */
export const phoneFileName = (code: string, side: number): string => `phone-${code}-${side + 1}.jpg`

export function sideOfFile(code: string, name: string): number | undefined {
  const number = new RegExp(`^phone-${code}-(\\d)\\.`).exec(name)?.[1]
  return number === undefined ? undefined : Number(number) - 1
}
