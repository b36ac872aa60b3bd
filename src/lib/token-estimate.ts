/** Of UTF-8. English has about four bytes a token, Chinese three. */
const bytesPerToken = 3

/** How many tokens a text of so many bytes has, rather too many than too few. */
export const tokensInBytes = (bytes: number): number => Math.ceil(bytes / bytesPerToken)
