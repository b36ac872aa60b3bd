export type TextDirection = 'ltr' | 'rtl'

const letter = /\p{L}/u
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Returns the direction of the script of the first letter. Undefined without letters. */
export function getTextDirection(text: string): TextDirection | undefined {
  const first = letter.exec(text)?.[0]
  if (first === undefined) return undefined
  return rightToLeft.test(first) ? 'rtl' : 'ltr'
}

export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text)
