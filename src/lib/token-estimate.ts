/** UTF-8 bytes per token, for estimates. English has about four, Chinese three. */
const bytesPerToken = 3

/** Estimates the number of tokens in a text. The result is rather too high than too low. */
export const tokensInBytes = (bytes: number): number => Math.ceil(bytes / bytesPerToken)
