/**
 * Returns the line that is printed once the server runs. Output that is no terminal is usually kept as a log, so
 * the token that signs in is left out.
 *
 * @param address with the token if there is one.
 */
export const formatWhereToOpen = (
  { origin, address }: { origin: string; address: string },
  isTerminal: boolean,
): string =>
  isTerminal || address === origin
    ? `Open it here: ${address}`
    : `Open it here: ${origin} (npm run link prints the link that signs in)`
