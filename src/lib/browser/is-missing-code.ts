/**
 * Returns whether code that is imported on demand could not be loaded. Browsers throw the same error
 * for an unreachable server and a missing file.
 */
export const isMissingCode = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported|module script/i.test(error.message)
