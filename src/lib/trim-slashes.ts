/** Removes trailing slashes. The lookbehind keeps this linear for a text of slashes. */
export const trimSlashes = (address: string): string => address.replace(/(?<!\/)\/+$/, '')
