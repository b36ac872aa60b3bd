/** Returns why a signal was aborted, for places that take only errors. */
export function getAbortReason({ reason }: { readonly reason: unknown }): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}
