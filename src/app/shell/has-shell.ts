const firstSegments = ['', 'asset', 'chat', 'library', 'settings', 'view', 'compare']

/**
 * Returns whether the page at a path starts with the shell. Pages without navigation, such as share
 * links, start empty.
 * @param path path of the page without the base path.
 */
export const hasShell = (path: string): boolean => firstSegments.includes(path.split('/')[1] ?? '')
