/**
 * Returns the line that is printed once the server runs. Without a terminal the output usually
 * becomes a log, so the token is left out.
 * @param address with the token if the server has a link.
 */
export const formatWhereToOpen = (
  { origin, address }: { origin: string; address: string },
  isTerminal: boolean,
): string =>
  isTerminal || address === origin
    ? `Open it here: ${address}`
    : `Open it here: ${origin} (npm run link prints the link that signs in)`
