/**
 * Removes the params from the URL. Reads the current path, because the user may have changed the
 * page since the last render.
 */
export function removeSearchParams(): void {
  if (location.search !== '') history.replaceState(history.state, '', location.pathname)
}
