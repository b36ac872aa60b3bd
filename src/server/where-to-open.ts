/**
 * Returns the line that is printed once the server runs. Output that is not a terminal usually
 * becomes a log, so the token is left out.
 * @param address with the token if there is one.
 */
export const formatWhereToOpen = (
  { origin, address }: { origin: string; address: string },
  isTerminal: boolean,
): string =>
  isTerminal || address === origin
    ? `Open it here: ${address}`
    : `Open it here: ${origin} (npm run link prints the link that signs in)`
