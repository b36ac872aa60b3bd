import type { Background } from './look.ts'

export const backgroundClass: Partial<Record<Background, string>> = {
  white: 'bg-[#fff]',
  grey: 'bg-[#808080]',
  black: 'bg-[#000]',
  checker: 'bg-[repeating-conic-gradient(#bbb_0_25%,#ddd_0_50%)] bg-size-[24px_24px]',
}
