export function getAbortReason({ reason }: { readonly reason: unknown }): Error {
  return reason instanceof Error ? reason : new Error(String(reason))
}
