/** UTF-8 bytes per token. English has about four, Chinese three. */
const bytesPerToken = 3

/** Estimates the tokens of a text, rather too high than too low. */
export const tokensInBytes = (bytes: number): number => Math.ceil(bytes / bytesPerToken)
