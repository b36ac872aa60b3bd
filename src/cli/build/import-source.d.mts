export function importSource(url: URL): Promise<void>
export function getBundlePath(entry: string): string
export function firstLine(files: string[]): string
export function isFresh(bundle: string): boolean
