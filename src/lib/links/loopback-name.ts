/** Returns whether a host name is a loopback address, which other machines cannot reach. */
export const isLoopbackName = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host)
