/** Keeps only the hosts of addresses, because the path of a webhook is its secret. */
export const hidePaths = (value: string): string =>
  value.replaceAll(/(https?:\/\/)(?:[^\s/@,]*@)?([^\s/,?#]+)[^\s,]*/gi, '$1$2/…')
