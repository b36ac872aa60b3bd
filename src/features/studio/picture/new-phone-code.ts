/**
 * Creates a random code. The code grants no access, because only signed-in accounts can upload
 * pictures.
 */
export const newPhoneCode = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => (byte % 36).toString(36)).join('')
