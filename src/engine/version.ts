/** Increase this number if the same picture, params and seed may give other bytes. */
export const engineVersion = '38'
