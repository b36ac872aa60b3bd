/**
 * Removes the params from the current address. The path is read now and not when a component was
 * rendered, because the person may have gone to another page since.
 */
export function removeSearchParams(): void {
  if (location.search !== '') history.replaceState(history.state, '', location.pathname)
}
