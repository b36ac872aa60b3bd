/**
 * Removes trailing slashes. The lookbehind keeps the time linear for a text that consists of
 * slashes.
 */
export const trimSlashes = (address: string): string => address.replace(/(?<!\/)\/+$/, '')
