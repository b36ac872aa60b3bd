export function importSource(url: URL): Promise<void>
export function bundleOf(entry: string): string
export function firstLine(files: string[]): string
export function isFresh(bundle: string): boolean
