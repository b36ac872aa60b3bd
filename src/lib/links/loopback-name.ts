/** Whether a host's name leads to the machine that asks, and so nowhere from another one. */
export const isLoopbackName = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(?:\.\d+){3}$/.test(host)
