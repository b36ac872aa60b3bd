/** An address without the slashes at its end. The lookbehind keeps this linear on a text of nothing but slashes. */
export const trimSlashes = (address: string): string => address.replace(/(?<!\/)\/+$/, '')
